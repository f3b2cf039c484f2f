import { eq } from 'drizzle-orm';
import { simpleParser } from 'mailparser';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { applications } from '#giving/applications/application-tables.server.ts';
import { auditLog } from '#kit/audit/audit-tables.server.ts';
import { sendBySmtp } from '#kit/files/mail.server.ts';
import { attemptBudgets } from '#kit/limits/limit-tables.server.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import { mailSending } from '#people/mail/sending.server.ts';
import { authUsers } from '#people/sign-in/sign-in-tables.server.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
} from '#test/factories/donating.ts';
import { multipart } from '#test/factories/multipart.ts';
import { openedText } from '#test/factories/opened-mail.ts';
import { headersOfSession, signedIn } from '#test/signed-in.ts';
import { mailServer } from '#test/stand-ins/smtp-server.ts';
import { testApp } from '#test/test-app.ts';
import { contactMessages, listingApplications, threadEntries } from './message-tables.server.ts';

const inboundMail = { address: 'reply@tasuki.example', secret: 's'.repeat(32) };
const house = await testApp({ hasMailServer: true, inboundMail });
const byLink = await testApp();
type House = typeof house;
type Headers = Record<string, string>;
const staffOf = async (one: House) => ({
  operator: (await signedIn(one)('operator-1', 'operator')) as Headers,
  colleague: (await signedIn(one)('operator-2', 'owner')) as Headers,
  warehouse: (await signedIn(one)('warehouse-1', 'warehouse')) as Headers,
});
const people = new Map([
  [house, await staffOf(house)],
  [byLink, await staffOf(byLink)],
]);
const as = (one: House) => people.get(one) as Awaited<ReturnType<typeof staffOf>>;
await insertAssociate(house.db, 'ao', 'あおぞらの会');

const now = new Date('2026-11-20T10:00:00+09:00');
const hour = 60 * 60 * 1000;
const later = (ms: number) => {
  for (const one of [house, byLink]) one.clock.now = new Date(now.getTime() + ms);
};
/** Moves the clock and renews the access token, which lives five minutes. */
async function renewed(ms: number) {
  later(ms);
  as(byLink).operator = await headersOfSession(byLink, 'operator-1');
}
beforeEach(async () => {
  later(0);
  for (const { db } of [house, byLink]) {
    for (const table of [attemptBudgets, outboxMails, threadEntries]) await db.delete(table);
    await db.delete(contactMessages);
    await db.delete(listingApplications);
  }
});

const draft = {
  name: '髙橋 花子',
  email: 'hanako@example.com',
  kind: 'application',
  appraisalId: '',
  message: '箱が届きません。',
};
let addresses = 0;
async function contact({ app }: House, changes: object = {}): Promise<string> {
  const reply = await app.inject({
    method: 'POST',
    url: '/api/contact',
    payload: { ...draft, ...changes },
    remoteAddress: `192.0.2.${++addresses % 250}`,
  });
  return reply.json().id;
}
const read = ({ app }: House, id: string, headers: Headers) =>
  app.inject({ url: `/api/office/threads/${id}`, headers });
const etagOf = async (one: House, id: string) =>
  String((await read(one, id, as(one).operator)).headers.etag);

type Reply = {
  body?: string;
  files?: { name: string; bytes: string | Uint8Array }[];
  etag?: string;
  who?: Headers;
  key?: string;
};
async function reply(
  one: House,
  id: string,
  { body = '発送しました。', files = [], ...more }: Reply = {},
) {
  const { who = as(one).operator, etag = await etagOf(one, id), key } = more;
  const form = await multipart('reply', { body }, files);
  return one.app.inject({
    method: 'POST',
    url: `/api/office/threads/${id}/reply`,
    payload: form.payload,
    headers: { ...who, ...form.headers, 'if-match': etag, ...(key && { 'idempotency-key': key }) },
  });
}
async function step(
  one: House,
  id: string,
  name: string,
  payload: object,
  more: { who?: Headers; etag?: string } = {},
) {
  const { who = as(one).operator, etag = await etagOf(one, id) } = more;
  return one.app.inject({
    method: 'POST',
    url: `/api/office/threads/${id}/${name}`,
    payload,
    headers: { ...who, 'if-match': etag },
  });
}
/** Mails received by a real mail server. */
async function sent(one: House) {
  const server = await mailServer();
  onTestFinished(() => server.close());
  const sending = mailSending(
    one.dependencies,
    sendBySmtp({ url: server.url, from: 'たすき <noreply@tasuki.example>' }),
  );
  await sending.sendWaiting();
  await sending.stop();
  return Promise.all(server.accepted.map((raw) => simpleParser(raw)));
}
const pdf = { name: 'ご案内.pdf', bytes: '%PDF-1.7 見本' };

