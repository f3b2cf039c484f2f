import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import type { AdminApplicationDetail } from '#giving/applications/admin-application.ts';
import type { ApplicationEdit } from '#giving/applications/application-edit.ts';
import {
  applicationChanges,
  applications,
} from '#giving/applications/application-tables.server.ts';
import { auditLog } from '#kit/audit/audit-tables.server.ts';
import { differences } from '#money/sums/check-sums.server.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import { insertChallenges } from '#test/factories/associates.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
} from '#test/factories/donating.ts';
import { emptyTables } from '#test/factories/money/empty-tables.ts';
import { typedSearch } from '#test/factories/typed-search.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { waitingResults } from '#warehouse/appraisals/appraisal-tables.server.ts';
import { boxes } from '#warehouse/kits/kit-tables.server.ts';
import { resultBatches } from '#warehouse/results/result-tables.server.ts';

const house = await testApp({ now: new Date('2026-11-20T10:32:00+09:00') });
const { app, db, clock } = house;
const signIn = signedIn(house);
const yamada = await signIn('yamada', 'operator');
const sato = await signIn('sato', 'operator');
const daichi = await signIn('daichi', 'warehouse');
await db.update(users).set({ lastName: '山田' }).where(eq(users.uid, 'yamada'));
await insertChallenges(db);
await insertAssociate(db, 'ao', 'あおぞらの会');
await insertAssociate(db, 'mori', 'もりの会');
const id = numberOf(1);
const url = `/api/office/applications/${id}`;

beforeEach(async () => {
  await db.delete(outboxMails);
  await db.delete(applications);
  await db.delete(resultBatches);
  await emptyTables(db, 'audit_log');
});

const insert = (changes: Parameters<typeof application>[1] = {}) =>
  insertApplications(db, [application(1, { state: 'applied', line2: '1-1', ...changes })]);
const applicant = {
  ...{ lastName: '髙橋', firstName: '花子', lastNameKana: 'たかはし', firstNameKana: 'はなこ' },
  ...{ email: 'donor1@tasuki.example', tel: '0312345678' },
};
const applicantAddress = {
  ...{ zipcode: '1000001', prefecture: '東京都', line1: '見本町', line2: '1-1', building: '' },
} as const;
const goods = {
  ...{ kind: 'direct', associateId: 'ao', frequency: 'once', products: ['clothes'], boxes: 1 },
  needReceipt: true,
} as const;
const edit = (body: object, { version = 1, by = yamada, tellsDonor = true } = {}) =>
  app.inject({
    method: 'POST',
    url,
    payload: { reason: 'お電話で', tellsDonor, ...body } satisfies Partial<ApplicationEdit>,
    headers: { ...by, 'if-match': `"${version}"` },
  });
const stored = async () => (await db.select().from(applications))[0];
const changes = async () => (await db.select().from(applicationChanges)).map((row) => row.changes);
const mails = () => db.select().from(outboxMails).orderBy(outboxMails.id);
const page = async () =>
  (await app.inject({ url, headers: yamada })).json<AdminApplicationDetail>();

test('every field can be edited, and the history names the operator', async () => {
  await insert();
  const reply = await edit({
    applicant: { ...applicant, lastName: '佐藤', lastNameKana: 'さとう', tel: '09011112222' },
    applicantAddress: { ...applicantAddress, line2: '2-2', building: '見本荘' },
    application: { ...goods, boxes: 3, frequency: 'recurring', deliverySlot: '14' },
  });
  expect([reply.statusCode, reply.headers.etag, reply.json()]).toEqual([
    200,
    '"2"',
    { appraisalId: id, version: 2, isTold: true },
  ]);
  expect(await stored()).toMatchObject({
    ...{ lastName: '佐藤', tel: '09011112222', line2: '2-2', building: '見本荘', boxes: 3 },
    ...{ frequency: 'recurring', deliverySlot: '14', version: 2, state: 'applied' },
  });
  expect(await changes()).toEqual([
    {
      lastName: ['髙橋', '佐藤'],
      lastNameKana: ['たかはし', 'さとう'],
      tel: ['0312345678', '09011112222'],
      line2: ['1-1', '2-2'],
      building: ['', '見本荘'],
      boxes: [1, 3],
      frequency: ['once', 'recurring'],
      deliverySlot: ['', '14'],
    },
  ]);
  expect((await page()).history).toMatchObject([
    {
      actorName: '山田',
      change: { reason: 'お電話で', changes: { boxes: [1, 3] } },
    },
  ]);
  const [entry] = await db
    .select()
    .from(auditLog)
    .where(eq(auditLog.action, 'applications.edit'))
    .orderBy(auditLog.id);
  expect(entry).toMatchObject({ actorUid: 'yamada', details: { reason: 'お電話で' } });
  expect(JSON.stringify(entry)).not.toContain('佐藤');
  // Search and sums follow.
  const search = typedSearch(house, () => yamada);
  const found = async (word: string) =>
    (await search(`/api/office/applications?keyword=${encodeURIComponent(word)}`)).json().length;
  expect([await found('佐藤'), await found('髙橋')]).toEqual([1, 0]);
  expect(await differences(db)).toEqual([]);
});

