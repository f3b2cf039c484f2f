import { randomUUID } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { type Cluster, openCluster } from '#kit/db/cluster.server.ts';
import { connectionsOf } from '#kit/db/connections.server.ts';
import { runSql } from '#test/database.ts';
import { applyBody, unknownGuest } from '#test/factories/apply-body.ts';
import { openSocket } from '#test/process/raw-http.ts';
import { submit } from '#test/process/writers.ts';
import { removeDataDir, type ServerProcess, startServer } from '#test/server-process.ts';
import { mailServer, messageIdOf, type TestMailServer } from '#test/stand-ins/smtp-server.ts';

// Two processes on one PostgreSQL form one service (docs/robustness.md).

const operator = {
  OPERATOR_EMAIL: 'operator@example.com',
  OPERATOR_PASSWORD: 'a long password 123',
};
const waitOptions = { timeout: 45_000, interval: 50 };

let folders: string[];
let cluster: Cluster;
let mails: TestMailServer;
let servers: ServerProcess[];
let client: pg.Client;
beforeAll(async () => {
  folders = await Promise.all([1, 2, 3].map(() => mkdtemp(join(tmpdir(), 'tasuki-two-'))));
  const [databaseDir = '', ...dataDirs] = folders;
  cluster = await openCluster({ dataDir: databaseDir });
  mails = await mailServer();
  const env = {
    DATABASE_URL: cluster.url,
    SECRET: 'a secret of thirty-two letters or more',
    SMTP_URL: mails.url,
    PUBLIC_URL: 'https://tasuki.example',
    TRUST_PROXY: '1',
    ...operator,
  };
  // Concurrently: the first one migrates and creates the operator.
  servers = await Promise.all(dataDirs.map((dataDir) => startServer(dataDir, env)));
  await runSql(
    cluster.url,
    `insert into associates (id, name, summary, classification) values ('ao', '青い海の会', '', 'npo')`,
  );
  client = new pg.Client({ connectionString: cluster.url });
  await client.connect();
});
afterAll(async () => {
  await client?.end();
  await Promise.all((servers ?? []).map((server) => server.stop()));
  await mails?.close();
  await cluster?.stop();
  await Promise.all(folders.map(removeDataDir));
});

const urlOf = (at: number) => servers[at % servers.length]?.url ?? '';
const count = async (what: string, values: unknown[] = []) =>
  Number((await client.query(`select count(*) as n from ${what}`, values)).rows[0].n);

const post = (at: number, path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(urlOf(at) + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...unknownGuest().headers, ...headers },
    body: JSON.stringify(body),
  });

const anyApplication = () => applyBody({ applicant: { email: unknownGuest().email } });

