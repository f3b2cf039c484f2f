import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from '#kit/http/app.server.ts';
import { silenceMs } from '#kit/http/slow-bodies.server.ts';
import type { Services } from '#start/services.server.ts';
import { removeDataDir, type ServerProcess, startServer } from '#test/server-process.ts';
import { watchSlowness } from '#test/stand-ins/slowness.ts';
import { dataFolder } from './data-folder.ts';
import { openSocket, readReply } from './raw-http.ts';

// Slow clients cannot occupy connections (docs/robustness.md). All cases run together.

const longestMs = 15_000;
const waitOptions = { timeout: 60_000 };
const post = (path: string, length: number) =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;

let dataDir: string;
let server: ServerProcess;
beforeAll(async () => {
  dataDir = await dataFolder('empty');
  server = await startServer(dataDir, { SAMPLE_DATA: 'off' });
});
afterAll(async () => {
  await server?.stop();
  await removeDataDir(dataDir);
});

/** Sends `letter` twice a second while the connection lives. */
async function trickle(socket: Socket, letter: string) {
  while (!socket.destroyed && socket.writable) {
    socket.write(letter);
    await wait(500);
  }
}

/** Lifetime of a connection that sends `start` and then `letter` by `letter`, and what it received. */
async function life(start: string, letter?: string) {
  const socket = await openSocket(server.url);
  const began = performance.now();
  if (start !== '') socket.write(start);
  if (letter !== undefined) void trickle(socket, letter);
  const reply = await readReply(socket);
  return { ms: performance.now() - began, reply };
}

const cases: [who: string, start: string, letter: string | undefined, status: number][] = [
  ['who says nothing', '', undefined, 408],
  ['whose headers never end', 'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ', 'a', 408],
  ['whose body trickles in', post('/api/appraisal/apply', 100_000), ' ', 408],
  ['whose body stops', `${post('/api/appraisal/apply', 100_000)}{`, undefined, 408],
  ['who was refused and sends on', post('/api/csv/appraisal-result', 100_000), ' ', 401],
  ['who keeps a connection for later', 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n', undefined, 200],
];

describe.concurrent('whoever is slow', () => {
  test('is answered and disconnected within 15 s', waitOptions, async ({ expect: expectHere }) => {
    const slowness = watchSlowness(server.url);
    const lives = await Promise.all(
      cases.map(async ([who, start, letter]) => ({ who, ...(await life(start, letter)) })),
    );
    const slowMs = await slowness();
    const results = lives.map(({ who, ms, reply }) => [
      who,
      { status: reply.status, isGoneInTime: ms - slowMs < longestMs },
    ]);
    expectHere(Object.fromEntries(results)).toEqual(
      Object.fromEntries(cases.map(([who, , , status]) => [who, { status, isGoneInTime: true }])),
    );
  });

  test('keeps no other client waiting', async ({ expect: expectHere }) => {
    const sockets = await Promise.all(Array.from({ length: 300 }, () => openSocket(server.url)));
    for (const socket of sockets) {
      socket.on('error', () => undefined);
      socket.write('GET / HTTP/1.1\r\nX-Slow: ');
    }
    // The best of several tries: a busy machine may be slow once.
    let bestMs = Number.POSITIVE_INFINITY;
    for (let tries = 0; tries < 5; tries++) {
      const began = performance.now();
      expectHere((await fetch(`${server.url}/healthz`)).status).toBe(200);
      bestMs = Math.min(bestMs, performance.now() - began);
    }
    expectHere(bestMs).toBeLessThan(1_000);
    for (const socket of sockets) socket.destroy();
  });

  test('may be a handler whose route says so', async ({ expect: expectHere, onTestFinished }) => {
    const security = { traceOf: () => ({ closed: [] }) };
    const app = await buildApp({ security } as unknown as Services, {
      logLevel: 'silent',
      publicUrl: 'http://localhost',
      mount: (scope) =>
        void scope.post(
          '/slow',
          { config: { allow: 'anyone' }, handlerTimeout: 20_000 },
          async () => {
            await wait(silenceMs + 700);
            return { isDone: true };
          },
        ),
    });
    onTestFinished(() => app.close());
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    const socket = await openSocket(url);
    socket.write(`${post('/slow', 2)}{}`);
    const [answer] = await once(socket, 'data');
    expectHere(String(answer)).toContain('{"isDone":true}');
    socket.destroy();
  }, 60_000);
});

test('the log has no defect from it', () => {
  expect(server.output()).not.toMatch(/"level":(50|60)/);
});
