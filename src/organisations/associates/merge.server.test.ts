import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { applications } from '#giving/applications/application-tables.server.ts';
import { donations } from '#giving/donations/donation-tables.server.ts';
import { remittances } from '#money/remittances/remittance-tables.server.ts';
import { differences } from '#money/sums/check-sums.server.ts';
import { readSum } from '#money/sums/kept-sums.server.ts';
import { staffMemberships } from '#organisations/room/room-tables.server.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  resultFile,
  resultLine,
} from '#test/factories/donating.ts';
import { giveAccountsTo } from '#test/factories/money/bank-accounts.ts';
import { decideOn } from '#test/factories/money/decide.ts';
import { certify } from '#test/factories/receipts.ts';
import { uploadResults } from '#test/factories/upload-results.ts';
import { headersOfSession, signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import {
  associateActivities,
  associateMonths,
  associates,
  associateThanks,
  bankAccounts,
} from './associate-tables.server.ts';

const house = await testApp();
const { app, db, services } = house;
const operator = await signedIn(house)('op', 'operator');
const accountant = await signedIn(house)('accountant', 'accountant');
const hanako = await signedIn(house)('hanako');
const staff = await signedIn(house)('staff', 'staff');
await signedIn(house)('both', 'staff');
const base = '/api/office/associates';
const at = new Date('2026-11-01T10:00:00+09:00');

const preview = async () =>
  (await app.inject({ url: `${base}/ao/merge?into=haru`, headers: operator })).json();
const merge = (confirmation = 'あおぞらの会', from = 'ao', into = 'haru') =>
  app.inject({
    method: 'POST',
    url: `${base}/${from}/merge`,
    payload: { into, confirmation },
    headers: operator,
  });

const decide = (id: string, headers = accountant) => decideOn({ app }, id, headers);

let batchId = '';
beforeEach(async () => {
  if (batchId !== '') return;
  await insertAssociate(db, 'ao', 'あおぞらの会');
  await insertAssociate(db, 'haru', 'はるの会');
  await insertAssociate(db, 'older', 'まえの会');
  await db
    .update(associates)
    .set({ mergedInto: 'ao', state: 'ended', isListed: false })
    .where(eq(associates.id, 'older'));
  await insertApplications(db, [
    application(1, { uid: 'hanako' }),
    application(2, { uid: 'hanako' }),
    application(3, { associateId: 'haru' }),
    application(4, { state: 'applied' }),
  ]);
  const { body } = await uploadResults(
    house,
    operator as { authorization: string },
    resultFile(
      resultLine(1),
      resultLine(2, { appraised: 300 }),
      resultLine(3, { associate: 'haru' }),
    ),
  );
  expect(body.errors).toEqual([]);
  batchId = body.batchId;
  const article = { title: '活動', body: '書きました。', publishedAt: at, associateId: 'ao' };
  await db.insert(associateActivities).values({ ...article, id: 'activity' });
  // Both have a standing message of thanks.
  const standing = { ...article, isStanding: true, isDelivered: true, deliveredAt: at };
  await db.insert(associateThanks).values({ ...standing, id: 'thanks' });
  await db.insert(associateThanks).values({ ...standing, id: 'theirs', associateId: 'haru' });
  await db.insert(staffMemberships).values([
    { uid: 'staff', associateId: 'ao', role: 'editor' },
    { uid: 'both', associateId: 'ao', role: 'editor' },
    { uid: 'both', associateId: 'haru', role: 'viewer' },
  ]);
  const mended = await app.inject({
    method: 'POST',
    url: '/api/staff/activities/ao:activity/draft',
    payload: { content: { title: '活動', body: '書き直しました。', imageId: '' } },
    headers: staff,
  });
  expect(mended.statusCode).toBe(200);
});

test('what would move is shown first, and what keeps a merge from being done', async () => {
  expect(await preview()).toEqual({
    from: { id: 'ao', name: 'あおぞらの会' },
    into: { id: 'haru', name: 'はるの会' },
    donations: 2,
    donationYen: 1500,
    applications: 3,
    pledges: 0,
    people: 2,
    activities: 1,
    thanks: 1,
    voidedReceipts: 0,
    blockers: [],
  });
  await certify(db, 'ao', '2024-01-01', '2028-12-31');
  await db.insert(remittances).values({
    id: 'r1',
    associateId: 'ao',
    amountYen: 100,
    periodFrom: '2026-10-01',
    periodTo: '2026-10-31',
    createdBy: 'op',
    createdAt: at,
  });
  const { blockers } = await preview();
  expect(blockers).toEqual([
    expect.stringContaining('送金の途中です'),
    expect.stringContaining('この団体の認定が、統合先に記録されていません'),
  ]);
  expect((await merge()).statusCode).toBe(409);
  await db
    .update(remittances)
    .set({ state: 'confirmed', sentAt: at })
    .where(eq(remittances.id, 'r1'));
  await db.execute(sql`insert into associate_certifications
    (associate_id, number, authority, certified_on, expires_on)
    select 'haru', number, authority, certified_on, expires_on from associate_certifications where associate_id = 'ao'`);
  expect((await preview()).blockers).toEqual([]);
  expect((await merge('ちがう名前')).statusCode).toBe(400);
  expect((await merge('あおぞらの会', 'ao', 'ao')).statusCode).toBe(409);
  expect(await db.$count(applications, eq(applications.associateId, 'ao'))).toBe(3);
});

test('a merge is given up where the account that the money would go to is another one by now', async () => {
  const { id } = (await merge()).json();
  await giveAccountsTo(db, house.clock.now, sql`id = 'haru'`);
  const reply = await decide(id);
  expect([reply.statusCode, reply.json().message]).toEqual([
    409,
    expect.stringContaining('口座が変わりました'),
  ]);
  const withdrawn = await app.inject({
    method: 'POST',
    url: `/api/office/approvals/${id}/withdraw`,
    headers: operator,
  });
  expect(withdrawn.statusCode).toBe(200);
  await db.delete(bankAccounts);
});

test('a merge moves gifts, people and news; sums and books stay right, and the address leads on', async () => {
  // In NFD, as macOS passes names.
  const { id } = (await merge('あおぞらの会'.normalize('NFD'))).json();
  const [merged] = await db.select().from(associates).where(eq(associates.id, 'ao'));
  expect(merged).toMatchObject({ state: 'published', mergedInto: null });
  expect((await preview()).blockers).toEqual(['この団体の統合は、すでに承認を待っています。']);
  expect((await merge()).statusCode).toBe(409);
  expect((await decide(id, operator)).statusCode).toBe(409);
  const approved = await decide(id);
  expect(approved.json()).toMatchObject({
    state: 'done',
    title: '団体の統合',
    subject: 'あおぞらの会（ao）',
    facts: expect.arrayContaining([
      { label: 'これからお支払いする額', before: 'あおぞらの会', after: 'はるの会（1,500円）' },
      { label: 'お支払い先の口座番号', before: '', after: 'なし' },
    ]),
  });
  expect(await db.select().from(associates).where(eq(associates.id, 'ao'))).toMatchObject([
    { state: 'ended', mergedInto: 'haru' },
  ]);
  expect(await differences(db)).toEqual([]);
  expect(await readSum(db, 'associate-donations', 'ao')).toEqual({ count: 0, amount: 0 });
  expect(await readSum(db, 'associate-donations', 'haru')).toEqual({ count: 3, amount: 2700 });
  expect(await readSum(db, 'owed', 'haru')).toEqual({ count: 3, amount: 2700 });
  expect(await db.$count(donations, eq(donations.associateId, 'ao'))).toBe(0);
  expect(await db.$count(associateMonths, eq(associateMonths.associateId, 'ao'))).toBe(0);
  expect(await db.$count(associateActivities, eq(associateActivities.associateId, 'haru'))).toBe(1);
  expect(await db.select().from(staffMemberships).orderBy(staffMemberships.uid)).toMatchObject([
    { uid: 'both', associateId: 'haru', role: 'viewer' },
    { uid: 'staff', associateId: 'haru', role: 'editor' },
  ]);
  expect(await db.$count(associateThanks, eq(associateThanks.associateId, 'haru'))).toBe(2);
  const [goesOn] = await db
    .select()
    .from(associateThanks)
    .where(eq(associateThanks.isStanding, true));
  expect(goesOn?.id).toBe('theirs');
  const draft = await app.inject({
    url: '/api/staff/activities/haru:activity',
    headers: await headersOfSession(house, 'staff', true),
  });
  expect(draft.json().draft).toMatchObject({ content: { body: '書き直しました。' } });
  expect(await balances()).toEqual({ 'owed:associate:haru': -2700 });
  await services.topics.refresh();
  expect(await services.associates.mergedInto('ao')).toBe('haru');
  expect(await services.associates.mergedInto('older')).toBe('haru');
  const history = await app.inject({ url: '/api/users/donations', headers: hanako });
  expect(history.json().map((one: { associateName: string }) => one.associateName)).toEqual([
    'はるの会',
    'はるの会',
  ]);
  expect((await merge()).statusCode).toBe(409);
});

test('a donation that is taken back afterwards is taken from where it is owed now', async () => {
  const reversed = await app.inject({
    method: 'POST',
    url: `/api/office/results/batches/${batchId}/reverse`,
    payload: { reason: '間違えました', version: 1 },
    headers: operator,
  });
  expect(reversed.statusCode).toBe(200);
  expect(await balances()).toEqual({});
  expect(await differences(db)).toEqual([]);
});

/** Non-zero balances owed to each. */
async function balances() {
  const { rows } = await db.execute<{ account: string; yen: number }>(sql`
    select account, sum(amount_yen)::float8 as yen from ledger_lines where account like 'owed:%'
    group by account having sum(amount_yen) <> 0`);
  return Object.fromEntries(rows.map(({ account, yen }) => [account, yen]));
}
