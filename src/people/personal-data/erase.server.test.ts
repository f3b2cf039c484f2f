import { eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { applications } from '#giving/applications/application-tables.server.ts';
import { donations } from '#giving/donations/donation-tables.server.ts';
import { pledgeItems, pledges } from '#giving/pledges/pledge-tables.server.ts';
import { receipts } from '#giving/receipts/receipt-tables.server.ts';
import { transaction } from '#kit/db/database.server.ts';
import { imageFile } from '#kit/files/files.server.ts';
import { images } from '#kit/images/image-tables.server.ts';
import { attemptBudgets } from '#kit/limits/limit-tables.server.ts';
import { associates } from '#organisations/associates/associate-tables.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import { writeMail } from '#people/mail/outbox.server.ts';
import { authUsers } from '#people/sign-in/sign-in-tables.server.ts';
import { browser } from '#test/browser.ts';
import { auditEntriesOf } from '#test/factories/audit-entries.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
} from '#test/factories/donating.ts';
import { insertDonation } from '#test/factories/receipts.ts';
import { wholeDatabase } from '#test/factories/whole-database.ts';
import { insertReport, insertWholePerson, uidOf } from '#test/factories/whole-person.ts';
import { testApp, testOrigin, testSecret } from '#test/test-app.ts';
import { identityLetters } from '#warehouse/dealer-ledger/dealer-ledger-tables.server.ts';
import { identityPapers } from '#warehouse/identity-checks/identity-check-tables.server.ts';

const house = await testApp();
const { app, db, files, clock, services } = house;
const password = 'a long password';

let count = 0;
beforeAll(() => insertAssociate(db, 'ao'));
beforeEach(async () => {
  count += 1;
  clock.now = new Date('2026-11-20T10:00:00+09:00');
  await db.delete(attemptBudgets);
});

/** A signed-in person with a password. */
async function donor(role: 'donor' | 'staff' | 'operator' = 'donor') {
  const email = `donor${count}@example.jp`;
  const isSample = role !== 'donor';
  const uid = await services.auth.createPerson({ email, password, role, isSample });
  const page = browser(app);
  await page.signIn(email);
  await page.renew();
  const erase = (body: object = { password }) => page.post('/api/users/erase', body);
  return { uid, email, page, erase };
}

const marksIn = (rows: { text: string }[], whose: string) =>
  rows.flatMap(({ text }) => text.match(new RegExp(`〆[\\w.]+〆(?=${whose}〆)`, 'g')) ?? []).sort();

/** Places where marks of an erased person may remain, by reason. */
const leftByPlan = {
  // 法人税法 and the rules of receipts: the donor of a donation.
  named: [
    ...['last_name', 'first_name', 'zipcode', 'prefecture', 'line1', 'line2', 'building'].map(
      (column) => `applications.${column}`,
    ),
    'application_search.folded',
    'receipts.donor_name',
    'receipts.donor_address',
  ],
  // 古物営業法: goods bought for ¥10,000 or more, and their seller.
  ledger: [
    ...['applications.occupation', 'identity_papers.kind', 'identity_papers.file_name'],
    'identity_letters.letter_number',
    'identity_letters.address',
    ...['number', 'kind', 'feature', 'party_name', 'party_address', 'party_occupation'],
    ...['identity_method', 'letter_number', 'tax_note', 'correction_reason', 'folded'],
  ].map((column) => (column.includes('.') ? column : `dealer_entries.${column}`)),
  // Ids and times of merges, entries and consents.
  records: [
    'applications.entered_by',
    'donor_merges.id',
    'donor_merges.from_uid',
    'donor_merges.merged_by',
    'donor_merges.undone_by',
    'legal_consents.text_kind',
  ],
  // About goods, not people.
  goods: [
    'applications.line1',
    'appraisals.note',
    'appraisals.row_hash',
    'appraisals.state_before',
    'appraisals.override_reason',
    'appraisals.corrects_id',
    'appraisals.correction_reason',
    'appraisals.corrected_by',
    'appraisal_items.name',
    'appraisal_items.destination',
    'appraisal_items.reason',
    'appraisal_items.category',
    'appraisal_items.brand',
    'appraisal_items.feature',
    'appraisal_items.condition',
    ...['scans.code', 'box_exceptions.place', 'waiting_results.row_hash'],
    'receipt_events.reason',
    'receipts.verify_code_hash',
    'receipts.sealed_verify_code',
    'identity_papers.reviewed_by',
  ],
  // About another person's pledge; the reporter is removed.
  reports: ['pledge_reports.id', 'pledge_reports.reason'],
  // Belongs to the organisation, whoever wrote it or uploaded its picture.
  organisations: [
    ...['id', 'organisation_name', 'representative', 'prefecture', 'certification', 'person_name'],
    ...['tel', 'website_url', 'message', 'assignee_uid', 'thread_token_hash'],
  ].map((column) => `listing_applications.${column}`),
  pictures: ['images.alt'],
  // Random name of a file, recorded until it is removed.
  files: ['thread_attachments.id'],
};

