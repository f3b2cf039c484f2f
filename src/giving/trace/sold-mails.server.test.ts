import { and, eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { goodsSales } from '#money/books/book-tables.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
  resultFile,
  resultLine,
} from '#test/factories/donating.ts';
import { openedText } from '#test/factories/opened-mail.ts';
import { fileForm, uploadResults } from '#test/factories/upload-results.ts';
import { headersOfSession, signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { soldMails } from './sold-mails.server.ts';

const house = await testApp({ now: new Date('2026-11-20T10:00:00+09:00') });
const { app, db, dependencies } = house;
const signIn = signedIn(house);
const boxes = 230;
/** Boxes sold in one lot: more than one batch of mails with those before. */
const lotSize = 50;

beforeAll(async () => {
  await signIn('op', 'operator');
  await signIn('acc', 'accountant');
  await insertAssociate(db, 'ao');
  const numbers = Array.from({ length: boxes }, (_, n) => n + 1);
  await insertApplications(
    db,
    numbers.map((n) => application(n)),
  );
  const operator = await headersOfSession(house, 'op', true);
  const { body } = await uploadResults(
    house,
    operator,
    resultFile(...numbers.map((n) => resultLine(n))),
  );
  expect(body.errors).toEqual([]);
});

const as = () => headersOfSession(house, 'acc', true);
async function sell(numbers: readonly string[], yen: number, left: 'あり' | 'なし', note = '') {
  const content = `申込番号,売却日,売却額,残り,メモ\r\n${numbers.join(' ')},2026/11/20,${yen},${left},${note}\r\n`;
  const form = fileForm([{ name: 'file', fileName: '売却.csv', content }]);
  const reply = await app.inject({
    method: 'POST',
    url: '/api/office/sales/import?dryRun=false',
    headers: { ...(await as()), ...form.headers },
    payload: form.payload,
  });
  expect(reply.json()).toMatchObject({ isDone: true });
}
const mailsAbout = (n: number) =>
  db
    .select()
    .from(outboxMails)
    .where(and(eq(outboxMails.kind, 'goods-sold'), eq(outboxMails.appraisalId, numberOf(n))));
const write = () => soldMails(dependencies).write();

async function reverseLast(n: number) {
  const last = and(eq(goodsSales.appraisalId, numberOf(n)), eq(goodsSales.isLast, true));
  const [sale] = await db.select().from(goodsSales).where(last);
  const reply = await app.inject({
    method: 'POST',
    url: `/api/office/sales/${sale?.id}/reverse`,
    headers: await as(),
    payload: { reason: '写し間違い' },
  });
  expect(reply.statusCode, reply.body).toBe(200);
}

test('a donor gets one mail when the last goods were sold, and none before', async () => {
  await sell([numberOf(1)], 700, 'あり');
  await write();
  expect(await mailsAbout(1)).toEqual([]);
  await sell([numberOf(1)], 800, 'なし');
  await write();
  await write();
  const mails = await mailsAbout(1);
  expect(mails).toHaveLength(1);
  const text = openedText(mails[0]);
  expect(text).toMatch(/1,500円/);
  expect(text).toMatch(/2026\/11\/20/);
});

test('a last sale that was reversed before the mail is not reported until there is another', async () => {
  await sell([numberOf(2)], 900, 'なし');
  await reverseLast(2);
  await write();
  expect(await mailsAbout(2)).toEqual([]);
  await sell([numberOf(2)], 950, 'なし', '訂正');
  await write();
  expect(await mailsAbout(2)).toHaveLength(1);
});

test('a donor who was told once is not told again when the sale is corrected', async () => {
  await reverseLast(1);
  await sell([numberOf(1)], 850, 'なし', '訂正');
  await write();
  expect(await mailsAbout(1)).toHaveLength(1);
});

test('more than a batch of donors is mailed completely', async () => {
  const numbers = Array.from({ length: boxes - 2 }, (_, n) => numberOf(n + 3));
  for (let from = 0; from < numbers.length; from += lotSize) {
    await sell(numbers.slice(from, from + lotSize), 50_000, 'なし', `山${from}`);
  }
  await write();
  const all = await db.select().from(outboxMails).where(eq(outboxMails.kind, 'goods-sold'));
  expect(new Set(all.map(({ appraisalId }) => appraisalId)).size).toBe(boxes);
});
