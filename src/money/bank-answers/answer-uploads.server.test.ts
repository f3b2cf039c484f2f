import { parse } from 'csv-parse/sync';
import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import {
  application,
  insertApplications,
  insertAssociate,
  resultFile,
  resultLine,
} from '#test/factories/donating.ts';
import { bankStatement } from '#test/factories/money/bank-statement.ts';
import { callerFor, giveAccounts, sendRun } from '#test/factories/remit.ts';
import { uploadResults } from '#test/factories/upload-results.ts';
import { headersOfSession, signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import type { BankAnswer } from './bank-answer.ts';

const house = await testApp();
const { db, clock } = house;
const ask = callerFor(house, 'op');

/** One organisation's 5,000 yen are on the way. */
beforeAll(async () => {
  const signIn = signedIn(house);
  await signIn('op', 'operator');
  await signIn('accountant', 'accountant');
  await insertAssociate(db, 'ao', 'あおぞらの会');
  await giveAccounts(house);
  await db.execute(sql`update bank_accounts set holder = 'ﾄｸﾋ)ｱｵｿﾞﾗ'`);
  await insertApplications(db, [application(1, { associateId: 'ao' })]);
  const file = resultFile(resultLine(1, { associate: 'ao', appraised: 5_000 }));
  await uploadResults(house, await headersOfSession(house, 'op', true), file);
  await sendRun(house, { asks: 'op', approves: 'accountant' });
  clock.now = new Date('2026-12-02T10:00:00+09:00');
});

type Upload = Parameters<typeof bankStatement>[0];

async function send(fields: Upload, isDry = true) {
  const { payload, headers } = await bankStatement(fields);
  return house.app.inject({
    method: 'POST',
    url: `/api/office/bank-answers?dryRun=${isDry}`,
    headers: { ...headers, ...(await headersOfSession(house, 'op', true)) },
    payload,
  });
}
const ao = '2026/11/30,"5,000",,振込 トクヒ）アオゾラ,95000';

test('a file of more than 10 MB is refused with what to do', async () => {
  const refused = await send({ lines: ['x'.repeat(10 * 1024 * 1024)] });
  expect([refused.statusCode, refused.json()]).toEqual([
    413,
    { type: 'PayloadTooLarge', message: expect.stringContaining('期間を分けて') },
  ]);
});

test('a choice that is no JSON is refused', async () => {
  const { payload, headers } = await bankStatement({ lines: [ao], choices: [] });
  const refused = await house.app.inject({
    method: 'POST',
    url: '/api/office/bank-answers?dryRun=true',
    headers: { ...headers, ...(await headersOfSession(house, 'op', true)) },
    payload: Buffer.from(payload.toString('latin1').replace('[]', '[,'), 'latin1'),
  });
  expect([refused.statusCode, refused.json().message]).toEqual([
    400,
    expect.stringContaining('JSONで'),
  ]);
});

test('an upload is kept under a name that can be shown, and counted in the audit log', async () => {
  const name = `11月\u0007の明細${'い'.repeat(200)}`;
  const seen = await send({ lines: [ao], name });
  const { columns, columnsVersion } = seen.json();
  const taken = await send(
    { lines: [ao], name, columns, columnsVersion, seen: seen.json().seen },
    false,
  );
  expect([taken.statusCode, taken.json().message]).toEqual([200, undefined]);
  expect((await ask('bank-answers')).json()).toMatchObject([
    { fileName: `11月の明細${'い'.repeat(194)}`, rows: 1, transfers: 1 },
  ]);
  const { rows } = await db.execute(sql`
    select details from audit_log where action = 'bank-answers.import'`);
  expect(rows).toEqual([{ details: { rows: 1, confirmed: 1, returned: 0, lines: 0 } }]);
});

test('the files of the list and of an upload say what was taken', async () => {
  const [answer] = (await ask('bank-answers')).json<BankAnswer[]>();
  const csv = async (path: string): Promise<string[][]> =>
    parse((await ask(`bank-answers${path}.csv`)).body, { bom: true });
  expect(await csv('')).toEqual([
    [
      ...['取り込み日時', 'ファイル', 'SHA-256', '行数', '着金', '送金まるごとの着金', '組戻し'],
      ...['そのほか', '取り込んだ人'],
    ],
    [
      ...['2026/12/02 10:00', answer?.fileName, answer?.fileHash, '1', '1', '0', '0', '0'],
      'op@tasuki.example',
    ],
  ]);
  expect(await csv(`/${answer?.id}/rows`)).toEqual([
    ['行', '日付', '金額', '内容', '団体・送金', '取り消し日時'],
    ['2', '2026-11-30', '5000', '着金', 'あおぞらの会', ''],
  ]);
});
