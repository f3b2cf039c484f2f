import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Cluster, openCluster } from '#kit/db/cluster.server.ts';
import { runSql } from '#test/database.ts';
import { applyBody, unknownGuest } from '#test/factories/apply-body.ts';
import { isLongForm } from '#test/form.ts';
import { freePort, removeDataDir, type ServerProcess, startServer } from '#test/server-process.ts';
import { type FaultProxy, faultProxy } from '#test/stand-ins/fault-proxy.ts';

// Two servers behind the balancer of ops/haproxy.cfg: readers of cached pages notice nothing of
// faults behind it (docs/decisions/0007).

const places = [...(process.env.PATH ?? '').split(':'), '/usr/sbin'];
const haproxy = places.map((place) => join(place, 'haproxy')).find(existsSync);
if (!haproxy) console.info('skipped: there is no haproxy (Debian: apt-get install haproxy)');

const waitOptions = { timeout: 30_000, interval: 50 };
const outageMs = isLongForm ? 30_000 : 4_000;
const visitors = 8;
const knownPages = ['/', '/search', '/associate/ao'];

describe.skipIf(!haproxy)('behind a balancer', () => {
  let folders: string[];
  let cluster: Cluster;
  let database: FaultProxy;
  let servers: ServerProcess[];
  let balancer: ChildProcess;
  let siteUrl: string;
  let statsUrl: string;
  let env: Record<string, string>;

  beforeAll(async () => {
    folders = await Promise.all([1, 2, 3].map(() => mkdtemp(join(tmpdir(), 'tasuki-balancer-'))));
    // The servers share their store of pictures, as they must.
    const [databaseDir = '', settings = '', dataDir = ''] = folders;
    cluster = await openCluster({ dataDir: databaseDir });
    const socketFolder = new URL(cluster.url.replace('@/', '@x/')).searchParams.get('host') ?? '';
    database = await faultProxy(join(socketFolder, '.s.PGSQL.5432'));
    env = {
      DATABASE_URL: database.url,
      SECRET: 'a secret of thirty-two letters or more',
      TRUST_PROXY: '1',
      DRAIN_SECONDS: '1',
    };
    servers = await Promise.all([1, 2].map(() => startServer(dataDir, env)));
    await runSql(
      cluster.url,
      `insert into associates (id, name, summary, classification) values ('ao', '青い海の会', '', 'npo')`,
    );
    await startBalancer(settings);
    await vi.waitFor(async () => expect(await serversUp()).toEqual(['a', 'b']), waitOptions);
    await seeKnownPages(servers);
  });
  afterAll(async () => {
    balancer?.kill('SIGKILL');
    await Promise.all((servers ?? []).map((server) => server.stop()));
    await database?.close();
    await cluster?.stop();
    await Promise.all((folders ?? []).map(removeDataDir));
  });

  /** The documented example, with local ports and short check intervals. */
  async function startBalancer(folder: string) {
    const [port, statsPort] = [await freePort(), await freePort()];
    const example = await readFile('ops/haproxy.cfg', 'utf8');
    const addresses = servers.map(({ url }) => new URL(url).port);
    const text = example
      .replace(/bind .*/, `bind 127.0.0.1:${port}`)
      .replace('10.0.0.11:3000', `127.0.0.1:${addresses[0]}`)
      .replace('10.0.0.12:3000', `127.0.0.1:${addresses[1]}`)
      .replace('inter 1s', 'inter 100ms');
    const stats = `\nfrontend stats\n    bind 127.0.0.1:${statsPort}\n    stats enable\n    stats uri /\n`;
    const file = join(folder, 'haproxy.cfg');
    await writeFile(file, text + stats);
    balancer = spawn(haproxy ?? '', ['-db', '-f', file], { stdio: 'ignore' });
    siteUrl = `http://127.0.0.1:${port}`;
    statsUrl = `http://127.0.0.1:${statsPort}/;csv`;
  }

  async function serversUp(): Promise<string[]> {
    const lines = (await (await fetch(statsUrl)).text()).split('\n');
    const names = lines[0]?.replace('# ', '').split(',') ?? [];
    return lines
      .slice(1)
      .map((line) => Object.fromEntries(line.split(',').map((cell, at) => [names[at] ?? '', cell])))
      .filter(
        ({ pxname, svname, status }) =>
          pxname === 'tasuki' && svname !== 'BACKEND' && status === 'UP',
      )
      .map(({ svname }) => svname ?? '');
  }

  /** Requests the pages until each server has cached them. */
  async function seeKnownPages(from: readonly ServerProcess[]) {
    for (const { url } of from) {
      for (const page of knownPages) {
        await vi.waitFor(
          async () => expect((await fetch(url + page)).status).toBe(200),
          waitOptions,
        );
      }
    }
  }

  /**
   * Readers that keep requesting cached pages. Returns a function that stops them and counts the
   * responses by kind.
   */
  function keepReading() {
    let isOver = false;
    const seen = new Map<number | string, number>();
    const read = async (at: number) => {
      for (let times = at; !isOver; times++) {
        const page = knownPages[times % knownPages.length] ?? '/';
        const status = await fetch(siteUrl + page).then(
          async (reply) => {
            await reply.arrayBuffer();
            return reply.status;
          },
          (error: Error) => String(error.cause ?? error),
        );
        seen.set(status, (seen.get(status) ?? 0) + 1);
      }
    };
    const reading = Promise.all(Array.from({ length: visitors }, (_, at) => read(at)));
    return async () => {
      isOver = true;
      await reading;
      return Object.fromEntries(seen);
    };
  }

  const apply = async () => {
    const { email, headers } = unknownGuest();
    const reply = await fetch(`${siteUrl}/api/appraisal/apply`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(applyBody({ applicant: { email } })),
    });
    return { status: reply.status, body: await reply.text() };
  };
  const ofServer = /^\{"type":"ServiceUnavailable"/;
  const expectApplicationsTaken = () =>
    vi.waitFor(async () => expect((await apply()).status).toBe(201), waitOptions);
  const healthOf = async (server: ServerProcess | undefined) => {
    const reply = await fetch(`${server?.url}/health`);
    const { parts } = (await reply.json()) as { parts: { name: string; state: string }[] };
    const failing = parts.flatMap(({ name, state }) => (state === 'failing' ? [name] : []));
    return { code: reply.status, failing };
  };

  test('an outage of the database: known pages are there throughout, and the health of parts tells of it', async () => {
    const stopReading = keepReading();
    const began = performance.now();
    await database.fail('refuse');
    expect(await apply()).toMatchObject({ status: 503, body: expect.stringMatching(ofServer) });
    await vi.waitFor(async () => {
      expect(await healthOf(servers[0])).toEqual({ code: 503, failing: ['database'] });
    }, waitOptions);
    await wait(outageMs - (performance.now() - began));
    expect(await serversUp()).toEqual(['a', 'b']);
    await database.mend();
    await expectApplicationsTaken();
    const seen = await stopReading();
    expect(seen).toEqual({ 200: expect.any(Number) });
    expect(seen[200]).toBeGreaterThan(10 * visitors);
    await vi.waitFor(async () => {
      expect(await healthOf(servers[0])).toEqual({ code: 200, failing: [] });
    }, waitOptions);
  }, 120_000);

  test('a held lock: whoever needs it is refused by a server, known pages are there throughout', async () => {
    const holder = new pg.Client({ connectionString: cluster.url });
    await holder.connect();
    onTestFinished(() => holder.end());
    // The application that ended the outage dropped pages: they are known again once they have been read.
    await seeKnownPages(servers);
    const stopReading = keepReading();
    await holder.query('begin; lock table associates, applications in access exclusive mode');
    for (const { status, body } of await Promise.all(Array.from({ length: 60 }, apply))) {
      expect({ status, body }).toEqual({ status: 503, body: expect.stringMatching(ofServer) });
    }
    expect(await serversUp()).toEqual(['a', 'b']);
    await holder.query('rollback');
    await expectApplicationsTaken();
    expect(await stopReading()).toEqual({ 200: expect.any(Number) });
  });

  test('a rolling restart: not one request for a known page fails', async () => {
    const stopReading = keepReading();
    for (const at of [0, 1]) {
      const name = ['a', 'b'][at] ?? '';
      const port = new URL(servers[at]?.url ?? '').port;
      expect(await servers[at]?.stop()).toBe(0);
      expect(await serversUp()).not.toContain(name);
      servers[at] = await startServer(folders[2] ?? '', { ...env, PORT: port });
      await vi.waitFor(async () => expect(await serversUp()).toContain(name), waitOptions);
    }
    expect(await stopReading()).toEqual({ 200: expect.any(Number) });
  });

  test('internal paths are not exposed by the balancer', async () => {
    for (const path of ['/healthz', '/readyz', '/health']) {
      expect((await fetch(siteUrl + path)).status).toBe(404);
    }
  });
});