test('nothing is left of a person but what the law retains, and nothing of others is touched', async () => {
  const hanako = await insertWholePerson(db, 'hanako', 10);
  await insertWholePerson(db, 'taro', 20);
  await insertReport(db, 'hanako', 'pledge-of-taro');
  await insertReport(db, 'taro', 'pledge-of-hanako');
  await db.update(associates).set({ coverImageId: 'hanako-cover' });
  const before = await wholeDatabase(db);
  // Without an erasure these would be found.
  expect(new Set(marksIn(before, 'hanako')).size).toBeGreaterThan(80);

  await services.personalData.erase({
    kind: 'person',
    uid: uidOf('hanako'),
    role: 'donor',
    sessionId: '',
    associateIds: [],
    staffRoles: {},
    lacksSecondFactor: false,
  });
  await services.personalData.endLegalHolds();

  const after = await wholeDatabase(db);
  const allowed = new Set(
    Object.values(leftByPlan)
      .flat()
      .map((column) => `〆${column}〆`),
  );
  expect([...new Set(marksIn(after, 'hanako'))].filter((mark) => !allowed.has(mark))).toEqual([]);
  // A report is deleted with its pledge.
  expect(marksIn(after, 'taro')).toEqual(
    marksIn(before, 'taro').filter((mark) => !mark.startsWith('〆pledge_reports')),
  );
  const mentions = (needle: string) =>
    new Set(after.filter(({ text }) => text.includes(needle)).map(({ table }) => table));
  expect(mentions(hanako.email)).toEqual(new Set(['listing_applications']));
  // By a uid that no longer belongs to anyone: audit entries, merges, and uploads of an organisation's picture.
  expect(mentions(uidOf('hanako'))).toEqual(new Set(['audit_log', 'donor_merges', 'images']));
  const rows = await db.select().from(applications).where(eq(applications.lastName, ''));
  expect(rows.map(({ appraisalId, state, birth }) => [appraisalId, state, birth]).sort()).toEqual(
    [
      [hanako.cancelled, 'cancelled', '1900-01-01'],
      [hanako.made, 'cancelled', null],
    ].sort(),
  );
  const papers = await db.select().from(identityPapers).where(sql`delete_after <= ${clock.now}`);
  expect(papers.map(({ appraisalId }) => appraisalId).sort()).toEqual(
    [hanako.direct, hanako.cancelled, hanako.made].sort(),
  );
});

test('sums and the ledger stay as they were', async () => {
  const rows = await db.select().from(donations);
  expect(
    rows
      .filter(({ uid }) => uid === null)
      .map(({ amountYen }) => amountYen)
      .sort(),
  ).toEqual([12_000, 800]);
});

test('what the law retains loses its name when the time is over', async () => {
  const named = async () =>
    (await db.select().from(applications)).filter(
      ({ email, lastName }) => email === '' && lastName !== '',
    );
  clock.now = new Date('2029-12-31T12:00:00+09:00');
  await services.personalData.endLegalHolds();
  expect((await named()).filter(({ occupation }) => occupation !== '')).toHaveLength(1);
  clock.now = new Date('2030-01-01T12:00:00+09:00');
  await services.personalData.endLegalHolds();
  expect((await named()).map(({ occupation }) => occupation)).toEqual(['', '']);
  // Another person's letter stays.
  expect(await db.$count(identityLetters)).toBe(1);
  const paper = async () =>
    (await db.select().from(receipts).where(eq(receipts.number, 'R-hanako')))[0];
  expect((await paper())?.donorName).not.toBe('');
  clock.now = new Date('2033-12-31T12:00:00+09:00');
  await services.personalData.endLegalHolds();
  expect(await named()).toHaveLength(2);
  expect((await paper())?.donorName).not.toBe('');
  clock.now = new Date('2034-01-01T12:00:00+09:00');
  await services.personalData.endLegalHolds();
  expect(await named()).toEqual([]);
  const receipt = await paper();
  expect([receipt?.donorName, receipt?.donorAddress]).toEqual(['', '']);
  // Nothing is removed from other people.
  const [other] = await db.select().from(receipts).where(eq(receipts.number, 'R-taro'));
  expect(other?.donorName).toContain('taro');
});

test('a gift that was taken back after its donor left keeps no name', async () => {
  const { uid, erase } = await donor();
  await insertDonation(db, { n: 900, uid, yen: 800, on: '2026-11-10' });
  expect((await erase()).statusCode).toBe(200);
  const nameAfterHolds = async () => {
    await services.personalData.endLegalHolds();
    const which = eq(applications.appraisalId, numberOf(900));
    return (await db.select().from(applications).where(which)).map(({ lastName }) => lastName);
  };
  expect(await nameAfterHolds()).toEqual(['髙橋']);
  await db
    .update(donations)
    .set({ reversedAt: clock.now })
    .where(eq(donations.appraisalId, numberOf(900)));
  expect(await nameAfterHolds()).toEqual(['']);
});

