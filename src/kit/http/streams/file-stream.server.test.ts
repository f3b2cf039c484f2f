import { once } from 'node:events';
import { Readable } from 'node:stream';
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp } from '#kit/http/app.server.ts';
import type { Services } from '#start/services.server.ts';
import { openSocket, readReply } from '#test/process/raw-http.ts';
import { fileStream } from './file-stream.server.ts';

const limits = { handlerMs: 300, silenceMs: 900 };
const part = Buffer.alloc(1_000, 'a');

/** Longer than the handler timeout, with pauses shorter than the idle timeout. */
async function* flowing() {
  for (let parts = 0; parts < 5; parts++) {
    yield part;
    await wait(100);
  }
}
async function* failing() {
  yield part;
  throw new Error('the database went away');
}
/** Stalls after its first part, until the test's end. */
const end = Promise.withResolvers<void>();
async function* silent() {
  yield part;
  await end.promise;
}
async function* refused() {
  await wait(0);
  throw new Error('no first part');
  // biome-ignore lint/correctness/noUnreachable: it makes this a source of parts.
  yield part;
}
const sources = { flowing, failing, silent, refused };

let app: Awaited<ReturnType<typeof buildApp>>;
let url: string;
beforeAll(async () => {
  const services = {
    security: { traceOf: () => ({ closed: [] }) },
    defects: { report: () => undefined },
  };
  app = await buildApp(services as unknown as Services, {
    ...{ logLevel: 'silent', publicUrl: 'http://localhost', limits },
    mount(scope) {
      const config = { allow: 'anyone' } as const;
      for (const [name, source] of Object.entries(sources)) {
        scope.get(`/${name}`, { config }, async (_request, reply) =>
          reply.type('text/csv').send(await fileStream(source())),
        );
      }
      scope.get('/late', { config }, () => end.promise);
    },
  });
  url = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  end.resolve();
  await app.close();
});

const download = async (path: string) => (await fetch(url + path)).arrayBuffer();

/** As proxies without chunked encoding request it: the response ends with its connection. */
async function downloadBy10(path: string) {
  const socket = await openSocket(url);
  socket.write(`GET ${path} HTTP/1.0\r\nHost: localhost\r\n\r\n`);
  return readReply(socket);
}

test('a file that flows is whole, however long it takes', async () => {
  expect((await download('/flowing')).byteLength).toBe(5_000);
  const reply = await downloadBy10('/flowing');
  expect([reply.body.length, reply.isEndedInOrder]).toEqual([5_000, true]);
});

test.each(['/failing', '/silent'])(
  '%s breaks off, so that nobody has a whole file',
  async (path) => {
    await expect(download(path)).rejects.toThrow();
    expect((await downloadBy10(path)).isEndedInOrder).toBe(false);
  },
);

test('what fails before the first part is a refusal with its status', async () => {
  expect((await fetch(`${url}/refused`)).status).toBe(500);
});

test('a handler without a response is answered at its limit', async () => {
  const reply = await fetch(`${url}/late`);
  expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '5']);
});

test('no more parts are made than one ahead of what is taken', async () => {
  let made = 0;
  let isEnded = false;
  async function* many() {
    try {
      for (; made < 1_000; made++) yield Buffer.alloc(100_000);
    } finally {
      isEnded = true;
    }
  }
  const stream = await fileStream(many());
  stream.read();
  for (let turns = 0; turns < 100; turns++) await turn();
  expect(made).toBeLessThanOrEqual(4);
  stream.destroy();
  await once(stream, 'close');
  expect([isEnded, stream instanceof Readable]).toEqual([true, true]);
});
