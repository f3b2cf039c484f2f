import pg from 'pg';

/** Whom `initdb` makes: for preparing the database, never for the server's own statements. */
export const superuser = 'tasuki';
/** Whom the server is to its database: the owner of that one, who may do nothing to the rest. */
export const serverRole = 'tasuki_server';
export const databaseName = 'tasuki';

/** The URL of a database whose socket lies in this folder. */
export const socketUrl = (user: string, socketFolder: string): string =>
  `postgresql://${user}@/${databaseName}?host=${encodeURIComponent(socketFolder)}`;

const restrictions = 'LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS';

/** Makes the server's role, or takes from it what it may not; whoever else does the same meanwhile. */
export async function prepareRole(admin: pg.Client): Promise<void> {
  const { rows } = await admin.query(
    `SELECT rolcanlogin AND NOT (rolsuper OR rolcreatedb OR rolcreaterole OR rolreplication OR rolbypassrls)
       AND has_parameter_privilege(oid, 'session_replication_role', 'SET') AS ready
     FROM pg_roles WHERE rolname = $1`,
    [serverRole],
  );
  if (rows[0]?.ready) return;
  if (!rows[0]) await admin.query(`CREATE ROLE ${serverRole}`).catch(unlessThere);
  await admin.query(`ALTER ROLE ${serverRole} ${restrictions}`).catch(unlessAtOnce);
  // For loading large samples (sample/set-aside.ts); the owner of a table may drop its triggers anyway.
  await admin
    .query(`GRANT SET ON PARAMETER session_replication_role TO ${serverRole}`)
    .catch(unlessAtOnce);
}

const codeOf = (error: unknown) => (error as { code?: string }).code ?? '';
function unlessThere(error: unknown): void {
  if (!['42710', '23505'].includes(codeOf(error))) throw error;
}
/** Another start changes the same row to the same. */
function unlessAtOnce(error: unknown): void {
  if (!/concurrently/.test((error as Error).message) && codeOf(error) !== '23505') throw error;
}

/** Makes the database, or gives the server's role one that the superuser still owns, with all in it. */
export async function prepareDatabase(admin: pg.Client, socketFolder: string): Promise<void> {
  const { rows } = await admin.query(
    'SELECT pg_get_userbyid(datdba) AS owner FROM pg_database WHERE datname = $1',
    [databaseName],
  );
  if (rows[0]?.owner === serverRole) return;
  if (!rows[0]) {
    await admin.query(`CREATE DATABASE ${databaseName} OWNER ${serverRole}`);
    return;
  }
  const client = new pg.Client({ connectionString: socketUrl(superuser, socketFolder) });
  // The statement that fails says so.
  client.on('error', () => undefined);
  await client.connect();
  // One statement, so all of it or nothing.
  await client.query(givingAway).finally(() => client.end());
}

/**
 * REASSIGN OWNED refuses to touch what the first superuser owns, since the system itself is among it.
 * Indexes, the sequences of columns and the types of tables go with their table; what an extension brought
 * stays.
 */
const givingAway = `DO $$
DECLARE
  command text;
BEGIN
  SET LOCAL search_path = pg_catalog;
  FOR command IN
    WITH schemas AS (
      SELECT oid, nspname, nspowner FROM pg_namespace
      WHERE nspname NOT LIKE 'pg\\_%' AND nspname <> 'information_schema'
    ), mine AS (SELECT '${superuser}'::regrole::oid AS role),
    fixed AS (
      SELECT classid, objid FROM pg_depend
      WHERE deptype = 'e' OR deptype IN ('a', 'i') AND classid = 'pg_class'::regclass
        AND (SELECT relkind FROM pg_class WHERE pg_class.oid = objid) = 'S'
    )
    SELECT format('schema %I', nspname) FROM schemas, mine WHERE nspowner = role
    UNION ALL
    SELECT format('%s %s', CASE relkind WHEN 'S' THEN 'sequence' WHEN 'v' THEN 'view'
        WHEN 'm' THEN 'materialized view' WHEN 'c' THEN 'type' ELSE 'table' END, c.oid::regclass)
      FROM pg_class c JOIN schemas ON relnamespace = schemas.oid, mine
      WHERE relowner = role AND relkind IN ('r', 'p', 'v', 'm', 'S', 'c')
        AND (c.tableoid, c.oid) NOT IN (SELECT classid, objid FROM fixed)
    UNION ALL
    SELECT format('routine %s', p.oid::regprocedure)
      FROM pg_proc p JOIN schemas ON pronamespace = schemas.oid, mine
      WHERE proowner = role AND (p.tableoid, p.oid) NOT IN (SELECT classid, objid FROM fixed)
    UNION ALL
    SELECT format('type %s', t.oid::regtype)
      FROM pg_type t JOIN schemas ON typnamespace = schemas.oid, mine
      WHERE typowner = role AND typtype IN ('e', 'd', 'r')
        AND (t.tableoid, t.oid) NOT IN (SELECT classid, objid FROM fixed)
    UNION ALL
    SELECT 'database ${databaseName}'
  LOOP
    EXECUTE format('ALTER %s OWNER TO ${serverRole}', command);
  END LOOP;
END $$`;
