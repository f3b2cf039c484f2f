import { once } from 'node:events';
import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { connectForWork } from '#kit/db/database.server.ts';
import { sampleRecord } from '#kit/db/sample-state.server.ts';
import { differences } from '#money/sums/check-sums.server.ts';
import { defaultSample } from '#start/sample/load-sample.server.ts';
import { isLongForm, seed } from '#test/form.ts';
import {
  collected,
  databaseUrlOf,
  freePort,
  removeDataDir,
  type ServerProcess,
  spawnServer,
  startServer,
} from '#test/server-process.ts';

// First starts on a busy machine: several at once, each with a database of its own on the same
// disk, and with statements that take three seconds. They become ready with the complete sample,
// even after being killed and restarted.

/** One in this many statements is slow. */
const slowEvery = isLongForm ? 1 : 50;
console.info(
  isLongForm
    ? 'First starts: 8 at once, and each statement three seconds late.'
    : 'First starts: 2 at once, one of them killed before, and one statement of 50 three seconds late; npm test -- long takes 8, and each.',
);

const minuteMs = 60_000;
const maxStartMs = (isLongForm ? 60 : 5) * minuteMs;

let folders: string[] = [];
let running: ServerProcess[] = [];
afterEach(async () => {
  await Promise.all(running.map((server) => server.kill()));
  await Promise.all(folders.map(removeDataDir));
  [folders, running] = [[], []];
});

async function dataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tasuki-first-'));
  folders.push(folder);
  return folder;
}

const slowly = {
  NODE_OPTIONS: `--import ${join(import.meta.dirname, '..', 'stand-ins', 'slow-statements.ts')}`,
  SLOW_STATEMENT_MS: '3000',
  SLOW_STATEMENT_EVERY: String(slowEvery),
};

/** Starts it and logs after how many seconds it was ready. */
async function start(
  what: string,
  dataDir: string,
  env: Record<string, string> = {},
): Promise<ServerProcess> {
  const began = performance.now();
  const server = await startServer(dataDir, env, undefined, maxStartMs);
  running.push(server);
  const seconds = (performance.now() - began) / 1000;
  console.info(`${what}: ready after ${seconds.toFixed(1)} s`);
  return server;
}

/** Kills a start with -9 as soon as it reaches this moment. */
async function killedAt(
  moment: Moment | undefined,
  dataDir: string,
  env: Record<string, string> = {},
): Promise<void> {
  const child = spawnServer(dataDir, { PORT: String(await freePort()), ...env });
  const output = collected(child);
  const ended = once(child, 'exit');
  while (moment && !(await moment.hasCome(dataDir))) {
    if (child.exitCode !== null) throw new Error(`it has ended before that:\n${output()}`);
    await wait(5);
  }
  child.kill('SIGKILL');
  await ended;
}

type Moment = { name: string; hasCome(dataDir: string): Promise<boolean> };

/** Whether a statement finds a row in a database that may not exist yet. */
async function finds(dataDir: string, statement: string): Promise<boolean> {
  try {
    const { db, pool } = connectForWork(await databaseUrlOf(dataDir), { maxConnections: 1 });
    const { rows } = await db.execute(statement).finally(() => pool.end());
    return rows.length > 0;
  } catch {
    return false;
  }
}

const active = (what: string) =>
  `select from pg_stat_activity where datname = 'tasuki' and state <> 'idle' and ${what}`;
const moments: Moment[] = [
  {
    name: 'while its database is made',
    hasCome: async (dataDir) =>
      (await readdir(dataDir)).some((name) => name.startsWith('postgres.new-')),
  },
  {
    name: 'while its tables are made',
    hasCome: (dataDir) => finds(dataDir, active("query ~* 'create (table|schema|index|function)'")),
  },
  {
    name: 'while the sample is loaded',
    hasCome: (dataDir) =>
      finds(dataDir, active("application_name = 'tasuki work' and query ~* '^copy'")),
  },
];

const counts = ['associates', 'users', 'donations', 'pledges', 'campaigns', 'images']
  .concat('closed_months', 'remittance_runs')
  .map((table) => `(select count(*)::int from ${table}) as ${table}`);

/** Counts of every complete sample. */
let counted: object | undefined;

/** `ready` is the address to ask: slow statements are an alarm in the health of parts, and rightly so. */
async function expectWhole(
  { url, output }: ServerProcess,
  dataDir: string,
  ready: '/health' | '/readyz' = '/health',
): Promise<void> {
  expect((await fetch(url + ready)).status).toBe(200);
  expect(output()).not.toMatch(/"level":(50|60)/);
  const { db, pool } = connectForWork(await databaseUrlOf(dataDir), { maxConnections: 1 });
  try {
    const { signIns = [], ...record } = (await sampleRecord(db)) ?? {};
    expect(record).toMatchObject(defaultSample);
    expect(output()).toContain(signIns[0]?.password);
    const { rows } = await db.execute(`select ${counts.join(', ')}`);
    expect(rows[0]).toMatchObject({ associates: defaultSample.associates });
    counted ??= rows[0];
    expect(rows[0]).toEqual(counted);
    expect(await differences(db)).toEqual([]);
  } finally {
    await pool.end();
  }
}

/** For each concurrent start, the moment at which it is killed first, if any. */
const crowds: [what: string, moments: (Moment | undefined)[]][] = isLongForm
  ? [
      ['many first starts at once', Array.from({ length: 8 }, () => undefined)],
      [
        'killed with -9 anywhere and begun again, many at once',
        Array.from({ length: 8 }, (_, index) => moments[index % moments.length]),
      ],
    ]
  : [
      [
        'two first starts at once, one of them killed with -9 and begun again,',
        [undefined, moments[(seed + 1) % moments.length]],
      ],
    ];

test.each(crowds)(
  '%s become ready, each with the whole sample',
  async (what, killed) => {
    const dataDirs = await Promise.all(killed.map(dataFolder));
    await Promise.all(
      dataDirs.map((dataDir, index) => {
        const moment = killed[index];
        return moment && killedAt(moment, dataDir);
      }),
    );
    const begun = await Promise.all(dataDirs.map((dataDir) => start(what, dataDir)));
    for (const [index, server] of begun.entries()) await expectWhole(server, dataDirs[index] ?? '');
  },
  (isLongForm ? 15 : 5) * minuteMs,
);

test(
  'with statements that take three seconds it becomes ready and whole, also killed and begun again, and says what it waits for',
  async () => {
    const dataDir = await dataFolder();
    const moment = isLongForm ? moments[2] : moments[seed % moments.length];
    await killedAt(moment, dataDir, slowly);
    const server = await start('slow statements', dataDir, slowly);
    expect(server.output()).toMatch(
      /^見本データの読み込みを待っています（\d+秒たちました）。 \/ Waiting for the sample data to be loaded \(\d+ s so far\)\.$/m,
    );
    await expectWhole(server, dataDir, '/readyz');
  },
  (isLongForm ? 90 : 10) * minuteMs,
);
