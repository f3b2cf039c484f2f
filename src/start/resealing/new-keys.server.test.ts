import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { asc, eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Receipt } from '#giving/receipts/receipt.ts';
import { receipts } from '#giving/receipts/receipt-tables.server.ts';
import { ownPaper } from '#giving/receipts/receipts.server.ts';
import { transaction } from '#kit/db/database.server.ts';
import type { OutgoingMail } from '#kit/files/mail.server.ts';
import { attemptBudgets } from '#kit/limits/limit-tables.server.ts';
import { settings } from '#kit/settings/setting-tables.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import { writeMail } from '#people/mail/outbox.server.ts';
import { mailSending } from '#people/mail/sending.server.ts';
import {
  newRecoveryCodes,
  replaceRecoveryCodes,
} from '#people/sign-in/second-factor/recovery-codes.server.ts';
import { authKeys, authTwoFactors } from '#people/sign-in/sign-in-tables.server.ts';
import { browser } from '#test/browser.ts';
import { applyBody } from '#test/factories/apply-body.ts';
import { numberOf } from '#test/factories/donating.ts';
import { identityChecks, pdfPaper } from '#test/factories/identity-papers.ts';
import { certify, insertDonation, receiptDonor } from '#test/factories/receipts.ts';
import { giveTotp } from '#test/factories/second-factor.ts';
import { codeOf } from '#test/factories/totp.ts';
import { rekeyedApp } from '#test/rekeyed-app.ts';
import { type TestApp, testApp, testOrigin, testSecret } from '#test/test-app.ts';
import { identityPapers } from '#warehouse/identity-checks/identity-check-tables.server.ts';
import { rememberKeys } from './remembered-keys.server.ts';
import { reseal } from './reseal.server.ts';

const run = promisify(execFile);
const house = await testApp();
const { db, files } = house;
const next = 'the next secret of these tests is long enough';
const nextIdentity = 'the next key for papers is long enough';
const keysOf = (given: { secret: string; oldSecrets?: string[]; identityKey?: string }) => ({
  oldSecrets: [],
  identityKey: '',
  oldIdentityKeys: [],
  ...given,
});
const rotated = keysOf({ secret: next, oldSecrets: [testSecret], identityKey: nextIdentity });
const settled = keysOf({ secret: next, identityKey: nextIdentity });

const boss = 'boss@example.jp';
const mailed = `${testOrigin}/reset-password#token=under-the-first-secret`;
let checks: Awaited<ReturnType<typeof identityChecks>>;
let session: Map<string, string>;
let totpURI: string;
let recoveryCodes: string[];
let paperId: string;
let receipt: { number: string; code: string };
let claimed: { body: object; appraisalId: string; claimToken: string };

const applyTo = ({ app }: TestApp, payload: object) =>
  app.inject({
    method: 'POST',
    url: '/api/appraisal/apply',
    payload,
    headers: { 'idempotency-key': 'once' },
  });
const paperOf = ({ services }: TestApp) =>
  ownPaper(services.ctx, { uid: 'hanako' }, receipt.number);

beforeAll(async () => {
  await rememberKeys(db, keysOf({ secret: testSecret }));
  checks = await identityChecks(house);
  await checks.appraised();
  expect((await checks.send()).statusCode).toBe(200);
  const sent = (await checks.admin(`identity-checks/${checks.id()}`)).json().papers;
  paperId = sent[1].id;

  await certify(db, 'ao', '2024-01-01', '2028-12-31');
  await insertDonation(db, { n: 500, yen: 1_200, on: '2026-11-10', uid: 'hanako' });
  const payload = { kind: 'donation', appraisalId: numberOf(500), donor: receiptDonor };
  const issued = await checks.post('/api/users/receipts', payload, checks.donor);
  const { number } = issued.json<Receipt>();
  receipt = {
    number,
    code: (await ownPaper(house.services.ctx, { uid: 'hanako' }, number))?.code ?? '',
  };

  const bossUid = await house.services.auth.createPerson({
    email: boss,
    password: 'a long password',
    role: 'operator',
  });
  totpURI = await giveTotp(house, bossUid);
  await transaction(db, async (tx) => {
    const { codes, hashes } = await newRecoveryCodes(house.dependencies.passwordCost);
    await replaceRecoveryCodes(tx, bossUid, hashes, house.clock.now);
    recoveryCodes = codes;
  });
  const page = browser(house.app);
  await page.signIn(boss);
  await page.post('/api/auth/second-factor/verify-totp', { code: nextCode() });
  session = page.jar;

  const body = applyBody();
  const { appraisalId, claimToken } = (await applyTo(house, body)).json();
  claimed = { body, appraisalId, claimToken };
  await db.delete(outboxMails);
  const data = { name: '', resetUrl: mailed, validMinutes: 60 };
  await transaction(db, (tx) =>
    writeMail(tx, { kind: 'reset', dedupeKey: 'reset:1', to: boss, data }, house.dependencies),
  );
});
beforeEach(async () => {
  await db.delete(attemptBudgets);
  await db.delete(outboxMails).where(eq(outboxMails.kind, 'sign-in-changed'));
  await db
    .update(outboxMails)
    .set({ state: 'waiting', attempts: 0, availableAt: sql`now()`, lastError: '' });
});

