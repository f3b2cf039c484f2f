import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { sql } from 'drizzle-orm';
import { migrationState, ownMigrationCount } from '#kit/db/migrate.server.ts';
import { version } from '#kit/db/version.server.ts';
import { runCommand, withDatabase } from '#start/command.server.ts';

const usage = 'npm run version -- [--json]';

const read = () => parseArgs({ options: { json: { type: 'boolean', default: false } } }).values;

/** The commit of a working copy, or of an image that names it; undefined elsewhere. */
function commit(): string | undefined {
  if (process.env.COMMIT) return process.env.COMMIT;
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  } catch {
    return undefined;
  }
}

// `npm run version`: the versions of product, database and Node.js, and the migrations of both sides.
await runCommand({ usage, read }, ({ json }, env) =>
  withDatabase(env, { asItIs: true, mayBeRunning: true }, async (db) => {
    const { pending, unknown, writtenBy } = await migrationState(db);
    const { rows } = await db.execute<{ version: string }>(
      sql`select current_setting('server_version') as version`,
    );
    const facts = {
      version,
      commit: commit(),
      node: process.version,
      postgresql: rows[0]?.version,
      database: env.DATABASE_URL === '' ? 'embedded' : 'server',
      migrations: { own: ownMigrationCount(), pending: pending.length, unknown: unknown.length },
    };
    if (json) {
      console.log(JSON.stringify(facts, undefined, 2));
      return;
    }
    console.log(`たすき ${version}${facts.commit ? `（${facts.commit}）` : ''}`);
    console.log(`Node.js ${facts.node}、PostgreSQL ${facts.postgresql}（${facts.database}）`);
    console.log(
      unknown.length > 0
        ? `データベースは、より新しい版${writtenBy ? `（${writtenBy}）` : ''}のものです。`
        : pending.length > 0
          ? `データベースの更新が${pending.length}件、起動のときに行われます。`
          : `データベースは、この版のものです（更新${facts.migrations.own}件）。`,
    );
  }),
);
