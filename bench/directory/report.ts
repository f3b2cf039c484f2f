import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'vite';
import { serverArgs } from '#bench/server.ts';
import { openCluster } from '#kit/db/cluster.server.ts';
import { connect } from '#kit/db/database.server.ts';
import { migrate } from '#kit/db/migrate.server.ts';
import { jstMonth } from '#kit/values/timestamp.ts';
import { fillOrganisations } from './organisations.ts';

/**
 * `npm run bench -- directory [--keep] [--count N]`: what a directory of that size costs a process
 * while it is loaded, changed and searched. `--keep` leaves the database for the next run.
 */
export async function reportDirectory(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { keep: { type: 'boolean' }, count: { type: 'string', default: '100000' } },
  });
  const count = Number(values.count);
  const dataDir = join(tmpdir(), `tasuki-bench-directory-${count}`);
  const cluster = await openCluster({ dataDir });
  try {
    await migrate(cluster.url);
    await fillWhereEmpty(cluster.url, count);
    console.log(`\n## A directory of ${count} organisations\n`);
    const args = [...serverArgs, '--expose-gc', await built(), cluster.url];
    const measuring = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] });
    const [code] = await once(measuring, 'exit');
    if (code !== 0) throw new Error(`measuring ended with ${code}`);
  } finally {
    await cluster.stop();
    if (!values.keep) await rm(dataDir, { recursive: true, force: true });
  }
}

/** Builds the measured process like the server: reading TypeScript takes more memory than the directory. */
async function built(): Promise<string> {
  const outDir = join('build', 'bench-directory');
  await build({
    configFile: false,
    logLevel: 'error',
    // Packages are bundled, as in the server: loaded one by one they take 150 MB.
    ssr: { noExternal: true, external: ['pg-native'] },
    build: { ssr: join('bench', 'directory', 'measured.ts'), outDir, target: 'node24' },
  });
  return join(outDir, 'measured.js');
}

async function fillWhereEmpty(url: string, count: number): Promise<void> {
  const { db, pool } = connect(url, { statementMs: 60_000 });
  const { rows } = await db.execute('select from associates limit 1');
  if (rows.length === 0) await fillOrganisations(db, count, `${jstMonth(new Date())}-01`);
  await pool.end();
}
