import { beforeAll, expect, test, vi } from 'vitest';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
  resultFile,
  resultLine,
} from '#test/factories/donating.ts';
import { uploadResults } from '#test/factories/upload-results.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { appraisals } from './result-tables.server.ts';

const house = await testApp();
const { db, pool } = house;
const operator = await signedIn(house)('op', 'operator');

const upload = (content: string | Uint8Array, options?: { dryRun?: boolean }) =>
  uploadResults(house, operator, content, options);

beforeAll(async () => {
  await insertAssociate(db, 'ao');
  await insertAssociate(db, 'midori');
  await insertApplications(db, [
    application(11, { state: 'cancelled' }),
    application(12, { state: 'returned' }),
    application(13, { associateId: 'midori' }),
    ...[14, 15, 16, 17].map((n) => application(n)),
    application(18, { kind: 'fund' }),
  ]);
});

const nothingDone = {
  batchId: null,
  accepted: 0,
  unchanged: 0,
  newDonations: 0,
  donationYen: 0,
  held: 0,
  onHoldYen: 0,
  outcomes: { completed: 0, unpriced: 0, returned: 0, discarded: 0, cancelled: 0 },
};

test('what does not fit its application is refused, all mistakes at once, in the order of rows', async () => {
  const count = await db.$count(appraisals);
  const { status, body } = await upload(
    resultFile(
      resultLine(99),
      resultLine(11),
      resultLine(12, { appraised: 0, outcome: '返送' }),
      resultLine(13),
      resultLine(14, { associate: '' }),
      resultLine(15),
      resultLine(15),
      resultLine(16, { id: 'TS-0000-0001' }),
      resultLine(18),
    ),
  );
  expect(status).toBe(400);
  expect(body.errors.map((error: { message: string }) => error.message)).toEqual([
    `2行目「申込番号」：この番号のお申し込みはありません（入力値：${numberOf(99)}）`,
    expect.stringMatching(/^3行目「申込番号」：お申し込みの状態が「キャンセル」のため/),
    expect.stringMatching(/^4行目「申込番号」：お申し込みの状態が「返送」のため/),
    '5行目「寄付先団体ID」：お申し込みの寄付先（midori）と違います（入力値：ao）',
    '6行目「寄付先団体ID」：入力してください',
    `8行目「申込番号」：同じ番号が7行目にもあります（入力値：${numberOf(15)}）`,
    expect.stringMatching(/^9行目「申込番号」：番号が正しくありません/),
    '10行目「寄付先団体ID」：基金へのお申し込みです。空欄にしてください（入力値：ao）。',
  ]);
  expect(body).toMatchObject({ rejected: 8, rows: 9, errorsTotal: 8, ...nothingDone });
  expect(await db.$count(appraisals)).toBe(count);
});

test('days before the application, or to come, are mistakes of their column', async () => {
  const messageOf = async (changes: Parameters<typeof resultLine>[1]) => {
    const { status, body } = await upload(resultFile(resultLine(14, changes)), { dryRun: true });
    expect(status).toBe(200);
    return body.errors.map((error: { message: string }) => error.message);
  };
  // The application is a year old; today is the 20th in Tokyo.
  expect(await messageOf({ receivedOn: '2025/11/01', appraisedOn: '2026/11/20' })).toEqual([]);
  expect(await messageOf({ receivedOn: '2025/10/31' })).toEqual([
    '2行目「受付日」：お申し込みの日（2025/11/01）より前の日付です（入力値：2025/10/31）',
  ]);
  expect(await messageOf({ receivedOn: '2026/11/20', appraisedOn: '2026/11/21' })).toEqual([
    '2行目「査定完了日」：まだ来ていない日付です（入力値：2026/11/21）',
  ]);
  expect(await messageOf({ receivedOn: '2027/11/08', appraisedOn: '2027/11/10' })).toEqual([
    '2行目「受付日」：まだ来ていない日付です（入力値：2027/11/08）',
  ]);
});