/** Sends the waiting mails; returns those with secret links. */
async function sentBy({ dependencies }: TestApp): Promise<OutgoingMail[]> {
  const sent: OutgoingMail[] = [];
  await mailSending(dependencies, async (mail) => void sent.push(mail)).sendWaiting();
  // Leaves out notices about new browsers.
  return sent.filter(({ text }) => text.includes('#token='));
}

/** The code of the next half minute, since each works once. */
function nextCode(): string {
  house.clock.now = new Date(house.clock.now.getTime() + 30_000);
  return codeOf(totpURI, 0, house.clock.now);
}

async function signsInTwice(at: TestApp) {
  for (const [path, code] of [
    ['verify-totp', nextCode()],
    ['verify-recovery-code', recoveryCodes.shift()],
  ]) {
    const page = browser(at.app);
    expect((await page.signIn(boss)).json()).toMatchObject({ twoFactor: true });
    const reply = await page.post(`/api/auth/second-factor/${path}`, { code });
    expect([path, reply.statusCode]).toEqual([path, 200]);
    expect(await page.renew()).toEqual(expect.any(String));
    expect((await page.get('/api/office/today')).statusCode).toBe(200);
  }
}

async function expectAllRead(at: TestApp) {
  const [mail] = await sentBy(at);
  expect(mail?.text).toContain(mailed);
  expect(mail?.html).toContain(mailed);
  const paper = await at.app.inject({
    url: `/api/office/identity-papers/${paperId}`,
    headers: checks.operator,
  });
  expect(paper.rawPayload).toEqual(pdfPaper);
  expect((await paperOf(at))?.code).toBe(receipt.code);
  const verdict = await at.app.inject({
    method: 'POST',
    url: '/api/receipts/verify',
    payload: receipt,
  });
  expect(verdict.json()).toMatchObject({ verdict: 'known', state: 'valid' });
  await signsInTwice(at);
}

const stored = async () => ({
  mails: await db
    .select({ content: outboxMails.content })
    .from(outboxMails)
    .orderBy(outboxMails.id),
  factors: await db.select({ secret: authTwoFactors.secret }).from(authTwoFactors),
  keys: await db.select().from(authKeys).orderBy(asc(authKeys.id)),
  codes: await db.select({ sealed: receipts.sealedVerifyCode }).from(receipts),
  papers: await Promise.all(
    (await db.select().from(identityPapers).orderBy(asc(identityPapers.id))).map(({ fileName }) =>
      files.read(fileName),
    ),
  ),
});

const command = (env: Record<string, string>, ...args: string[]) =>
  run(process.execPath, ['src/start/commands/reseal.server.ts', ...args], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: house.databaseUrl,
      DATA_DIR: house.folder,
      // Without a cache each command would compile everything again.
      NODE_COMPILE_CACHE: join(house.folder, 'compiled'),
      ...env,
    },
  });

test('with only another key nothing starts, is re-encrypted or changes', async () => {
  const before = await stored();
  const told = /SECRET_OLD/;
  await expect(rememberKeys(db, settled)).rejects.toThrow(told);
  await expect(command({ SECRET: next })).rejects.toThrow(told);
  await expect(command({ SECRET: next }, '--new-secret')).rejects.toThrow('環境変数');
  await expect(command({ SECRET: next }, '--nonsense')).rejects.toThrow('使い方');
  await expect(command({ SECRET: next, SECRET_OLD: 'short' })).rejects.toThrow('SECRET_OLD');
  const lost = await rekeyedApp(house, settled);
  expect(await sentBy(lost)).toEqual([]);
  const [waiting] = await db.select().from(outboxMails);
  expect(waiting).toMatchObject({ state: 'waiting', lastError: expect.stringContaining('SEALED') });
  expect((await stored()).mails).toEqual(before.mails);
  expect((await stored()).papers).toEqual(before.papers);
});