describe('a reply', () => {
  test('reaches the sender with its attachment and an address to answer to', async () => {
    const id = await contact(house);
    const answered = await reply(house, id, { files: [pdf] });
    expect(answered.statusCode).toBe(200);
    expect(answered.json()).toMatchObject({
      dueAt: null,
      entries: [
        { direction: 'out', body: '発送しました。', attachments: [{ name: 'ご案内.pdf' }] },
      ],
    });
    const mail = (await sent(house)).find(({ subject }) => subject?.includes('お返事'));
    expect(mail).toMatchObject({ subject: `【たすき】お問い合わせへのお返事（${id}）` });
    expect(mail?.text).toContain('発送しました。');
    expect(mail?.text).toContain('そのままご返信いただけます');
    expect(mail?.text).not.toContain('/thread#');
    expect(mail?.replyTo?.value[0]?.address).toMatch(
      new RegExp(`^reply\\+${id.toLowerCase()}-[a-z2-7]{26}@tasuki\\.example$`),
    );
    expect(mail?.attachments).toMatchObject([
      { filename: 'ご案内.pdf', contentType: 'application/pdf', content: Buffer.from(pdf.bytes) },
    ]);
  });

  test('without incoming mails has a link that the outbox holds sealed', async () => {
    const id = await contact(byLink);
    await reply(byLink, id);
    const [mail] = await byLink.db
      .select()
      .from(outboxMails)
      .where(eq(outboxMails.kind, 'thread-reply'));
    expect(openedText(mail)).toMatch(/\/thread#token=[\w-]{43}\n/);
    expect(JSON.stringify(mail)).not.toContain('/thread#token=');
    const [outgoing] = (await sent(byLink)).filter(({ subject }) => subject?.includes('お返事'));
    expect(outgoing?.replyTo).toBeUndefined();
    expect(outgoing?.text).toContain('/thread#token=');
  });

  test('from a stale page does nothing, and the page shows what came meanwhile', async () => {
    const id = await contact(house);
    const etag = await etagOf(house, id);
    await reply(house, id, { body: 'わたしが答えます。', who: as(house).colleague });
    const stale = await reply(house, id, { body: 'もう一度答えます。', etag });
    expect(stale.statusCode).toBe(409);
    const { entries } = (await read(house, id, as(house).operator)).json();
    expect(entries.map(({ body }: { body: string }) => body)).toEqual(['わたしが答えます。']);
    const mails = await house.db.$count(outboxMails, eq(outboxMails.kind, 'thread-reply'));
    expect(mails).toBe(1);
    expect((await step(house, id, 'answered', { isAnswered: false }, { etag })).statusCode).toBe(
      409,
    );
    expect((await step(house, id, 'assign', { uid: null }, { etag: '' })).statusCode).toBe(400);
  });

  test('sent twice with one key is one mail and one file', async () => {
    const id = await contact(house);
    const etag = await etagOf(house, id);
    const replies = [
      await reply(house, id, { files: [pdf], etag, key: 'one' }),
      await reply(house, id, { files: [pdf], etag, key: 'one' }),
    ];
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(replies[1]?.json().entries).toHaveLength(1);
  });

  test('sent again to a corrected address carries its file, and the thread has that address', async () => {
    const id = await contact(house);
    const { entries } = (await reply(house, id, { files: [pdf] })).json();
    await sent(house);
    const url = `/api/office/mails/${entries[0].mailId}`;
    const mail = (await house.app.inject({ url, headers: as(house).operator })).json();
    expect(mail.record).toMatchObject({ kind: 'thread', id });
    const to = 'hanako@corrected.example';
    const again = await house.app.inject({
      method: 'POST',
      url: `${url}/resend`,
      payload: { to, recordVersion: mail.record.version },
      headers: { ...as(house).operator, 'if-match': `"${mail.version}"` },
    });
    expect(again.statusCode).toBe(201);
    const [resent] = await sent(house);
    expect(resent).toMatchObject({ to: { text: to }, attachments: [{ filename: 'ご案内.pdf' }] });
    const thread = (await read(house, id, as(house).operator)).json();
    expect(thread.message.email).toBe(to);
  });

  test('to a listing application takes it into talks', async () => {
    await house.db.insert(listingApplications).values({
      id: 'TL-1234-ABCD',
      organisationName: 'しおかぜ猫の家',
      classification: 'npo',
      representative: '潮風 太郎',
      prefecture: '東京都',
      socialChallenges: ['animal'],
      personName: '潮風 太郎',
      email: 'neko@example.com',
      tel: '0312345678',
      dueAt: now,
      stateChangedAt: now,
      createdAt: now,
    });
    const answered = await reply(house, 'TL-1234-ABCD');
    expect(answered.json()).toMatchObject({ dueAt: null, listing: { state: 'in-talks' } });
    const [mail] = await sent(house);
    expect(mail?.subject).toBe('【たすき】団体掲載のお申し込みへのお返事（TL-1234-ABCD）');
  });
});

describe('attachments', () => {
  test.each([
    ['an unknown kind', [{ name: 'a.exe', bytes: 'MZ\0' }], 400],
    ['a page under another name', [{ name: 'a.pdf', bytes: '<script>' }], 400],
    ['six files', Array.from({ length: 6 }, () => pdf), 413],
    [
      'more than 10 MB together',
      [
        { name: 'a.txt', bytes: 'a'.repeat(6_000_000) },
        { name: 'b.txt', bytes: 'b'.repeat(6_000_000) },
      ],
      413,
    ],
  ])('%s is refused, and nothing is sent', async (_what, files, status) => {
    const id = await contact(house);
    expect((await reply(house, id, { files })).statusCode).toBe(status);
    expect(await house.db.$count(threadEntries)).toBe(0);
  });

  test('are saved, never shown, and only by those who answer', async () => {
    const id = await contact(house);
    const { entries } = (await reply(house, id, { files: [pdf] })).json();
    const url = `/api/office/attachments/${entries[0].attachments[0].id}`;
    const file = await house.app.inject({ url, headers: as(house).operator });
    expect(file.body).toBe(pdf.bytes);
    expect(file.headers).toMatchObject({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    expect(file.headers['content-disposition']).toMatch(/^attachment;/);
    expect(file.headers['content-security-policy']).toContain('sandbox');
    expect((await house.app.inject({ url, headers: as(house).warehouse })).statusCode).toBe(403);
    expect((await house.app.inject({ url })).statusCode).toBe(401);
    const absent = await house.app.inject({
      url: '/api/office/attachments/x',
      headers: as(house).operator,
    });
    expect(absent.statusCode).toBe(404);
  });
});

describe('work that is shared', () => {
  test('a thread is assigned to oneself or a colleague, but only to people who may answer', async () => {
    const id = await contact(house);
    const taken = await step(house, id, 'assign', { uid: 'operator-1' });
    expect(taken.json().assignee).toMatchObject({ uid: 'operator-1' });
    expect((await step(house, id, 'assign', { uid: 'operator-2' })).statusCode).toBe(200);
    const list = await house.app.inject({
      url: '/api/office/messages',
      headers: as(house).operator,
    });
    expect(list.json()[0].assignee).toMatchObject({ uid: 'operator-2' });
    expect((await step(house, id, 'assign', { uid: 'warehouse-1' })).statusCode).toBe(400);
    const { colleagues } = (await read(house, id, as(house).operator)).json();
    expect(colleagues.map(({ uid }: { uid: string }) => uid)).toEqual(['operator-1', 'operator-2']);
  });

  test('an answer is due after three days; a new word begins again only once it was answered', async () => {
    const id = await contact(byLink);
    const other = await contact(byLink, { email: 'taro@example.com' });
    const listed = async () =>
      (
        await byLink.app.inject({ url: '/api/office/messages', headers: as(byLink).operator })
      ).json();
    const dueOf = async () => (await listed()).find((row: { id: string }) => row.id === id);
    expect(await dueOf()).toMatchObject({ dueAt: '20261123100000000', isOverdue: false });
    await renewed(71 * hour);
    await reply(byLink, other);
    await renewed(73 * hour);
    expect(await dueOf()).toMatchObject({ isOverdue: true });
    const counts = async () =>
      (
        await byLink.app.inject({ url: '/api/office/menu-counts', headers: as(byLink).operator })
      ).json();
    expect((await counts()).messages).toEqual({ open: 1, overdue: 1 });
    await reply(byLink, id);
    expect(await dueOf()).toMatchObject({ dueAt: null, isOverdue: false });
    const [mail] = await byLink.db
      .select()
      .from(outboxMails)
      .where(eq(outboxMails.dedupeKey, `thread-reply:${(await lastEntry(byLink, id))?.id}`));
    await answerByLink(byLink, tokenIn(openedText(mail)), 'まだ届きません。');
    expect(await dueOf()).toMatchObject({ dueAt: '20261126110000000', answeredAt: null });
    await renewed(80 * hour);
    await answerByLink(byLink, tokenIn(openedText(mail)), 'まだです。');
    expect(await dueOf()).toMatchObject({ dueAt: '20261126110000000' });
    // Sorted by due date, answered ones last.
    expect((await listed()).map((row: { id: string }) => row.id)).toEqual([id, other]);
    expect((await counts()).messages).toEqual({ open: 1, overdue: 0 });
  });

  test('each role sees the counts of its own screens', async () => {
    await contact(house);
    const countsOf = async (headers: Headers) =>
      (await house.app.inject({ url: '/api/office/menu-counts', headers })).json();
    expect(await countsOf(as(house).operator)).toMatchObject({
      messages: { open: 1, overdue: 0 },
      listings: { open: 0, overdue: 0 },
      'identity-checks': { open: 0, overdue: 0 },
      'pledge-reports': { open: 0, overdue: 0 },
    });
    const none = { open: 0, overdue: 0 };
    expect(await countsOf(as(house).warehouse)).toEqual({
      ...{ kits: none, tracking: none, exceptions: none, appraisals: none },
    });
    expect((await house.app.inject({ url: '/api/office/menu-counts' })).statusCode).toBe(401);
  });

  test('a note is for colleagues alone', async () => {
    const id = await contact(byLink);
    await step(byLink, id, 'note', { body: '電話で話しました。' });
    await reply(byLink, id);
    const token = await tokenOf(byLink);
    const own = (await ownThread(byLink, token)).json();
    expect(JSON.stringify(own)).not.toContain('電話で');
    const { entries } = (await read(byLink, id, as(byLink).operator)).json();
    expect(entries[0]).toMatchObject({ direction: 'note', author: { uid: 'operator-1' } });
    expect((await sent(byLink)).some(({ text }) => text?.includes('電話で'))).toBe(false);
  });

  test('the application that a message names is shown, however many newer ones its e-mail has', async () => {
    const email = 'many@example.com';
    const newer = [10, 11, 12, 13, 14].map((at) => application(at, { email }));
    await insertApplications(house.db, [...newer, application(19, { email })]);
    const id = await contact(house, { email, appraisalId: numberOf(19) });
    const { applications } = (await read(house, id, as(house).operator)).json();
    expect(applications).toHaveLength(5);
    expect(applications[0]).toMatchObject({ appraisalId: numberOf(19), isNamed: true });
  });

  test('beside the thread stand its application and what else came from the same e-mail', async () => {
    await insertApplications(house.db, [
      application(1, { email: draft.email }),
      application(2, { email: 'other@example.com' }),
      application(3, { email: 'third@example.com' }),
    ]);
    const first = await contact(house);
    const id = await contact(house, { appraisalId: numberOf(2) });
    const thread = (await read(house, id, as(house).operator)).json();
    expect(thread.applications).toEqual([
      {
        appraisalId: numberOf(2),
        state: expect.any(String),
        targetName: 'あおぞらの会',
        isNamed: true,
      },
      {
        appraisalId: numberOf(1),
        state: expect.any(String),
        targetName: 'あおぞらの会',
        isNamed: false,
      },
    ]);
    expect(thread.others.map((other: { id: string }) => other.id)).toEqual([first]);
  });

  test('beside the thread stands the record of who has its e-mail: an account before a guest', async () => {
    const id = await contact(house);
    const donor = async () => (await read(house, id, as(house).operator)).json().donor;
    await house.db.delete(applications);
    expect(await donor()).toBeNull();
    await insertApplications(house.db, [application(7, { email: draft.email })]);
    expect(await donor()).toEqual({ id: numberOf(7), isGuest: true });
    await house.db.insert(authUsers).values({ id: 'known', name: '', email: draft.email });
    await house.db.insert(users).values({ uid: 'known', email: draft.email });
    expect(await donor()).toEqual({ id: 'known', isGuest: false });
    await house.db.delete(authUsers).where(eq(authUsers.id, 'known'));
  });

  test('every step is audited, without a word of it', async () => {
    const id = await contact(house);
    await reply(house, id, { body: '秘密の本文' });
    await step(house, id, 'note', { body: '秘密のメモ' });
    const entries = await house.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subjectId, id))
      .orderBy(auditLog.id);
    const actions = new Set(entries.map(({ action }) => action));
    expect([...actions]).toEqual(['messages.read', 'messages.reply', 'messages.note']);
    expect(JSON.stringify(entries)).not.toContain('秘密');
  });

  test('whoever may not answer neither reads nor writes; an unknown number is absent', async () => {
    const id = await contact(house);
    const { warehouse, operator } = as(house);
    expect((await read(house, id, warehouse)).statusCode).toBe(403);
    expect((await step(house, id, 'note', { body: 'x' }, { who: warehouse })).statusCode).toBe(403);
    for (const unknown of ['TC-0000-0000', 'TL-0000-0000', 'XX-1']) {
      expect((await read(house, unknown, operator)).statusCode).toBe(404);
    }
  });
});

const ownThread = ({ app }: House, token: string) =>
  app.inject({
    method: 'POST',
    url: '/api/thread',
    payload: { token },
    remoteAddress: `198.51.100.${++addresses % 250}`,
  });
async function answerByLink(
  one: House,
  token: string,
  body: string,
  { files = [] as { name: string; bytes: string }[], key = '' } = {},
) {
  const form = await multipart('reply', { token, body }, files);
  return one.app.inject({
    method: 'POST',
    url: '/api/thread/reply',
    payload: form.payload,
    headers: { ...form.headers, ...(key && { 'idempotency-key': key }) },
    remoteAddress: `198.51.100.${++addresses % 250}`,
  });
}
const tokenIn = (text: string) => /thread#token=([\w-]+)/.exec(text)?.[1] ?? '';
async function tokenOf({ db }: House) {
  const [mail] = await db.select().from(outboxMails).where(eq(outboxMails.kind, 'thread-reply'));
  return tokenIn(openedText(mail));
}
async function lastEntry({ db }: House, id: string) {
  const rows = await db.select().from(threadEntries).where(eq(threadEntries.subjectId, id));
  return rows.at(-1);
}

describe('the sender’s link', () => {
  test('shows both sides and takes an answer with a file, once', async () => {
    const id = await contact(byLink);
    await reply(byLink, id, { files: [pdf] });
    const token = await tokenOf(byLink);
    const answer = () =>
      answerByLink(byLink, token, '届きました。', {
        files: [{ name: '写真.txt', bytes: 'あ' }],
        key: 'k',
      });
    const replies = [await answer(), await answer()];
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    const own = (await ownThread(byLink, token)).json();
    expect(own).toMatchObject({
      id,
      message: draft.message,
      entries: [
        { isTheirs: false, body: '発送しました。', attachments: [{ name: 'ご案内.pdf' }] },
        { isTheirs: true, body: '届きました。', attachments: [{ name: '写真.txt' }] },
      ],
    });
    const file = await byLink.app.inject({
      method: 'POST',
      url: '/api/thread/attachment',
      payload: { token, id: own.entries[0].attachments[0].id },
    });
    expect(file.body).toBe(pdf.bytes);
    expect(file.headers['content-disposition']).toMatch(/^attachment;/);
    const told = await byLink.db
      .select()
      .from(outboxMails)
      .where(eq(outboxMails.kind, 'thread-word'));
    expect(told).toHaveLength(1);
    expect(told[0]).toMatchObject({ recipient: 'operator-mail@tasuki.example' });
    expect(told[0]?.textBody).toContain('届きました。');
    expect(told[0]?.textBody).toContain(`/admin/messages/${id}`);
  });

  test('of a stranger opens nothing, nor files of another thread', async () => {
    const [id, other] = [await contact(byLink), await contact(byLink)];
    await reply(byLink, id);
    const token = await tokenOf(byLink);
    const foreign = (await reply(byLink, other, { files: [pdf] })).json().entries[0].attachments[0]
      .id;
    const guessed = 'a'.repeat(43);
    expect((await ownThread(byLink, guessed)).statusCode).toBe(404);
    expect((await answerByLink(byLink, guessed, 'x')).statusCode).toBe(404);
    expect((await ownThread(byLink, 'short')).statusCode).toBe(400);
    const file = await byLink.app.inject({
      method: 'POST',
      url: '/api/thread/attachment',
      payload: { token, id: foreign },
    });
    expect(file.statusCode).toBe(404);
  });

  test('ends 90 days after the last word', async () => {
    const id = await contact(byLink);
    await reply(byLink, id);
    const token = await tokenOf(byLink);
    later(90 * 24 * hour);
    expect((await ownThread(byLink, token)).statusCode).toBe(200);
    later(90 * 24 * hour + 1);
    expect((await ownThread(byLink, token)).statusCode).toBe(404);
    expect((await answerByLink(byLink, token, 'x')).statusCode).toBe(404);
  });

  test('lives on by its sender’s words, and not by notes', async () => {
    const id = await contact(byLink);
    await reply(byLink, id);
    const token = await tokenOf(byLink);
    later(50 * 24 * hour);
    expect((await answerByLink(byLink, token, 'ありがとうございます。')).statusCode).toBe(200);
    later(60 * 24 * hour);
    await byLink.db.insert(threadEntries).values({
      ...{ subjectType: 'message', subjectId: id, direction: 'note', body: '電話しました。' },
      createdAt: byLink.clock.now,
    });
    later(140 * 24 * hour);
    expect((await ownThread(byLink, token)).statusCode).toBe(200);
    later(140 * 24 * hour + 1);
    expect((await ownThread(byLink, token)).statusCode).toBe(404);
  });

  test('is counted by address', async () => {
    const statuses = [];
    for (let n = 0; n < 62; n++) {
      const tried = await byLink.app.inject({
        method: 'POST',
        url: '/api/thread',
        payload: { token: 'a'.repeat(43) },
        remoteAddress: '203.0.113.9',
      });
      statuses.push(tried.statusCode);
    }
    expect(statuses.slice(-2)).toEqual([429, 429]);
  });
});