test.each(['NaN', '-100', '1e99', '12.5', '99999999999', '=1+1', 'Infinity'])(
  'an amount of %s is refused at its cell',
  async (appraised) => {
    const { status, body } = await upload(resultFile(resultLine(16, { appraised })));
    expect(status).toBe(400);
    expect(body.errors[0]).toMatchObject({ row: 2, column: '査定金額' });
  },
);

test.each([
  ['UTF-16', Buffer.from(`\ufeff${resultFile(resultLine(16))}`, 'utf16le'), 1],
  [
    'invalid bytes',
    Buffer.concat([Buffer.from(resultFile(resultLine(16))), Buffer.from([0xff])]),
    3,
  ],
  ['an open quote', Buffer.from(resultFile(resultLine(16), `"${resultLine(17)}`)), 3],
  ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1]), 1],
])(
  'a file with %s is refused with its row, and a dry run says the same',
  async (_what, file, row) => {
    const real = await upload(file);
    expect(real.status).toBe(400);
    expect(real.body.errors).toMatchObject([{ file: 'csv', row, column: '' }]);
    const tried = await upload(file, { dryRun: true });
    expect(tried.status).toBe(200);
    expect(tried.body.errors).toEqual(real.body.errors);
  },
);

test('a row that repeats another is not counted a second time by a dry run', async () => {
  const { body } = await upload(resultFile(resultLine(16), resultLine(16)), { dryRun: true });
  expect(body).toMatchObject({ rows: 2, accepted: 1, rejected: 1, newDonations: 1 });
  expect(body.donationYen).toBe(1_200);
});

test('an upload with a row that does not fit leaves the connection usable', async () => {
  const lost = vi.fn();
  pool.on('remove', lost);
  const rows = await db.$count(appraisals);
  for (let n = 0; n < 3; n++) {
    expect((await upload(resultFile(resultLine(14), resultLine(99)))).status).toBe(400);
  }
  pool.off('remove', lost);
  expect(lost).not.toHaveBeenCalled();
  expect(await db.$count(appraisals)).toBe(rows);
});

test('a refused upload counts nothing as done, even rows that would fit', async () => {
  const fitting = [resultLine(14), resultLine(18, { associate: '', appraised: 20_000 })];
  for (const wrong of [resultLine(99), resultLine(99, { appraised: 'x' })]) {
    const { status, body } = await upload(resultFile(...fitting, wrong));
    expect(status).toBe(400);
    expect(body).toMatchObject({ rows: 3, rejected: 1, ...nothingDone });
    const tried = await upload(resultFile(...fitting, wrong), { dryRun: true });
    expect(tried.body).toMatchObject({
      batchId: null,
      rejected: 1,
      accepted: 2,
      newDonations: 1,
      donationYen: 1_200,
      held: 1,
      onHoldYen: 20_000,
      outcomes: { ...nothingDone.outcomes, completed: 2 },
    });
  }
});

test('mistakes of the file, of its items and against the applications come together', async () => {
  const csv = resultFile(
    resultLine(99),
    resultLine(14, { appraised: 'x' }),
    resultLine(98),
    resultLine(15, { donated: 'y' }),
  );
  const items = `申込番号,品目,点数,査定金額,行き先\n${numberOf(99)},靴,x,1,再販売\n`;
  for (const dryRun of [false, true]) {
    const { body } = await uploadResults(house, operator, csv, { items, dryRun });
    expect(body.errors.map(({ file, row }: { file: string; row: number }) => [file, row])).toEqual([
      ['csv', 2],
      ['csv', 3],
      ['csv', 3],
      ['csv', 4],
      ['csv', 5],
      ['items', 2],
    ]);
    expect(body).toMatchObject({ rows: 4, rejected: 5, errorsTotal: 6 });
  }
});

test('of many rows that fit no application the first thousand are named, in the order of the file', async () => {
  const lines = Array.from({ length: 1_201 }, (_, n) => resultLine(5_000 - n));
  const { status, body } = await upload(resultFile(...lines));
  expect(status).toBe(400);
  expect(body).toMatchObject({ rejected: 1_201, errorsTotal: 1_201, ...nothingDone });
  const named = body.errors.map(({ row }: { row: number }) => row);
  expect(named).toEqual(Array.from({ length: 1_000 }, (_, n) => n + 2));
});