test('the password is asked for, and a wrong one erases nothing', async () => {
  const { uid, page, erase } = await donor();
  const wrong = await erase({ password: 'another' });
  expect(wrong.json().errors).toEqual([
    { path: 'password', message: 'いまのパスワードに誤りがあります。もう一度ご入力ください。' },
  ]);
  expect((await erase({})).json().errors[0].message).toBe('パスワードを入力してください。');
  expect((await page.get('/api/users/account')).statusCode).toBe(200);
  expect(await db.select().from(authUsers).where(eq(authUsers.id, uid))).toHaveLength(1);
});

test('every session ends at once, the cookie is cleared, and the e-mail is free again', async () => {
  const { email, page, erase } = await donor();
  const other = browser(app);
  await other.signIn(email);
  await other.renew();
  expect((await other.get('/api/users/account')).statusCode).toBe(200);
  expect((await erase()).statusCode).toBe(200);
  expect((await other.get('/api/users/account')).statusCode).toBe(401);
  const isKept = page.jar.has('tasuki.session');
  expect([isKept, await page.renew(), await other.renew()]).toEqual([false, undefined, undefined]);
  expect((await page.signIn(email)).json().template).toBe('user-not-found');
  expect((await browser(app).signUp(email)).statusCode).toBe(200);
});

test('published pledges are gone from the public list, with their pictures', async () => {
  const { uid, erase } = await donor();
  await insertApplications(db, [application(40, { uid, state: 'cancelled' })]);
  await db.insert(images).values({
    id: `hat-${count}`,
    ownerUid: uid,
    purpose: 'pledge',
    contentType: 'image/webp',
    width: 960,
    height: 720,
    byteCount: 1,
    widths: [480, 960],
    createdAt: clock.now,
  });
  await files.write(imageFile(`hat-${count}`, 480), Buffer.from('small'));
  await files.write(imageFile(`hat-${count}`, 960), Buffer.from('large'));
  await db.insert(pledges).values({
    id: 'hat-pledge',
    appraisalId: numberOf(40),
    uid,
    state: 'published',
    text: '帽子です。',
    pledgedAt: clock.now,
    updatedAt: clock.now,
  });
  await db
    .insert(pledgeItems)
    .values({ id: 'hat-item', pledgeId: 'hat-pledge', position: 0, imageId: `hat-${count}` });
  expect((await app.inject('/api/my-pledges')).body).toContain('hat-pledge');
  expect((await app.inject(`/images/hat-${count}`)).statusCode).toBe(200);
  expect((await erase()).statusCode).toBe(200);
  expect((await app.inject('/api/my-pledges')).body).not.toContain('hat-pledge');
  expect((await app.inject(`/images/hat-${count}`)).statusCode).toBe(404);
  expect(await files.read(imageFile(`hat-${count}`, 960))).toBeUndefined();
});

test('while goods are under way nobody is erased; what has not left is cancelled', async () => {
  const { uid, erase } = await donor();
  await insertApplications(db, [
    application(50, { uid, state: 'applied' }),
    application(51, { uid, state: 'kit-sent' }),
  ]);
  const refused = await erase();
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    expect.stringContaining(numberOf(51)),
  ]);
  await db
    .update(applications)
    .set({ state: 'returned' })
    .where(eq(applications.state, 'kit-sent'));
  expect((await erase()).statusCode).toBe(200);
  const [row] = await db
    .select()
    .from(applications)
    .where(eq(applications.appraisalId, numberOf(50)));
  expect(row).toMatchObject({ state: 'cancelled', uid: null, lastName: '', email: '' });
});

test('an operator cannot erase themselves', async () => {
  const { page, erase } = await donor('operator');
  expect((await erase()).statusCode).toBe(409);
  expect((await page.get('/api/users/account')).statusCode).toBe(200);
});

test('no mail is written to an erased person', async () => {
  await db.delete(outboxMails);
  await transaction(db, (tx) =>
    writeMail(
      tx,
      { kind: 'welcome', dedupeKey: 'nobody', to: '', data: { name: '' } },
      { clock: () => clock.now, publicUrl: testOrigin, secret: testSecret },
    ),
  );
  expect(await db.select().from(outboxMails)).toEqual([]);
});

test('an erasure is in the audit log', async () => {
  const { uid, erase } = await donor();
  await erase();
  const rows = await auditEntriesOf(db, uid);
  expect(rows.map(({ action }) => action)).toEqual(['account.erase']);
});
