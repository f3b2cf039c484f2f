import { beforeAll, expect, test } from 'vitest';
import { keptSums } from '#money/sums/sum-tables.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
} from '#test/factories/donating.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';

const house = await testApp({ now: new Date('2026-11-20T10:00:00+09:00') });
const { app, db } = house;
const signIn = signedIn(house);
let operator: Awaited<ReturnType<typeof signIn>>;

const get = async (url: string) => (await app.inject({ url, headers: operator })).json();

beforeAll(async () => {
  operator = await signIn('operator-1', 'operator');
  await insertAssociate(db, 'ao');
  const applied = (n: number, changes = {}) => application(n, { state: 'applied', ...changes });
  for (const row of [
    applied(1, { boxes: 2 }),
    applied(2, { deliveryDate: '2026-11-23' }),
    applied(3, { deliveryDate: '2026-11-24' }),
    application(4, { state: 'kit-sent' }),
  ]) {
    await insertApplications(db, [row]);
  }
  await db.insert(keptSums).values([
    { name: 'donation-months', key: '2026-11', count: 3, amount: 3_000 },
    { name: 'donation-months', key: '2025-12', count: 1, amount: 500 },
    { name: 'donation-months', key: '2025-11', count: 9, amount: 900 },
  ]);
  const mail = { kind: 'kit-sent', recipient: 'a@tasuki.example', subject: '' };
  const body = { textBody: '', createdAt: new Date('2026-11-20T09:00:00+09:00') };
  await db.insert(outboxMails).values([
    { ...mail, ...body, dedupeKey: '1', messageId: '<1@a>', state: 'dead' },
    { ...mail, ...body, dedupeKey: '2', messageId: '<2@a>', state: 'sent' },
  ]);
});

test('today shows the kits that leave, their boxes, dead mails and twelve months', async () => {
  const today = await get('/api/office/today');
  expect(today).toMatchObject({ kits: 2, boxes: 3, deadMails: 1 });
  expect(today.months).toHaveLength(12);
  expect(today.months[0]).toEqual({ month: '2025-12', donations: 1 });
  expect(today.months[11]).toEqual({ month: '2026-11', donations: 3 });
  expect(today.months[5]).toEqual({ month: '2026-05', donations: 0 });
});

test('the list of kits that leave today is the one that is counted', async () => {
  const listed: { appraisalId: string }[] = await get('/api/office/applications?due=kit');
  expect(listed.map(({ appraisalId }) => appraisalId).sort()).toEqual(
    [numberOf(1), numberOf(2)].sort(),
  );
});
