import type pg from 'pg';
import { earlierDatabase } from '#kit/db/earlier-database.server.ts';

/** Superuser that `initdb` makes: prepares the database, never runs the server's statements. */
export const superuser = 'tasuki';
/** Role of the server: owns its own database, has no rights beyond it. */
export const serverRole = 'tasuki_server';
export const databaseName = 'tasuki';

/** URL of a database with its socket in this folder. */
export const socketUrl = (user: string, socketFolder: string): string =>
  `postgresql://${user}@/${databaseName}?host=${encodeURIComponent(socketFolder)}`;

const restrictions = 'LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS';

/** Creates the server's role or removes excess rights from it. Safe to run concurrently. */
export async function prepareRole(admin: pg.Client): Promise<void> {
  const { rows } = await admin.query(
    `SELECT rolcanlogin AND NOT (rolsuper OR rolcreatedb OR rolcreaterole OR rolreplication OR rolbypassrls)
       AND has_parameter_privilege(oid, 'session_replication_role', 'SET') AS ready
     FROM pg_roles WHERE rolname = $1`,
    [serverRole],
  );
  if (rows[0]?.ready) return;
  if (!rows[0]) await admin.query(`CREATE ROLE ${serverRole}`).catch(ignoreExisting);
  await admin.query(`ALTER ROLE ${serverRole} ${restrictions}`).catch(ignoreConcurrent);
  // For loading large samples (sample/set-aside.ts); a table's owner can drop its triggers anyway.
  await admin
    .query(`GRANT SET ON PARAMETER session_replication_role TO ${serverRole}`)
    .catch(ignoreConcurrent);
}

const codeOf = (error: unknown) => (error as { code?: string }).code ?? '';
function ignoreExisting(error: unknown): void {
  if (!['42710', '23505'].includes(codeOf(error))) throw error;
}
/** Ignores that a concurrent start made the same change. */
function ignoreConcurrent(error: unknown): void {
  if (!/concurrently/.test((error as Error).message) && codeOf(error) !== '23505') throw error;
}

/** Creates the server's database. Refuses one that the superuser owns, as before 0.9.0. */
export async function prepareDatabase(admin: pg.Client): Promise<void> {
  const { rows } = await admin.query(
    'SELECT pg_get_userbyid(datdba) AS owner FROM pg_database WHERE datname = $1',
    [databaseName],
  );
  if (rows[0]?.owner === serverRole) return;
  if (rows[0]) throw earlierDatabase();
  await admin.query(`CREATE DATABASE ${databaseName} OWNER ${serverRole}`);
}
