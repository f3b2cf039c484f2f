import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { serverRole } from '#kit/db/cluster/cluster-roles.server.ts';
import { openCluster } from '#kit/db/cluster.server.ts';
import { migrate } from '#kit/db/migrate.server.ts';
import { databaseUrl, runSql } from './database.ts';
import { carelessSettings } from './stand-ins/careless-settings.ts';

declare module 'vitest' {
  interface ProvidedContext {
    testServer: { adminUrl: string; dropUrl: string; template: string };
  }
}

/** Tests use the product's role, which is not a superuser, but can create databases, roles, and deadlocks. */
const rightsOfTests = [
  `ALTER ROLE ${serverRole} CREATEDB CREATEROLE`,
  `ALTER ROLE ${serverRole} SET createrole_self_grant = 'set, inherit'`,
  `GRANT SET ON PARAMETER deadlock_timeout TO ${serverRole}`,
];

/**
 * One PostgreSQL for the whole run, with a migrated template. TEST_DATABASE_URL (of a role that may
 * create databases) runs the tests on another server.
 */
export default async function startDatabaseServer({ provide }: TestProject) {
  const server = process.env.TEST_DATABASE_URL
    ? {
        url: process.env.TEST_DATABASE_URL,
        dropUrl: process.env.TEST_DATABASE_URL,
        stop: async () => undefined,
      }
    : await startCluster();
  const template = `test_${randomBytes(4).toString('hex')}`;
  await runSql(server.url, `CREATE DATABASE ${template}`);
  await migrate(databaseUrl(server.url, template));
  // Most tests need an open service; an installation without sample data starts closed.
  await runSql(
    databaseUrl(server.url, template),
    `INSERT INTO settings (key, value) VALUES ('opening', '{"isOpen": true, "isFromBefore": true}')`,
  );
  provide('testServer', { adminUrl: server.url, dropUrl: server.dropUrl, template });
  return async () => {
    await runSql(server.dropUrl, `DROP DATABASE IF EXISTS ${template} WITH (FORCE)`);
    await server.stop();
  };
}

async function startCluster() {
  const dataDir = await mkdtemp(join(tmpdir(), 'tasuki-test-'));
  const cluster = await openCluster({ dataDir, settings: carelessSettings });
  for (const right of rightsOfTests) await runSql(cluster.adminUrl, right);
  // An interrupted run has no teardown; stop its database anyway.
  process.once('exit', () => {
    killAtOnce(join(dataDir, 'postgres', 'postmaster.pid'));
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  });
  // Only a superuser may end an autovacuum in a database that is dropped.
  return { url: cluster.url, dropUrl: cluster.adminUrl, stop: () => cluster.stop() };
}

function killAtOnce(lockFile: string): void {
  try {
    const [pid, , , , socketFolder = ''] = readFileSync(lockFile, 'utf8').split('\n');
    process.kill(Number(pid), 'SIGQUIT');
    rmSync(socketFolder, { recursive: true, force: true });
  } catch {
    // After an orderly stop the file is gone.
  }
}
