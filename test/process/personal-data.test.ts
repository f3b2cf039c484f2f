import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { runSql } from '#test/database.ts';
import { applyBody, unknownGuest } from '#test/factories/apply-body.ts';
import { isLongForm, seed } from '#test/form.ts';
import { type OpenApi, operationsOf, requestsTo } from '#test/fuzz/fuzz-requests.ts';
import {
  databaseUrlOf,
  removeDataDir,
  type ServerProcess,
  startServer,
} from '#test/server-process.ts';
import { signIn as signInAt } from '#test/sign-in.ts';
import { bodiesOf, mailServer, type TestMailServer } from '#test/stand-ins/smtp-server.ts';
import { dataFolder } from './data-folder.ts';

// No personal data in logs or URLs. Everything that can be is logged, and personal data go
// everywhere they can, through all kinds of failures.

/** Personal data that occur nowhere else. */
const personal = {
  lastName: '綾小路',
  firstName: '麗華',
  lastNameKana: 'あやのこうじ',
  firstNameKana: 'れいか',
  email: 'reika.canary@himitsu.example',
  newEmail: 'reika.second@himitsu.example',
  password: 'himitsu no aikotoba 1',
  newPassword: 'himitsu no aikotoba 2',
  tel: '090-8765-4321',
  zipcode: '154-9876',
  line1: '秘密市隠町',
  line2: '98-76-54',
  building: '内緒ハイツ303',
  occupation: '忍者道場主',
  birth: '1971-03-09',
  note: '裏口に置いてください',
};
const operator = {
  OPERATOR_EMAIL: 'operator.canary@himitsu.example',
  OPERATOR_PASSWORD: 'operator no himitsu 123',
};
/** For steps without a promised time: long enough for the slowest machine. */
const waitOptions = { timeout: 45_000, interval: 100 };
/** Credentials, collected as they occur. */
const secrets = new Set<string>([operator.OPERATOR_PASSWORD]);

let dataDir: string;
let server: ServerProcess;
let mails: TestMailServer;
beforeAll(async () => {
  dataDir = await dataFolder('empty');
  mails = await mailServer({
    refuse: (to) =>
      to === personal.newEmail ? { code: 550, text: `no mailbox ${to} here` } : undefined,
  });
  server = await startServer(dataDir, {
    SAMPLE_DATA: 'off',
    LOG_LEVEL: 'trace',
    TRUST_PROXY: '1',
    SMTP_URL: mails.url,
    ...operator,
  });
  await runSql(
    await databaseUrlOf(dataDir),
    `insert into associates (id, name, summary, classification) values ('ao', '青い海の会', '', 'npo')`,
  );
});
afterAll(async () => {
  await server?.stop();
  await mails?.close();
  await removeDataDir(dataDir);
});

type Headers = Record<string, string>;

