import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { applications } from '#giving/applications/application-tables.server.ts';
import { statusUrl } from '#giving/applications/application-tokens.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import { writeMail } from '#people/mail/outbox.server.ts';
import { mailSending } from '#people/mail/sending.server.ts';
import { applyBody } from '#test/factories/apply-body.ts';
import { insertAssociate } from '#test/factories/donating.ts';
import { openedText } from '#test/factories/opened-mail.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp, testOrigin, testSecret } from '#test/test-app.ts';

// An application was mailed to a wrong address: after the correction, links mailed there are invalid.

const house = await testApp();
const { app, db, files, clock } = house;
const yamada = await signedIn(house)('yamada', 'operator');
await insertAssociate(db, 'ao');

let count = 0;
let [wrong, right] = ['', ''];

beforeEach(async () => {
  count += 1;
  [wrong, right] = [`wrong${count}@tasuki.example`, `right${count}@tasuki.example`];
  await db.delete(outboxMails);
  await db.delete(applications);
});

const post = (url: string, payload: object, headers: Record<string, string> = {}) =>
  // Each request from its own address, so that tests share no budget.
  app.inject({ method: 'POST', url, payload, headers, remoteAddress: `10.0.0.${count}` });
const form = () => applyBody({ applicant: { email: wrong } });
const apply = (key: string = randomUUID()) =>
  post('/api/appraisal/apply', form(), { 'idempotency-key': key });
const correct = (appraisalId: string, email: string, version = 1) =>
  post(
    `/api/office/applications/${appraisalId}`,
    { applicant: { ...form().applicant, email }, reason: 'お電話で', tellsDonor: true },
    { ...yamada, 'if-match': `"${version}"` },
  );

type Links = { status?: string | undefined; claim?: string | undefined };
const linksOf = (text: string): Links => ({
  status: /application-status#\S+&token=(\S+)/.exec(text)?.[1],
  claim: /join#\S+&claimToken=(\S+)/.exec(text)?.[1],
});
/** Latest mail of a kind to an address, with its links as the reader gets them. */
async function mailed(kind: string, to: string) {
  const rows = await db.select().from(outboxMails).orderBy(outboxMails.id);
  const row = rows.findLast((one) => one.kind === kind && one.recipient === to);
  return row && { ...row, links: linksOf(openedText(row)) };
}
/** Responses to the two links of a mail. */
async function opens(appraisalId: string, { status = '', claim = '' }: Links = {}) {
  const replies = [
    await post('/api/applications/status', { appraisalId, token: status }),
    await post('/api/applications/claim-link', { appraisalId, claimToken: claim }),
  ];
  return replies.map(({ statusCode }) => statusCode);
}

test('links mailed to the former address are dead, and those to the new one work', async () => {
  const key = randomUUID();
  const applied = await apply(key);
  const { appraisalId } = applied.json();
  const before = (await mailed('application-received', wrong))?.links;
  expect(await opens(appraisalId, before)).toEqual([200, 200]);
  await db.update(outboxMails).set({ state: 'sent' });

  expect((await correct(appraisalId, right)).statusCode).toBe(200);
  expect(await opens(appraisalId, before)).toEqual([404, 404]);
  const refused = await post('/api/applications/status', { appraisalId, token: before?.status });
  expect(refused.json().message).toContain('お申し込みが見つかりませんでした');
  expect(refused.body).not.toContain(right);
  const told = await mailed('application-changed', right);
  expect(await opens(appraisalId, told?.links)).toEqual([200, 200]);
  expect((await mailed('application-changed', wrong))?.links).toEqual({});

  // Later mails contain valid links, but none revives a former link.
  const step = { applications: [{ appraisalId, version: 2 }], step: 'send-kit' };
  expect((await post('/api/office/applications/step', step, yamada)).statusCode).toBe(200);
  const later = (await mailed('kit-sent', right))?.links.status;
  expect(later).toBe(told?.links.status);
  expect(await opens(appraisalId, before)).toEqual([404, 404]);

  // A replayed submit returns the same response, which opens nothing.
  const again = await apply(key);
  expect([again.statusCode, again.json()]).toEqual([201, applied.json()]);
  expect(await opens(appraisalId, { claim: again.json().claimToken })).toEqual([404, 404]);

  // Changed again, and back: earlier links stay invalid at both addresses.
  expect((await correct(appraisalId, wrong, 3)).statusCode).toBe(200);
  expect(await opens(appraisalId, told?.links)).toEqual([404, 404]);
  const back = (await mailed('application-changed', wrong))?.links;
  expect(back?.status).not.toBe(before?.status);
  expect(await opens(appraisalId, back)).toEqual([200, 200]);
});