test('the same submit fifty times, at both: one row, one mail, one response; another body is refused', async () => {
  const key = randomUUID();
  const email = `${key}@tasuki.example`;
  const body = applyBody({ applicant: { email } });
  const answers = await Promise.all(
    Array.from({ length: 50 }, async (_, at) => {
      const reply = await post(at, '/api/appraisal/apply', body, { 'idempotency-key': key });
      // A slow machine may run out of connections: refused with 503.
      if (reply.status === 503) return undefined;
      return { status: reply.status, text: await reply.text() };
    }),
  );
  const answered = answers.filter((answer) => answer !== undefined);
  expect(new Set(answered.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(answered[0]?.status).toBe(201);
  expect(await count('applications where email = $1', [email])).toBe(1);
  expect(await count('outbox_mails where recipient = $1', [email])).toBe(1);

  const changed = applyBody({ applicant: { email, firstName: '次郎' } });
  for (const at of [0, 1]) {
    const reply = await post(at, '/api/appraisal/apply', changed, { 'idempotency-key': key });
    expect(reply.status).toBe(409);
  }
  expect(await count('applications where email = $1', [email])).toBe(1);
});

test('a submit whose response was lost gets it from the other process, and is done once', async () => {
  const key = randomUUID();
  const email = `${key}@tasuki.example`;
  const bytes = JSON.stringify(applyBody({ applicant: { email } }));
  const socket = await openSocket(urlOf(0));
  socket.write(
    `POST /api/appraisal/apply HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nIdempotency-Key: ${key}\r\nContent-Length: ${Buffer.byteLength(bytes)}\r\n\r\n${bytes}`,
  );
  await vi.waitFor(async () => {
    expect(await count('applications where email = $1', [email])).toBe(1);
  }, waitOptions);
  socket.resetAndDestroy();
  const { rows } = await client.query('select appraisal_id from applications where email = $1', [
    email,
  ]);
  const again = await submit({ url: urlOf(1), associateId: 'ao', key });
  expect(again).toBe(rows[0].appraisal_id);
  expect(await count('applications where email = $1', [email])).toBe(1);
  expect(await count('outbox_mails where recipient = $1', [email])).toBe(1);
});

test('tries are counted together: beyond 25 at one e-mail from one address both ask to wait', async () => {
  const { headers } = unknownGuest();
  const statusOfTry = async (at: number) => {
    const body = { email: operator.OPERATOR_EMAIL, password: `wrong ${at} wrong` };
    return (await post(at, '/api/auth/sign-in/email', body, headers)).status;
  };
  for (let at = 0; at < 25; at++) expect(await statusOfTry(at)).toBe(400);
  expect(await Promise.all([statusOfTry(0), statusOfTry(1)])).toEqual([429, 429]);
});

test('a sign-out at one ends the token at the other within a second', async () => {
  const [email, password] = [`${randomUUID()}@tasuki.example`, 'a long password'];
  const signedUp = await post(0, '/api/auth/sign-up/email', { email, password });
  const cookie = signedUp.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const renewed = await fetch(`${urlOf(0)}/api/auth/token`, { headers: { cookie } });
  const { token } = (await renewed.json()) as { token: string };
  const headers = { authorization: `Bearer ${token}` };
  const names = { lastName: '髙橋', firstName: '花子' };
  expect((await post(0, '/api/users', names, headers)).status).toBe(201);
  const ask = async () => (await fetch(`${urlOf(1)}/api/users/account`, { headers })).status;
  expect(await ask()).toBe(200);

  expect((await post(0, '/api/auth/sign-out', {}, { cookie })).status).toBe(200);
  const ended = performance.now();
  // The last request that was early enough to be accepted as before.
  let lastHeardMs = 0;
  await vi.waitFor(
    async () => {
      const askedMs = performance.now() - ended;
      const status = await ask();
      if (status === 200) lastHeardMs = askedMs;
      expect(status).toBe(401);
    },
    { timeout: 20_000, interval: 20 },
  );
  expect(lastHeardMs).toBeLessThan(1_000);
});

test('a held lock takes no more backends than the pools have, others get in, and its end frees them at once', async () => {
  const applyAtBoth = () =>
    Promise.all(
      Array.from({ length: 120 }, async (_, at) => {
        const reply = await post(at, '/api/appraisal/apply', anyApplication());
        await reply.arrayBuffer();
        return reply.status;
      }),
    );
  const holder = new pg.Client({ connectionString: cluster.url });
  await holder.connect();
  onTestFinished(() => holder.end());
  await holder.query('begin; lock table applications, topic_versions in access exclusive mode');
  const most: Record<string, number> = {};
  let isLocked = true;
  const watching = (async () => {
    while (isLocked) {
      // Like a database administrator: over a new connection.
      const other = new pg.Client({ connectionString: cluster.url });
      await other.connect();
      const { rows } = await other.query(
        `select application_name as name, count(*)::int as open from pg_stat_activity
         where application_name like 'tasuki%' group by 1`,
      );
      for (const { name, open } of rows) most[name] = Math.max(most[name] ?? 0, open);
      await other.end();
    }
  })();
  // Refused callers retry, and find the old connections closed.
  for (let round = 0; round < 3; round++) {
    expect(new Set(await applyAtBoth())).toEqual(new Set([503]));
  }
  isLocked = false;
  await watching;
  const { forRequests, forJobs } = connectionsOf(1);
  expect(most.tasuki).toBeLessThanOrEqual(2 * forRequests);
  expect(most['tasuki work'] ?? 0).toBeLessThanOrEqual(2 * forJobs);
  expect(most['tasuki topics']).toBeLessThanOrEqual(2);
  await holder.query('rollback');
  const ended = performance.now();
  await vi.waitFor(async () => {
    for (const at of [0, 1]) {
      expect((await post(at, '/api/appraisal/apply', anyApplication())).status).toBe(201);
    }
  }, waitOptions);
  expect(performance.now() - ended).toBeLessThan(2_000);
  await vi.waitFor(async () => {
    expect(
      await count(`pg_stat_activity where application_name = 'tasuki' and state = 'active'`),
    ).toBe(0);
  }, waitOptions);
});

test('every mail is sent once, whoever wrote it', async () => {
  const keys = Array.from({ length: 40 }, () => randomUUID());
  for (const half of [keys.slice(0, 20), keys.slice(20)]) {
    const sent = half.map((key, at) => submit({ url: urlOf(at), associateId: 'ao', key }));
    expect(await Promise.all(sent)).toEqual(half.map(() => expect.any(String)));
  }
  await vi.waitFor(async () => {
    expect(await count(`outbox_mails where state <> 'sent'`)).toBe(0);
  }, waitOptions);
  const ids = mails.accepted.map(messageIdOf);
  expect(ids.length).toBe(await count('outbox_mails'));
  expect(new Set(ids).size).toBe(ids.length);
});

test('none of it was a defect to either', () => {
  for (const server of servers) expect(server.output()).not.toMatch(/"level":(50|60)/);
});