/** Sends as a browser does, collects credentials, and returns status and body. */
async function send(path: string, body: unknown, headers: Headers = {}, method = 'POST') {
  const reply = await fetch(server.url + path, {
    method,
    redirect: 'manual',
    headers: { 'content-type': 'application/json', ...headers },
    ...(method !== 'GET' && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await remember(reply);
  const cookie = reply.headers.getSetCookie().map((header) => header.split(';')[0] ?? '');
  const json = /json/.test(reply.headers.get('content-type') ?? '') ? JSON.parse(text) : {};
  return { status: reply.status, json, cookie: cookie.join('; ') };
}

/** Collects credentials of a response; returns its text. */
async function remember(reply: Response): Promise<string> {
  const text = await reply.text();
  for (const [, proof = ''] of text.matchAll(/oken":"([^"]{20,})"/g)) secrets.add(proof);
  const codes = /"([a-hjkmnp-z2-9]{6}-[a-hjkmnp-z2-9]{6})"/g;
  for (const [, code = ''] of text.matchAll(codes)) secrets.add(code);
  for (const cookie of reply.headers.getSetCookie()) {
    const value = /=([^;]{20,})/.exec(cookie)?.[1];
    if (value) secrets.add(value);
  }
  return text;
}

/** Retries while a busy machine refuses with 503, which says nothing about the call. */
async function served<Reply extends { status: number }>(ask: () => Promise<Reply>): Promise<Reply> {
  for (;;) {
    const reply = await ask();
    if (reply.status !== 503) return reply;
  }
}

async function bearerOf(cookie: string): Promise<Headers> {
  const { json } = await send('/api/auth/token', undefined, { cookie }, 'GET');
  return { authorization: `Bearer ${json.token}` };
}

const { email, password, lastName, firstName } = personal;
const body = () =>
  applyBody({
    applicant: {
      lastName,
      firstName,
      lastNameKana: personal.lastNameKana,
      firstNameKana: personal.firstNameKana,
      email,
      tel: personal.tel,
    },
    applicantAddress: {
      zipcode: personal.zipcode,
      line1: personal.line1,
      line2: personal.line2,
      building: personal.building,
    },
  });

const mailedTokens = () =>
  mails.accepted
    .flatMap(bodiesOf)
    .flatMap((text) => [...text.matchAll(/oken=([\w-]{43})/g)].map(([, token = '']) => token));

async function signInAsOperator(): Promise<Headers> {
  const { OPERATOR_EMAIL, OPERATOR_PASSWORD } = operator;
  const token = await signInAt(server.url, OPERATOR_EMAIL, OPERATOR_PASSWORD, async (to, init) => {
    const reply = await fetch(to, init);
    await remember(reply.clone());
    return reply;
  });
  return { authorization: `Bearer ${token}` };
}

async function signIn(who: string, pass: string): Promise<Headers> {
  const { status, cookie } = await send('/api/auth/sign-in/email', { email: who, password: pass });
  expect(status).toBe(200);
  return bearerOf(cookie);
}

test('personal data go through registering, applying, changing, failing', async () => {
  const signedUp = await send('/api/auth/sign-up/email', { email, password });
  const donor = await bearerOf(signedUp.cookie);
  expect((await send('/api/users', { lastName, firstName }, donor)).status).toBe(201);
  const { uid } = (await send('/api/users/account', undefined, donor, 'GET')).json;

  await send('/api/auth/sign-in/email', { email, password: `${password}!` });
  await send('/api/auth/sign-in/email', { email: `x.${email}`, password });
  await send('/api/auth/sign-up/email', { email, password });
  await send('/api/users', { lastName, firstName, [personal.note]: lastName }, donor);
  await send('/api/users/account', undefined, { authorization: 'Bearer not.a.token' }, 'GET');

  const applied = await send('/api/appraisal/apply', body(), { 'idempotency-key': 'canary-1' });
  expect(applied.status).toBe(201);
  const { appraisalId, claimToken } = applied.json;
  await send('/api/appraisal/apply', { ...body(), uid }, donor);
  await send('/api/appraisal/apply', JSON.stringify(body()).slice(0, -1));
  await send('/api/appraisal/apply', JSON.stringify(body()), { 'content-type': 'text/plain' });
  await send('/api/appraisal/apply', { ...body(), applicant: { email, tel: lastName } });
  await send('/api/users/createByAppraisalId', { appraisalId, claimToken }, donor);

  const boss = await signInAsOperator();
  const keyword = encodeURIComponent(lastName);
  await send('/api/office/applications/search', { keyword: lastName }, boss);
  await send('/api/office/applications/search.csv', { keyword: lastName }, boss);
  for (const path of [
    `/api/office/applications/${appraisalId}`,
    '/api/office/kits/today',
    `/api/associates?keyword=${keyword}`,
    `/search?keyword=${keyword}`,
    '/api/office/mails',
  ]) {
    await send(path, undefined, boss, 'GET');
  }
  const csv = `申込番号,${lastName}\n${appraisalId},${email}\n"${personal.note}`;
  await send('/api/csv/appraisal-result?dryRun=true', { csv, fileName: `${lastName}.csv` }, boss);
  await send('/api/csv/appraisal-result', { csv, fileName: `${lastName}.csv` }, boss);
  const form = { ...boss, 'content-type': 'multipart/form-data; boundary=x' };
  await send('/api/csv/appraisal-result', `--x\r\n\r\n${csv}\r\n--x--\r\n`, form);

  await send('/api/auth/request-password-reset', { email });
  const reset = /\/reset-password#token=/;
  await vi.waitFor(
    () => expect(mails.accepted.flatMap(bodiesOf).join()).toMatch(reset),
    waitOptions,
  );
  for (const token of mailedTokens()) {
    secrets.add(token);
    await send('/api/applications/status', { appraisalId, statusToken: token });
    await send('/api/auth/verify-email', { token }, donor);
    await send('/api/auth/reset-password', { token, newPassword: personal.newPassword });
  }
  const anew = await signIn(email, personal.newPassword);
  // A mailbox that the mail server refuses by name.
  const { newEmail } = personal;
  await send('/api/auth/change-email', { newEmail, password: personal.newPassword }, anew);
});

test('every call of the API, with people in every field', async () => {
  const { json } = await send('/api/openapi.json', undefined, {}, 'GET');
  const boss = await signInAsOperator();
  const all = Object.values(personal);
  const known = {
    ...Object.fromEntries(Object.entries(personal).map(([name, value]) => [name, [value]])),
    associateId: ['ao'],
    '*': all,
  };
  const operations = operationsOf(json as OpenApi).filter(({ path }) => !/sign-out/.test(path));
  // Most random requests are invalid: with two per call, some seeds leave too few successes for the bound below.
  const numRuns = isLongForm ? 6 : 3;
  const answers: { of: string; status: number }[] = [];
  for (const operation of operations) {
    for (const request of fc.sample(requestsTo(operation, known), { numRuns, seed })) {
      for (const who of [{}, boss]) {
        const reply = await served(async () => {
          const answer = await fetch(server.url + request.url, {
            method: request.method,
            headers: { ...request.headers, ...who },
            ...(request.body !== undefined && { body: request.body }),
          });
          await remember(answer);
          return answer;
        });
        answers.push({ of: `${request.method} ${operation.path}`, status: reply.status });
      }
    }
  }
  // Each call was reached, some succeeded, and none failed with a defect.
  expect(new Set(answers.map(({ of }) => of)).size).toBe(operations.length);
  expect(answers.filter(({ status }) => status < 300).length).toBeGreaterThan(
    operations.length / 4,
  );
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
}, 300_000);

/** Restores what the calls may have closed, refused or unlisted. */
const inOrder = `
  update settings set value = '{"isOpen": true, "isFromBefore": true}' where key = 'opening';
  delete from content_versions;
  update associates set state = 'published', is_listed = true where id = 'ao'`;

test('a database that dies while people are being written', async () => {
  await runSql(await databaseUrlOf(dataDir), inOrder);
  // The server is notified within moments; the following needs accepted applications.
  await vi.waitFor(async () => {
    const taken = await send('/api/appraisal/apply', guestBody(), unknownGuest().headers);
    expect(taken).toMatchObject({ status: 201 });
  }, waitOptions);
  const lockFile = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8');
  const busy = () =>
    Array.from({ length: 10 }, () => send('/api/appraisal/apply', body()).catch(() => undefined));
  const writing = [...busy()];
  process.kill(Number.parseInt(lockFile, 10), 'SIGKILL');
  await Promise.all([...writing, ...busy()]);
  await runSqlOnceReady('alter table applications rename column tel to elsewhere');
  // Provokes a defect whose failed query contains everything.
  const failed = await served(() =>
    send('/api/appraisal/apply', guestBody(), unknownGuest().headers),
  );
  expect(failed).toMatchObject({ status: 500 });
});

/** An application with its own mailbox, whose mail limit is unused. */
function guestBody() {
  const applicant = { ...body().applicant, email: `${randomBytes(6).toString('hex')}.${email}` };
  return { ...body(), applicant };
}

async function runSqlOnceReady(statement: string) {
  await vi.waitFor(
    async () => expect((await fetch(`${server.url}/health`)).status).toBe(200),
    waitOptions,
  );
  await runSql(await databaseUrlOf(dataDir), statement);
}

test('no log line has any of it', async () => {
  await server.stop();
  const log = server.output();
  // It did log: requests, the refused mailbox, the lost database, the defect.
  expect(log).toMatch(/incoming request/);
  expect(log).toMatch(/mails? |database connection lost|"level":50/);
  expect(log).toMatch(/unexpected error/);
  expect(secrets.size).toBeGreaterThan(8);
  const wanted = [...Object.values(personal), ...secrets, operator.OPERATOR_EMAIL];
  const forms = wanted.flatMap((text) => [
    text,
    encodeURIComponent(text),
    text.replaceAll('-', ''),
  ]);
  // Digits of a duration may contain part of an address by chance.
  const lines = log.replaceAll(/"(?:time|responseTime)":[\d.e-]+/g, '').split('\n');
  expect(lines.filter((line) => forms.some((text) => line.includes(text)))).toEqual([]);
});

test('no address in a mail has any of it before its fragment, which is sent to no server', async () => {
  const texts = mails.accepted.flatMap(bodiesOf);
  const urls = texts.flatMap((text) => text.match(/https?:\/\/[^\s"<]+/g) ?? []);
  expect(urls.length).toBeGreaterThan(3);
  const known = [...Object.values(personal), ...secrets];
  const sent = urls.map((url) => decodeURIComponent(url.split('#')[0] ?? ''));
  expect(sent.filter((url) => known.some((text) => url.includes(text)))).toEqual([]);
});
