import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ErrorBody } from '#kit/errors/error-body.ts';
import { runSql } from '#test/database.ts';
import { applyBody } from '#test/factories/apply-body.ts';
import {
  databaseUrlOf,
  removeDataDir,
  type ServerProcess,
  startServer,
} from '#test/server-process.ts';
import { signIn } from '#test/sign-in.ts';
import { dataFolder } from './data-folder.ts';
import { openSocket, type RawReply, readReply, sendRaw } from './raw-http.ts';

// Any input over real sockets to a real process gets a readable response, or none.

const operator = {
  OPERATOR_EMAIL: 'operator@example.com',
  OPERATOR_PASSWORD: 'a long password 123',
};
const japanese = /[ぁ-ヿ一-鿿]/;
const megabyte = 1024 * 1024;

let dataDir: string;
let server: ServerProcess;
beforeAll(async () => {
  dataDir = await dataFolder('empty');
  server = await startServer(dataDir, { SAMPLE_DATA: 'off', ...operator });
});
afterAll(async () => {
  await server?.stop();
  await removeDataDir(dataDir);
});

/** Bytes of a request that closes its connection. */
function request(line: string, headers: Record<string, string> = {}, body = ''): Buffer {
  const all = { Host: 'localhost', Connection: 'close', ...headers };
  const length = body === '' ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
  const lines = Object.entries({ ...length, ...all }).map(([name, value]) => `${name}: ${value}`);
  return Buffer.from(`${line} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
}

const json = { 'Content-Type': 'application/json' };
const apply = (body: string, headers: Record<string, string> = json) =>
  request('POST /api/appraisal/apply', headers, body);
const encoded = (value: unknown) => JSON.stringify(value);
const named = (lastName: string) => applyBody({ applicant: { lastName } });
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
const manyHeaders = Object.fromEntries(Array.from({ length: 3_000 }, (_, n) => [`X-${n}`, '1']));

/** A request with a chunked body. */
const chunked = (body: string) =>
  Buffer.from(
    'POST /api/appraisal/apply HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n' +
      `Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${body}`,
  );
const bigChunk = `200000\r\n${' '.repeat(2 * megabyte)}\r\n0\r\n\r\n`;
const keyword = 'あ'.repeat(megabyte / 3);

/** Input, and the allowed statuses with an error body. */
const refused: [what: string, bytes: Buffer, statuses: number[]][] = [
  [
    'a keyword of 1 MB at the API',
    request(`GET /api/associates?keyword=${'a'.repeat(megabyte)}`),
    [414, 431],
  ],
  ['a keyword of 10 kB', request(`GET /api/associates?keyword=${'a'.repeat(10_000)}`), [400]],
  ['a header of 1 MB', request('GET /', { 'X-Long': 'a'.repeat(megabyte) }), [431]],
  ['thousands of headers', request('GET /', manyHeaders), [431]],
  ['a NUL in a header', request('GET /', { 'X-Nul': 'a\0b' }), [400]],
  ['no HTTP at all', Buffer.from('\x16\x03\x01\x02\r\n\r\n'), [400]],
  ['a method that does not exist', request('STEAL /'), [400]],
  ['a method that no page has', request('DELETE /search'), [404]],
  ['a method that the path has not', request('PUT /api/associates', {}, '{}'), [404]],
  ['TRACE', request('TRACE /'), [404]],
  ['OPTIONS for everything', request('OPTIONS *'), [404]],
  ['a path of the API that does not exist', request('GET /api/nothing'), [404]],
  ['an organisation that does not exist', request('GET /api/associates/nobody'), [404]],
  ['an absolute URL', request('GET http://elsewhere.example/api/associates/nobody'), [404]],
  ['a URL of the API with half an escape', request('GET /api/associates/%E0%A4%A'), [400]],
  ['a URL with half a letter', request('GET /api/associates/%ED%A0%80'), [400]],
  ['a URL with a NUL', request('GET /api/associates/%00'), [400, 404]],
  ['a page number of another kind', request('GET /api/associates?page=1e9x'), [400]],
  ['a parameter twice', request('GET /api/associates?keyword=a&keyword=b'), [400]],
  ['a path out of the folder', request('GET /assets/../../package.json'), [400, 403, 404]],
  ['the same, escaped', request('GET /assets/%2e%2e/%2e%2e/package.json'), [400, 403, 404]],
  ['the same, slashes escaped', request('GET /assets/..%2f..%2fpackage.json'), [400, 403, 404]],
  ['the same, backwards', request('GET /assets/..%5c..%5cpackage.json'), [400, 403, 404]],
  ['a file with a NUL', request('GET /covers/a%00.svg'), [400, 404]],
  ['JSON that breaks off', apply('{"uid":'), [400]],
  ['an empty body', apply(''), [400]],
  ['null', apply('null'), [400]],
  ['an unknown field', apply(encoded({ ...applyBody(), isPaid: true })), [400]],
  ['__proto__', apply('{"uid":"0","__proto__":{"role":"operator"}}'), [400]],
  ['constructor.prototype', apply('{"constructor":{"prototype":{"role":"operator"}}}'), [400]],
  ['a name with a NUL', apply(encoded(named('花\u0000子'))), [400]],
  ['a name with half a letter', apply('{"uid":"0","applicant":{"lastName":"\\ud83d"}}'), [400]],
  ['a name of 1 kB', apply(encoded(named('花'.repeat(333)))), [400]],
  ['a hundred thousand brackets', apply('['.repeat(100_000) + ']'.repeat(100_000)), [400]],
  ['a form', apply('uid=0', { 'Content-Type': 'application/x-www-form-urlencoded' }), [400]],
  ['text', apply(encoded(applyBody()), { 'Content-Type': 'text/plain' }), [400]],
  ['XML', apply('<uid>0</uid>', { 'Content-Type': 'application/xml' }), [400]],
  ['a content type that is none', apply('{}', { 'Content-Type': '////;;;' }), [400]],
  ['UTF-16', apply('\ufeff{}\0', { 'Content-Type': 'application/json; charset=utf-16' }), [400]],
  ['a body of 2 MB', apply(' '.repeat(2 * megabyte)), [413]],
  ['chunks of 2 MB', chunked(bigChunk), [413]],
  ['a chunk of no size', chunked('zz\r\n'), [400]],
  ['two lengths', apply('{}', { ...json, 'Content-Length': '2, 4' }), [400]],
  ['a length below nothing', apply('{}', { ...json, 'Content-Length': '-2' }), [400]],
  [
    'a key of 65 letters',
    apply(encoded(applyBody()), { ...json, 'Idempotency-Key': 'k'.repeat(65) }),
    [400],
  ],
  ['no token', request('GET /api/users/account'), [401]],
  ['an odd token', request('GET /api/users/account', bearer('eyJhbGciOiJub25lIn0.e30.')), [401]],
  ['a token of 8 kB', request('GET /api/users/account', bearer('a'.repeat(8_000))), [401]],
  ['another scheme', request('GET /api/users/account', { Authorization: 'Basic YTpi' }), [401]],
  ['an odd token where none is needed', request('GET /api/associates', bearer('x')), [401]],
  ['a broken cookie', request('GET /api/auth/token', { Cookie: 'tasuki.session=%E0%A' }), [401]],
];

/** Properties of every error response. */
function expectErrorBody({ status, headers, body, isEndedInOrder }: RawReply, statuses: number[]) {
  expect({ status, isEndedInOrder }).toEqual({
    status: expect.toSatisfy((code: number) => statuses.includes(code)),
    isEndedInOrder: true,
  });
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  const parsed = JSON.parse(body);
  expect(ErrorBody.parse(parsed)).toEqual(parsed);
  expect(parsed.message).toMatch(japanese);
  expect(body).not.toMatch(/\bat .+:\d+|node_modules|FST_|select |insert /i);
}

describe('is refused with a Japanese error body', () => {
  test.for(refused)('%s', async ([, bytes, statuses]) => {
    expectErrorBody(await sendRaw(server.url, bytes), statuses);
  });

  test('a body that is sent on after its answer, over a connection that is to be closed', async () => {
    const socket = await openSocket(server.url);
    const bytes = apply(' '.repeat(2 * megabyte));
    const reply = readReply(socket);
    socket.write(bytes.subarray(0, 1_000));
    await once(socket, 'data');
    socket.write(bytes.subarray(1_000));
    expectErrorBody(await reply, [413]);
  });

  test('a body of 50 MB, whose sender reads the response', async () => {
    const reply = await fetch(`${server.url}/api/appraisal/apply`, {
      method: 'POST',
      headers: json,
      body: Buffer.alloc(50 * megabyte, ' '),
    });
    expect(reply.status).toBe(413);
    expect(((await reply.json()) as ErrorBody).message).toMatch(japanese);
  });

  test('the token of a session that has ended', async () => {
    const { OPERATOR_EMAIL, OPERATOR_PASSWORD } = operator;
    const token = await signIn(server.url, OPERATOR_EMAIL, OPERATOR_PASSWORD);
    const read = request('GET /api/office/applications', bearer(token));
    expect((await sendRaw(server.url, read)).status).toBe(200);
    await runSql(await databaseUrlOf(dataDir), 'delete from auth_sessions');
    await expect
      .poll(async () => (await sendRaw(server.url, read)).status, { timeout: 45_000, interval: 50 })
      .toBe(401);
    expectErrorBody(await sendRaw(server.url, read), [401]);
  });
});

const pages: [what: string, line: string, status: number][] = [
  ['an organisation that does not exist', 'GET /associate/nobody', 404],
  ['a page that does not exist', 'GET /nothing/at/all', 404],
  ['the folder of the repository', 'GET /.git/config', 404],
  ['a number of a page that does not exist', 'GET /search/99999999999999999999', 404],
  ['a path in the form of a host', 'GET //elsewhere.example/', 404],
  ['a path of 6 kB', `GET /${'a/'.repeat(3_000)}`, 404],
  ['__proto__ as a challenge', 'GET /search/social-challenge/__proto__', 404],
  ['a path with half an escape', 'GET /search/%E0%A4%A', 400],
  ['a keyword with half an escape', 'GET /search?keyword=%E0%A4%A', 200],
  ['a keyword with a NUL', 'GET /search?keyword=%00', 200],
  ['an order that does not exist', 'GET /search?order=%00&prefecture=x&isDeductible=9', 200],
  ['an absolute URL', 'GET http://elsewhere.example/search', 200],
  ['a keyword of 1 MB', `GET /search?keyword=${encodeURI(keyword)}`, 431],
];

describe('is answered with a page in Japanese', () => {
  test.for(pages)('%s', async ([, line, status]) => {
    const reply = await sendRaw(server.url, request(line));
    expect(reply.status).toBe(status);
    expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(reply.headers.get('location')).toBeNull();
    expect(reply.body).toMatch(/^<!DOCTYPE html><html lang="ja"/);
    expect(reply.body).not.toMatch(/node_modules|\.tsx?:\d+|Unexpected Server Error/);
  });
});

test('a connection that sends no request is closed, and the server goes on', async () => {
  const tunnel = request('CONNECT elsewhere.example:22');
  expect(await sendRaw(server.url, tunnel)).toMatchObject({ status: 0, body: '' });
  expect((await fetch(`${server.url}/health`)).status).toBe(200);
});

test('nothing of all this was a defect to the server', () => {
  expect(server.output()).not.toMatch(/"level":(50|60)|unexpected error|UnhandledPromise/);
});