test('the donor sees changed values, but of personal data only that they changed', async () => {
  await insert();
  await edit({
    applicant: { ...applicant, lastName: '佐藤' },
    application: { ...goods, boxes: 2, associateId: 'mori' },
  });
  const [mail, ...more] = await mails();
  expect(more).toEqual([]);
  expect([mail?.kind, mail?.recipient]).toEqual(['application-changed', 'donor1@tasuki.example']);
  expect(mail?.textBody).toContain('1箱 → 2箱');
  expect(mail?.textBody).toContain('あおぞらの会 → もりの会');
  expect(mail?.textBody).toContain('お名前');
  expect(mail?.textBody).not.toContain('髙橋 → ');
});

test('a change of address is mailed to both, the former without a link, and always', async () => {
  await insert();
  const email = 'hanako@tasuki.example';
  expect(
    (
      await edit(
        { applicant: { ...applicant, email }, application: { ...goods, boxes: 2 } },
        { tellsDonor: false },
      )
    ).json(),
  ).toMatchObject({ isTold: true });
  const [now, former] = await mails();
  expect([now?.recipient, former?.recipient]).toEqual([email, 'donor1@tasuki.example']);
  expect(now?.textBody).toContain('お申し込みの状況を見る');
  expect(former?.textBody).not.toContain('お申し込みの状況を見る');
  expect(former?.textBody).not.toContain(email);
  expect([now?.textBody, former?.textBody].map((text) => text?.includes('1箱 → 2箱'))).toEqual([
    true,
    false,
  ]);
});

test('a typo is corrected without a mail if the operator chooses so', async () => {
  await insert();
  const fixed = { applicantAddress: { ...applicantAddress, building: '１０１' } };
  expect((await edit(fixed, { tellsDonor: false })).json()).toMatchObject({ isTold: false });
  expect(await mails()).toEqual([]);
  // A repetition changes nothing.
  expect((await edit(fixed, { version: 2 })).json()).toMatchObject({ version: 2 });
  expect(await changes()).toHaveLength(1);
});

test('a gift becomes a buy-back with what the law asks for, and back again', async () => {
  await insert();
  const fund = { kind: 'fund', socialChallengeId: 'animal', frequency: 'once', boxes: 1 };
  const sold = { ...fund, products: ['clothes'], needReceipt: true };
  expect((await edit({ application: sold })).statusCode).toBe(400);
  const young = { ...sold, birth: '2012-01-01', occupation: '学生' };
  expect((await edit({ application: young })).json().errors).toMatchObject([
    { path: 'application.birth' },
  ]);
  const grown = { ...sold, birth: '1980-01-02', occupation: '会社員' };
  expect((await edit({ application: grown })).statusCode).toBe(200);
  expect(await stored()).toMatchObject({
    ...{ kind: 'fund', associateId: null, socialChallengeId: 'animal' },
    ...{ birth: '1980-01-02', needReceipt: false },
  });
  expect((await edit({ application: goods }, { version: 2 })).statusCode).toBe(200);
  expect(await stored()).toMatchObject({ kind: 'direct', associateId: 'ao', birth: null });
});

test('a seller’s details are corrected by their papers until the check is approved', async () => {
  const sold = {
    ...{ kind: 'fund', socialChallengeId: 'animal', frequency: 'once', products: ['clothes'] },
    ...{ boxes: 1, needReceipt: false, birth: '1980-01-02', occupation: '会社員' },
  } as const;
  const { associateId: _, ...row } = { ...sold, associateId: null };
  await insert({ state: 'appraised', ...row });
  const corrected = { ...sold, birth: '1980-01-03', occupation: '自営業' };
  expect((await edit({ application: corrected })).statusCode).toBe(200);
  expect(await stored()).toMatchObject({ birth: '1980-01-03', occupation: '自営業' });
  const young = { ...sold, birth: '2012-01-01' };
  expect((await edit({ application: young }, { version: 2 })).statusCode).toBe(400);
  const more = { ...corrected, boxes: 2 };
  expect((await edit({ application: more }, { version: 2 })).statusCode).toBe(409);
  await db.update(applications).set({ state: 'donated' });
  expect((await edit({ application: sold }, { version: 2 })).statusCode).toBe(409);
});

test('waiting mails go to the corrected address', async () => {
  await insert();
  const step = { applications: [{ appraisalId: id, version: 1 }], step: 'send-kit' };
  const url = '/api/office/applications/step';
  await app.inject({ method: 'POST', url, payload: step, headers: sato });
  const email = 'hanako@tasuki.example';
  await edit({ applicant: { ...applicant, email } }, { version: 2 });
  expect((await mails()).map(({ kind, recipient }) => [kind, recipient])).toEqual([
    ['kit-sent', email],
    ['application-changed', email],
    ['application-changed', 'donor1@tasuki.example'],
  ]);
});

