import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Cluster, openCluster } from '#kit/db/cluster.server.ts';
import { migrate } from '#kit/db/migrate.server.ts';
import { madeCluster } from '#test/stand-ins/made-cluster.ts';

// Rights of the server's role in its database.

const copyMadeCluster = madeCluster();
let dataDir: string;
let opened: Cluster | undefined;
const quiet = { warn: () => undefined };
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tasuki-roles-'));
});
afterEach(async () => {
  await opened?.stop();
  opened = undefined;
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
});

async function open(): Promise<Cluster> {
  opened = await openCluster({ dataDir, ...quiet });
  return opened;
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(sql).finally(() => client.end());
  return rows;
}

/** Owners of all objects in a database except the system's. */
const owners = `
  SELECT DISTINCT pg_get_userbyid(owner) AS owner FROM (
    SELECT datdba, 0::oid FROM pg_database WHERE datname = current_database()
    UNION ALL SELECT nspowner, oid FROM pg_namespace WHERE nspname = 'drizzle'
    UNION ALL SELECT relowner, relnamespace FROM pg_class
    UNION ALL SELECT proowner, pronamespace FROM pg_proc
    UNION ALL SELECT typowner, typnamespace FROM pg_type
    UNION ALL SELECT collowner, collnamespace FROM pg_collation
    UNION ALL SELECT stxowner, stxnamespace FROM pg_statistic_ext
  ) AS things (owner, namespace)
  WHERE namespace NOT IN (SELECT oid FROM pg_namespace
    WHERE nspname IN ('pg_catalog', 'pg_toast', 'information_schema'))`;

/** What an injected statement could do beyond its own database; each is refused. */
const forbidden = [
  'CREATE ROLE mine SUPERUSER',
  'CREATE DATABASE mine',
  'ALTER ROLE tasuki_server SUPERUSER',
  'SET ROLE tasuki',
  'SET SESSION AUTHORIZATION tasuki',
  `COPY (SELECT 1) TO PROGRAM 'true'`,
  `COPY (SELECT 1) TO '/tmp/tasuki-copied'`,
  `SELECT pg_read_file('postgresql.conf')`,
  `SELECT lo_import('/etc/hostname')`,
  "ALTER SYSTEM SET log_statement = 'all'",
  'SELECT rolpassword FROM pg_authid',
];

test('the server is no superuser, and can do nothing beyond its own database', async () => {
  const { url, adminUrl } = await open();
  for (const statement of forbidden) {
    await expect(query(url, statement), statement).rejects.toThrow(/permission denied|must be/);
  }
  const sessions = await query(
    adminUrl,
    `SELECT usename FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`,
  );
  expect(sessions).toEqual([{ usename: 'tasuki_server' }]);
  const [role] = await query(
    url,
    `SELECT rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls,
       (SELECT count(*)::int FROM pg_auth_members WHERE member = pg_roles.oid) AS memberships
     FROM pg_roles WHERE rolname = current_user`,
  );
  expect(role).toEqual({
    rolsuper: false,
    rolcreatedb: false,
    rolcreaterole: false,
    rolreplication: false,
    rolbypassrls: false,
    memberships: 0,
  });
});

test('rights that somebody gave the server are taken from it again', async () => {
  await copyMadeCluster(dataDir);
  const first = await openCluster({ dataDir, ...quiet });
  await query(first.adminUrl, 'ALTER ROLE tasuki_server SUPERUSER CREATEDB');
  await first.stop();
  const { url } = await open();
  await expect(query(url, 'CREATE DATABASE mine')).rejects.toThrow('permission denied');
});

test('it owns what it makes itself', async () => {
  await copyMadeCluster(dataDir);
  const { url } = await open();
  await migrate(url);
  expect(await query(url, owners)).toEqual([{ owner: 'tasuki_server' }]);
});

test('a data folder whose database the superuser owns is of before, and refused', async () => {
  await copyMadeCluster(dataDir);
  const cluster = await openCluster({ dataDir, ...quiet });
  const server = cluster.adminUrl.replace('@/tasuki', '@/postgres');
  await query(server, 'DROP DATABASE tasuki');
  await query(server, 'CREATE DATABASE tasuki');
  await cluster.stop();
  await expect(open()).rejects.toThrow('0.9.0より前の版');
});