test('with the earlier key for reading everything still works: sessions, factors, mails, papers, receipts', async () => {
  await rememberKeys(db, rotated);
  const at = await rekeyedApp(house, rotated);
  const page = browser(at.app);
  for (const [name, value] of session) page.jar.set(name, value);
  const keysBefore = await db.select().from(authKeys);
  expect(await page.renew()).toEqual(expect.any(String));
  expect((await page.get('/api/office/today')).statusCode).toBe(200);
  expect(await db.select().from(authKeys)).toEqual(keysBefore);
  await expectAllRead(at);
  // A retry after a lost response returns the mailed token.
  const again = await applyTo(at, claimed.body);
  expect(again.json()).toMatchObject({
    appraisalId: claimed.appraisalId,
    claimToken: claimed.claimToken,
  });
  // New data is sealed under the new key.
  await db.delete(outboxMails).where(eq(outboxMails.dedupeKey, 'new'));
  const data = { name: '', resetUrl: `${mailed}-new`, validMinutes: 60 };
  await transaction(db, (tx) =>
    writeMail(tx, { kind: 'reset', dedupeKey: 'new', to: boss, data }, at.dependencies),
  );
  const alone = await rekeyedApp(house, settled);
  expect((await sentBy(alone)).map(({ text }) => text)).toEqual([
    expect.stringContaining(`${mailed}-new`),
  ]);
  await db.delete(outboxMails).where(eq(outboxMails.dedupeKey, 'new'));
});

test('re-encrypted data needs only the new keys, and the command says so', async () => {
  const { stdout } = await command({
    SECRET: next,
    SECRET_OLD: `${testSecret}, an even earlier one which is of no use at all`,
    IDENTITY_KEY: nextIdentity,
  });
  expect(stdout).toContain('メールのリンク：1件を封じ直しました。');
  expect(stdout).toContain('受領証明書の確認コード：1件を封じ直しました。');
  expect(stdout).toContain('本人確認の書類：2件を封じ直しました。');
  expect(stdout).toContain('もう要りません');
  await rememberKeys(db, settled);
  const at = await rekeyedApp(house, settled);
  await expectAllRead(at);
  // Sessions signed under the missing key end: people sign in again.
  const page = browser(at.app);
  for (const [name, value] of session) page.jar.set(name, value);
  expect(await page.renew()).toBeUndefined();
  await expect(rememberKeys(db, keysOf({ secret: testSecret }))).rejects.toThrow('SECRET_OLD');

  const before = await stored();
  const again = await command({ SECRET: next, IDENTITY_KEY: nextIdentity });
  expect(again.stdout).toContain('すべて、いまの鍵で封じてあります。');
  expect(await stored()).toEqual(before);
});

test('after an interruption it continues; data that no key opens is named and kept', async () => {
  const third = keysOf({
    secret: `${next} and the third`,
    oldSecrets: [next],
    identityKey: nextIdentity,
  });
  const [row] = await db.select().from(outboxMails);
  if (!row) throw new Error('there is no mail to copy');
  const { id: _, ...mail } = row;
  const of = (n: number) => ({ ...mail, dedupeKey: `n${n}`, messageId: `n${n}` });
  await db.insert(outboxMails).values(Array.from({ length: 450 }, (_, n) => of(n)));
  // Links copied from another mail open under no key.
  let parts = 0;
  const breaking = reseal({ db, files, keys: third }, () => {
    parts += 1;
    if (parts === 2) throw new Error('killed');
  });
  await expect(breaking).rejects.toThrow('killed');
  const seen: number[] = [];
  const outcomes = await reseal({ db, files, keys: third }, ({ done, total }) => {
    seen.push(done / total);
  });
  expect(outcomes).toContainEqual({ what: 'メールのリンク', resealed: 1, lost: 450 });
  expect(outcomes).toContainEqual({ what: '本人確認の書類', resealed: 0, lost: 0 });
  expect(seen.at(-1)).toBe(1);
  const env = { SECRET: third.secret, IDENTITY_KEY: nextIdentity };
  await expect(command({ ...env, SECRET_OLD: next })).rejects.toThrow('450件');
  const { stdout } = await command({ ...env, SECRET_OLD: next }, '--leave-lost');
  expect(stdout).toContain('450件は、どの鍵でも開けません');
  expect(await db.$count(outboxMails)).toBe(451);
  const [{ value } = { value: {} }] = await db
    .select()
    .from(settings)
    .where(eq(settings.key, 'keys'));
  expect(JSON.stringify(value)).not.toMatch(/secret of these|long enough/);
  await rememberKeys(db, keysOf({ secret: third.secret, identityKey: nextIdentity }));
});
