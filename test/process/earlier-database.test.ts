import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCluster } from '#kit/db/cluster.server.ts';
import { connect } from '#kit/db/database.server.ts';
import { migrate } from '#kit/db/migrate.server.ts';
import { runSql } from '#test/database.ts';
import { wholeDatabase } from '#test/factories/whole-database.ts';
import { schemaOf } from '#test/fixtures/schema-of.ts';
import { freePort, removeDataDir, spawnServer } from '#test/server-process.ts';

// The start and every command refuse a database of 0.1.0 and leave it unchanged.

let dataDir: string;
let otherDir: string;
let before: unknown;

/** Complete content of the database: schema, rows and recorded migrations. */
async function contentOf(url: string) {
  const { db, pool } = connect(url);
  try {
    const recorded = await db.execute('select * from drizzle.__drizzle_migrations order by id');
    return [await schemaOf(url), await wholeDatabase(db), recorded.rows];
  } finally {
    await pool.end();
  }
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tasuki-earlier-'));
  otherDir = await mkdtemp(join(tmpdir(), 'tasuki-earlier-'));
  const cluster = await openCluster({ dataDir });
  await migrate(cluster.url);
  // As 0.1.0 recorded its last migration.
  await runSql(
    cluster.url,
    `update drizzle.__drizzle_migrations set hash = 'of 0.1.0 ' || id, created_at = 1795661092634`,
  );
  before = await contentOf(cluster.url);
  await cluster.stop();
});
afterAll(async () => {
  await Promise.all([dataDir, otherDir].map(removeDataDir));
});

const commands = [
  ['src/start/sample/main.server.ts'],
  ['src/start/sample/main.server.ts', '--remove'],
  ['src/start/commands/sums.server.ts', '--repair'],
  ['src/start/commands/reseal.server.ts'],
  ['src/start/commands/sign-out.server.ts', '--everybody'],
];

type Env = Record<string, string>;
type Programs = { processes: string[]; commands: string[][] };

/** Output and exit codes of starts with this many processes, and of commands. */
async function refusals(env: Env, { processes, commands }: Programs) {
  const said: Record<string, { code: number; lines: string[] }> = {};
  const note = async (name: string, child: ReturnType<typeof spawnServer>) => {
    const [errors, [code]] = await Promise.all([text(child.stderr as never), once(child, 'exit')]);
    said[name] = { code, lines: errors.trim().split('\n') };
  };
  for (const WEB_CONCURRENCY of processes) {
    const PORT = String(await freePort());
    await note(
      `start of ${WEB_CONCURRENCY}`,
      spawnServer(env.DATA_DIR ?? '', { ...env, PORT, WEB_CONCURRENCY }),
    );
  }
  for (const command of commands) {
    const child = spawn(process.execPath, command, {
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    await note(command.join(' '), child);
  }
  return said;
}

/** Every program exits with 1 and the same line. */
function expectRefused(said: Awaited<ReturnType<typeof refusals>>) {
  expect(Object.keys(said).length).toBeGreaterThan(1);
  for (const [name, { code, lines }] of Object.entries(said)) {
    expect(code, name).toBe(1);
    expect(lines, name).toHaveLength(1);
    expect(lines[0], name).toMatch(
      /0\.9\.0より前の版で作られたもの.+ \/ .+made by a version before 0\.9\.0/,
    );
  }
}

test('the embedded database of 0.1.0 is refused by the start and by every command, and stays as it is', async () => {
  expectRefused(await refusals({ DATA_DIR: dataDir }, { processes: ['1', '2'], commands }));
  const cluster = await openCluster({ dataDir });
  const after = await contentOf(cluster.url).finally(() => cluster.stop());
  expect(after).toEqual(before);
}, 240_000);

test('the database of 0.1.0 that DATABASE_URL names is refused as well', async () => {
  const cluster = await openCluster({ dataDir });
  try {
    const env = {
      DATA_DIR: otherDir,
      DATABASE_URL: cluster.url,
      SECRET: 'a secret of thirty-two letters or more',
    };
    const programs = {
      processes: ['1'],
      commands: [['src/start/commands/sums.server.ts', '--repair']],
    };
    expectRefused(await refusals(env, programs));
    expect(await contentOf(cluster.url)).toEqual(before);
  } finally {
    await cluster.stop();
  }
}, 240_000);
