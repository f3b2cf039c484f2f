import { beforeAll, expect, test } from 'vitest';
import { resultBatches } from '#server/db/schema/results.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
  resultFile,
  resultLine,
} from '#test/factories/donating.ts';
import { fileForm } from '#test/factories/upload-results.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';

const house = await testApp();
const { app, db } = house;
const signIn = signedIn(house);
const operator = await signIn('op', 'operator');
const donor = await signIn('donor');
const staff = await signIn('staff', 'staff');

beforeAll(async () => {
  await insertAssociate(db, 'ao');
  await insertApplications(db, [application(19), application(20)]);
});

test('faulty rows come back as CSV with what is wrong, formulas disarmed', async () => {
  const csv = resultFile(
    resultLine(19),
    resultLine(20, { appraised: '-5', donated: 0, note: '=cmd()' }),
  );
  const response = await app.inject({
    method: 'POST',
    url: '/api/csv/appraisal-result/errors',
    payload: { csv },
    headers: operator,
  });
  expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
  const [header, row, end] = response.body.split('\r\n');
  expect(header).toBe(`\ufeff${resultFile().trim()},エラー内容`);
  expect(row).toContain(`${numberOf(20)},2026/11/08,2026-11-10,3,2,'-5,0,0,ao,成立,'=cmd(),`);
  expect(row).toContain('3行目「査定金額」：0以上の数字で入力してください');
  expect(end).toBe('');
});

test.each([
  ['no file', fileForm([])],
  ['a field of another name', fileForm([{ name: 'file', fileName: 'a.csv', content: 'x' }])],
  [
    'two result files',
    fileForm(['a', 'b'].map((fileName) => ({ name: 'csv', fileName, content: 'x' }))),
  ],
  ['an unknown field', { payload: { csv: 'x', uid: '1' }, headers: {} }],
  ['a wrong type', { payload: { csv: 1 }, headers: {} }],
  ['nothing', { payload: 'null', headers: { 'content-type': 'application/json' } }],
])('a request with %s is a ValidationError', async (_what, { payload, headers }) => {
  const response = await app.inject({
    method: 'POST',
    url: '/api/csv/appraisal-result',
    payload,
    headers: { ...headers, ...operator },
  });
  expect([response.statusCode, response.json().type]).toEqual([400, 'ValidationError']);
});

test('a form that is cut off is refused and leaves nothing', async () => {
  const { payload, headers } = fileForm([
    { name: 'csv', fileName: 'a.csv', content: resultFile(resultLine(19)) },
  ]);
  for (const share of [0.01, 0.5, 0.99]) {
    const response = await app.inject({
      method: 'POST',
      url: '/api/csv/appraisal-result',
      payload: payload.subarray(0, Math.floor(payload.length * share)),
      headers: { ...headers, ...operator },
    });
    expect([share, response.statusCode]).toEqual([share, 400]);
  }
  expect(await db.$count(resultBatches)).toBe(0);
});

test('a file that is too large is refused', async () => {
  const content = Buffer.alloc(20 * 1024 * 1024 + 1, 'a');
  const response = await app.inject({
    method: 'POST',
    url: '/api/csv/appraisal-result',
    ...fileForm([{ name: 'csv', fileName: 'a.csv', content }]),
    headers: { ...fileForm([]).headers, ...operator },
  });
  expect([response.statusCode, response.json().type]).toEqual([413, 'PayloadTooLarge']);
});

test.each([
  ['POST', '/api/csv/appraisal-result'],
  ['POST', '/api/csv/appraisal-result/errors'],
  ['GET', '/api/office/results/batches'],
  ['GET', '/api/office/results/batches/x'],
  ['POST', '/api/office/results/batches/x/reverse'],
  ['POST', `/api/office/identity/${numberOf(10)}/approve`],
] as const)('%s %s is for operators only', async (method, url) => {
  const status = async (headers: Record<string, string>) =>
    (await app.inject({ method, url, headers })).statusCode;
  expect(await status({})).toBe(401);
  expect(await status(donor)).toBe(403);
  expect(await status(staff)).toBe(403);
});