test('other edits leave the links valid', async () => {
  const { appraisalId } = (await apply()).json();
  const before = (await mailed('application-received', wrong))?.links;
  const tel = { applicant: { ...form().applicant, tel: '09011112222' } };
  const reply = await post(
    `/api/office/applications/${appraisalId}`,
    { ...tel, reason: 'お電話で', tellsDonor: true },
    { ...yamada, 'if-match': '"1"' },
  );
  expect(reply.statusCode).toBe(200);
  expect(await opens(appraisalId, before)).toEqual([200, 200]);
  const told = await mailed('application-changed', wrong);
  expect(told?.links).toEqual({ status: before?.status });
});

test('a mail that had not left goes to the new address with links that work, also after it was refused', async () => {
  for (const attempts of [0, 3]) {
    await db.delete(outboxMails);
    const { appraisalId } = (await apply()).json();
    await db.update(outboxMails).set({ attempts });
    expect((await correct(appraisalId, right)).statusCode).toBe(200);
    expect(await mailed('application-received', wrong)).toBeUndefined();
    const moved = await mailed('application-received', right);
    expect(await opens(appraisalId, moved?.links)).toEqual([200, 200]);
  }
});

test('a mail in progress is recorded as sent to the former address', async () => {
  const { appraisalId } = (await apply()).json();
  const dependencies = { db, files, clock: () => clock.now, secret: testSecret };
  const went: string[] = [];
  const sending = mailSending({ ...dependencies, publicUrl: testOrigin }, async ({ to }) => {
    went.push(to);
    if (went.length === 1) await correct(appraisalId, right);
  });
  await sending.sendWaiting();
  const received = await mailed('application-received', wrong);
  expect([received?.state, went[0]]).toEqual(['sent', wrong]);
  expect(await opens(appraisalId, received?.links)).toEqual([404, 404]);
});

test('a mail with links of other applications, too, is not redirected', async () => {
  const [mine, others] = [(await apply()).json(), (await apply()).json()];
  const links = { clock: () => clock.now, secret: testSecret, publicUrl: testOrigin };
  const letters = [mine, others].map(({ appraisalId }) => ({
    ...{ associateName: '見本の会', title: 'お礼', isSecret: true },
    url: statusUrl(links, { appraisalId, linkGeneration: 0 }),
  }));
  const thanks = { name: '髙橋 花子', letters, moreCount: 0 };
  const { appraisalId } = mine;
  const mail = {
    kind: 'thanks',
    dedupeKey: 'thanks',
    to: wrong,
    appraisalId,
    data: thanks,
  } as const;
  await writeMail(db, mail, links);
  expect((await correct(appraisalId, right)).statusCode).toBe(200);
  expect(await mailed('thanks', right)).toBeUndefined();
  const stays = await mailed('thanks', wrong);
  expect((await opens(appraisalId, stays?.links))[0]).toBe(404);
});

test('a mail that is sent again to the corrected address carries links that work', async () => {
  const { appraisalId } = (await apply()).json();
  const before = await mailed('application-received', wrong);
  await db.update(outboxMails).set({ state: 'dead', lastError: 'EENVELOPE 550' });
  const resend = (to: string, recordVersion: number | null, version: number) =>
    post(
      `/api/office/mails/${before?.id}/resend`,
      { to, recordVersion },
      { ...yamada, 'if-match': `"${version}"` },
    );
  expect((await resend(right, 1, 1)).statusCode).toBe(201);
  expect(await opens(appraisalId, before?.links)).toEqual([404, 404]);
  const again = await mailed('application-received', right);
  expect(await opens(appraisalId, again?.links)).toEqual([200, 200]);
  // To the former address it goes unchanged.
  expect((await resend(wrong, null, 2)).statusCode).toBe(201);
  const former = await mailed('application-received', wrong);
  expect(former?.links).toEqual(before?.links);
  expect((await resend(right, null, 3)).statusCode).toBe(201);
  expect((await mailed('application-received', right))?.links).toEqual(again?.links);
});

test('a mail written concurrently does not revive a former link', async () => {
  const { appraisalId } = (await apply()).json();
  const before = (await mailed('application-received', wrong))?.links;
  await correct(appraisalId, right);
  // Written by a concurrent transaction that read the application earlier.
  await db.execute(sql`
    update application_tokens set expires_at = now() + interval '9 years' where generation = 0`);
  expect(await opens(appraisalId, before)).toEqual([404, 404]);
});
