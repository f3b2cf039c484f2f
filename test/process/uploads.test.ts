import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { phonePicture, pictureForm } from '#test/factories/pictures.ts';
import { removeDataDir, type ServerProcess, startServer } from '#test/server-process.ts';
import { signIn } from '#test/sign-in.ts';
import { dataFolder } from './data-folder.ts';
import { openSocket, readReply } from './raw-http.ts';

// Picture uploads to a real process: interrupted ones, and many at once.

const operator = { OPERATOR_EMAIL: 'op@tasuki.example', OPERATOR_PASSWORD: 'a long password' };
const path = '/api/upload/image/users/profile';

let dataDir: string;
let server: ServerProcess;
let authorization: string;
let picture: Buffer;
beforeAll(async () => {
  dataDir = await dataFolder('empty');
  server = await startServer(dataDir, { SAMPLE_DATA: 'off', ...operator });
  const { OPERATOR_EMAIL, OPERATOR_PASSWORD } = operator;
  authorization = `Bearer ${await signIn(server.url, OPERATOR_EMAIL, OPERATOR_PASSWORD)}`;
  picture = await phonePicture();
});
afterAll(async () => {
  await server?.stop();
  await removeDataDir(dataDir);
});

const storedFiles = () => readdir(join(dataDir, 'images')).catch(() => []);
const upload = () => {
  const { payload, headers } = pictureForm(picture);
  return fetch(server.url + path, {
    method: 'POST',
    headers: { ...headers, authorization },
    body: new Uint8Array(payload),
  });
};

test.each([0.01, 0.5, 0.99])(
  'an upload that breaks off after %d of it leaves no file',
  async (share) => {
    const before = await storedFiles();
    const { payload, headers } = pictureForm(picture);
    const head = Object.entries({ ...headers, authorization, 'content-length': payload.length })
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('');
    const part = payload.subarray(0, Math.floor(payload.length * share));
    const begin = Buffer.from(`POST ${path} HTTP/1.1\r\nHost: localhost\r\n${head}\r\n`);

    const ended = await openSocket(server.url);
    ended.write(Buffer.concat([begin, part]));
    ended.end();
    const { status, body } = await readReply(ended);
    expect(status).toBe(400);
    expect(JSON.parse(body).message).toMatch(/[ぁ-ん]/);

    const torn = await openSocket(server.url);
    await new Promise((resolve) => torn.write(Buffer.concat([begin, part]), resolve));
    torn.resetAndDestroy();
    expect((await fetch(`${server.url}/health`)).status).toBe(200);
    expect(await storedFiles()).toEqual(before);
  },
);

test('while twenty large pictures are encoded, pages and the API respond in between', async () => {
  let isUnderWay = true;
  const uploads = Promise.all(Array.from({ length: 20 }, upload)).finally(() => {
    isUnderWay = false;
  });
  const began = performance.now();
  let answers = 0;
  let slowestMs = 0;
  while (isUnderWay) {
    const asked = performance.now();
    const reply = await fetch(server.url + (answers % 2 === 0 ? '/' : '/api/my-pledges'));
    await reply.arrayBuffer();
    expect(reply.status).toBe(200);
    slowestMs = Math.max(slowestMs, performance.now() - asked);
    answers += 1;
  }
  const tookMs = performance.now() - began;
  expect((await uploads).map(({ status }) => status)).toEqual(Array(20).fill(200));
  // Had the uploads blocked others, some request would have waited for most of them.
  expect(answers).toBeGreaterThan(20);
  expect(slowestMs).toBeLessThan(tookMs / 3);
  // Of twenty pictures by one person one is kept: nine files, none of the others.
  expect(await storedFiles()).toHaveLength(9);
});

test('all this took less memory than a gigabyte, and was no defect to the server', async () => {
  const status = await readFile(`/proc/${server.process.pid}/status`, 'utf8').catch(() => '');
  const peakKb = Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0);
  expect(peakKb).toBeLessThan(1024 * 1024);
  expect(server.output()).not.toMatch(/"level":(50|60)|unexpected error|UnhandledPromise/);
});