test.each(['appraised', 'donated', 'remitted', 'cancelled', 'returned', 'unpriced'])(
  'when %s, only the donor’s contact can be edited',
  async (state) => {
    await insert({ state });
    const refused = await edit({ application: { ...goods, boxes: 2 } });
    expect([refused.statusCode, (await stored())?.boxes]).toEqual([409, 1]);
    const tel = '09011112222';
    expect((await edit({ applicant: { ...applicant, tel } })).statusCode).toBe(200);
    expect(await stored()).toMatchObject({ tel, state });
  },
);

test('once the kit has left, its day stays; goods and recipient may still change', async () => {
  await insert({ state: 'kit-sent' });
  const day = { ...goods, deliveryDate: '2026-11-28' };
  expect((await edit({ application: day })).statusCode).toBe(409);
  expect((await edit({ application: { ...goods, associateId: 'mori' } })).statusCode).toBe(200);
});

test('while a result waits, the recipient stays', async () => {
  await insert({ state: 'goods-received' });
  await db.insert(resultBatches).values({
    ...{ id: 'batch', uploadedBy: 'yamada', fileName: 'a.csv', fileHash: '', encoding: 'utf8' },
    ...{ rowCount: 1, acceptedCount: 1, unchangedCount: 0, donationYen: 0, state: 'waiting' },
    createdAt: clock.now,
  });
  await db.insert(waitingResults).values({
    ...{ id: 'row', batchId: 'batch', rowNumber: 1, appraisalId: id, source: 'csv', result: {} },
    ...{ rowHash: '', addedBy: 'yamada', addedAt: clock.now, changedBy: 'yamada' },
    changedAt: clock.now,
  });
  const reply = await edit({ application: { ...goods, associateId: 'mori' } });
  expect([reply.statusCode, reply.json().message]).toEqual([
    409,
    expect.stringContaining('確定を待っている'),
  ]);
});

test('there are never fewer boxes than have come', async () => {
  await insert({ state: 'goods-received', boxes: 3 });
  await db.insert(boxes).values({ appraisalId: id, number: 2, receivedAt: clock.now });
  const fewer = await edit({ application: { ...goods, boxes: 1 } });
  expect(fewer.json().errors).toMatchObject([{ path: 'application.boxes' }]);
  expect((await edit({ application: { ...goods, boxes: 2 } })).statusCode).toBe(200);
});

test('what is no longer accepted may stay, and is not newly chosen', async () => {
  await insert({ deliveryDate: '2026-11-19' });
  const body = { application: { ...goods, deliveryDate: '2026-11-19', boxes: 2 } };
  expect((await edit(body)).statusCode).toBe(200);
  const past = { application: { ...goods, boxes: 2, deliveryDate: '2026-11-18' } };
  expect((await edit(past, { version: 2 })).json().errors).toMatchObject([
    { path: 'application.deliveryDate' },
  ]);
  const unknown = { application: { ...goods, associateId: 'nowhere' } };
  expect((await edit(unknown, { version: 2 })).json().errors).toMatchObject([
    { path: 'application.associateId' },
  ]);
});

test('editing needs a lead, the version seen, a reason, and known fields', async () => {
  await insert();
  const tel = { applicant: { ...applicant, tel: '09011112222' } };
  expect((await edit(tel, { by: daichi })).statusCode).toBe(403);
  const blind = await app.inject({
    method: 'POST',
    url,
    payload: { ...tel, reason: 'お電話で', tellsDonor: true },
    headers: yamada,
  });
  expect(blind.statusCode).toBe(409);
  expect((await edit({ ...tel, reason: ' ' })).statusCode).toBe(400);
  expect((await edit({ ...tel, state: 'donated' })).statusCode).toBe(400);
  const absent = await app.inject({
    method: 'POST',
    url: `/api/office/applications/${numberOf(9)}`,
    payload: { ...tel, reason: 'お電話で', tellsDonor: true },
    headers: { ...yamada, 'if-match': '"1"' },
  });
  expect(absent.statusCode).toBe(404);
  expect((await stored())?.version).toBe(1);
});

test('an erased application is not filled in again', async () => {
  await insert({ state: 'cancelled', email: '' });
  expect((await edit({ applicant })).statusCode).toBe(409);
});

test('of two concurrent edits one is saved, and the other is told who changed what', async () => {
  await insert();
  const tel = (number: string) => ({ applicant: { ...applicant, tel: number } });
  const replies = await Promise.all([
    edit(tel('09011112222')),
    edit({ applicantAddress: { ...applicantAddress, line2: '3-3' } }, { by: sato }),
  ]);
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  const late = replies.find(({ statusCode }) => statusCode === 409)?.json();
  expect(late.message).toMatch(/^10:32に.+さんが(?:電話番号|ご住所)を直しました。/);
  expect(await changes()).toHaveLength(1);
  expect(await mails()).toHaveLength(1);
  // A step on an application edited meanwhile is mailed as well.
  const step = await app.inject({
    method: 'POST',
    url: '/api/office/applications/step',
    payload: { applications: [{ appraisalId: id, version: 1 }], step: 'cancel' },
    headers: sato,
  });
  expect(step.json()).toMatchObject([{ isDone: false, isStale: true, state: 'applied' }]);
});
