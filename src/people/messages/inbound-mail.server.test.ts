import { eq } from 'drizzle-orm';
import { createTransport } from 'nodemailer';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { attemptBudgets } from '#kit/limits/limit-tables.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
} from '#test/factories/donating.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { contactMessages, threadAttachments, threadEntries } from './message-tables.server.ts';
import { replyAddress } from './thread-tokens.server.ts';

const inboundMail = {
  address: 'reply@tasuki.example',
  secret: 'the secret of the mail server, long',
};
const house = await testApp({ inboundMail, hasMailServer: true });
const without = await testApp();
const { app, db, clock, dependencies } = house;
const operator = await signedIn(house)('operator-1', 'operator');

const id = 'TC-1234-ABCD';
const email = 'hanako@example.com';
beforeEach(async () => {
  for (const table of [attemptBudgets, outboxMails, threadEntries]) await db.delete(table);
  await db.delete(contactMessages);
  await db.insert(contactMessages).values({
    id,
    kind: 'other',
    name: '髙橋 花子',
    email,
    message: '箱が届きません。',
    answeredAt: clock.now,
    createdAt: clock.now,
  });
});

const address = replyAddress(dependencies, id) ?? '';
const writer = createTransport({ streamTransport: true, buffer: true });
type Letter = Parameters<typeof writer.sendMail>[0];
/** A mail in the form a mail server hands over. */
async function letter(changes: Letter = {}): Promise<Buffer> {
  const { message } = await writer.sendMail({
    from: '髙橋 花子 <Hanako@example.com>',
    to: address,
    subject: 'Re: お問い合わせ',
    messageId: '<one@phone.example>',
    text: 'きょう届きました。\n\n2026年11月20日(金) 10:00 たすき <reply@tasuki.example>:\n> 発送しました。',
    ...changes,
  });
  return message as Buffer;
}
const bearer = { authorization: `Bearer ${inboundMail.secret}` };
const handOver = (payload: Buffer, headers: object = bearer, to = app) =>
  to.inject({
    method: 'POST',
    url: '/api/mail/inbound',
    payload,
    headers: { 'content-type': 'message/rfc822', ...headers },
  });
const entries = () => db.select().from(threadEntries).orderBy(threadEntries.id);

describe('an answer by mail', () => {
  test('comes into the thread once, without what it quotes', async () => {
    const mail = await letter();
    expect((await handOver(mail)).statusCode).toBe(202);
    expect((await handOver(mail)).statusCode).toBe(202);
    expect(await entries()).toMatchObject([
      {
        subjectId: id,
        direction: 'in',
        body: 'きょう届きました。',
        inboundId: '<one@phone.example>',
      },
    ]);
    const [message] = await db.select().from(contactMessages);
    expect(message).toMatchObject({ answeredAt: null });
    expect(message?.dueAt?.getTime()).toBe(clock.now.getTime() + 3 * 24 * 60 * 60 * 1000);
    const told = await db.select().from(outboxMails);
    expect(told).toMatchObject([
      { kind: 'thread-word', recipient: 'operator-mail@tasuki.example' },
    ]);
  });

  test('brings its files, of the kinds that are taken', async () => {
    await handOver(
      await letter({
        attachments: [
          { filename: '写真.pdf', content: '%PDF-1.7' },
          { filename: 'virus.exe', content: Buffer.from('MZ\0') },
        ],
      }),
    );
    const files = await db.select().from(threadAttachments);
    expect(files).toMatchObject([{ name: '写真.pdf', contentType: 'application/pdf' }]);
    const [entry] = await entries();
    expect(entry?.body).toBe(
      'きょう届きました。\n（受け取れない形式や大きさの添付ファイルが1点ありました）',
    );
    const file = await app.inject({
      url: `/api/office/attachments/${files[0]?.id}`,
      headers: operator,
    });
    expect(file.body).toBe('%PDF-1.7');
  });

  test('as HTML, in another encoding or with a changed case of its address is read as well', async () => {
    await handOver(
      await letter({ text: '', html: '<p>HTMLで<b>書きました</b>。</p>', messageId: '<a@x>' }),
    );
    const raw = `From: ${email}\r\nTo: ${address.toUpperCase()}\r\nMessage-ID: <b@x>\r\nContent-Type: text/plain; charset=iso-2022-jp\r\n\r\n`;
    const jis = Buffer.from('1b2442242224242426' + '1b2842', 'hex');
    await handOver(Buffer.concat([Buffer.from(raw), jis]));
    const [html, other] = await entries();
    expect(html?.body).toContain('HTMLで書きました。');
    expect(other?.body).toBe('あいう');
  });

  test('from another address says so', async () => {
    await handOver(await letter({ from: 'taro@example.com' }));
    const [entry] = await entries();
    expect(entry?.body).toBe(
      '（別のアドレスから届きました：taro@example.com）\nきょう届きました。',
    );
  });

  test('to an unknown or altered address is dropped, without a word of it in the log', async () => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue();
    const changed = address.replace(/.@/, address.includes('a@') ? 'b@' : 'a@');
    const foreign = address.replace('tc-1234-abcd', 'tc-9999-9999');
    for (const to of ['reply@tasuki.example', changed, foreign, 'hello@tasuki.example']) {
      expect((await handOver(await letter({ to }))).statusCode).toBe(202);
    }
    expect(await entries()).toEqual([]);
    expect(warned.mock.calls.map((call) => call.join(' '))).toEqual(
      Array(4).fill('an incoming mail is dropped: it answers no thread'),
    );
  });

  test.each([
    ['an absence', { 'Auto-Submitted': 'auto-replied' }],
    ['a list', { Precedence: 'bulk' }],
    ['a notice', { 'Return-Path': '<>' }],
  ])('%s is no answer', async (_what, headers) => {
    vi.spyOn(console, 'warn').mockReturnValue();
    expect((await handOver(await letter({ headers }))).statusCode).toBe(202);
    expect(await entries()).toEqual([]);
  });

  test('of a flood is taken thirty times a day', async () => {
    for (let n = 0; n < 30; n++) {
      const mail = await letter({ messageId: `<${n}@x>`, attachments: [] });
      expect((await handOver(mail)).statusCode).toBe(202);
    }
    const refused = await handOver(await letter({ messageId: '<31@x>' }));
    expect(refused.statusCode).toBe(429);
    expect(await entries()).toHaveLength(30);
  });

  test.each([
    ['a header of more than 2 MB', () => `X-Long: ${'a'.repeat(2_200_000)}\r\n\r\nword`],
    [
      '200,000 recipients',
      () =>
        `To: ${Array.from({ length: 200_000 }, (_, n) => `a${n}@x.example`).join(', ')}\r\n\r\n`,
    ],
    [
      'more than a thousand parts in each other',
      () =>
        Array.from(
          { length: 1_200 },
          (_, n) => `Content-Type: multipart/mixed; boundary="b${n}"\r\n\r\n--b${n}\r\n`,
        ).join(''),
    ],
  ])(
    'with %s is refused in plain words, without an alarm, and kept nowhere',
    async (_what, head) => {
      const alarms = vi.spyOn(console, 'error').mockReturnValue();
      const raw = `From: ${email}\r\nX-To: ${address}\r\nDelivered-To: ${address}\r\n${head()}`;
      const reply = await handOver(Buffer.from(raw));
      expect([400, 413]).toContain(reply.statusCode);
      expect(reply.json().message).toMatch(/メール.*。$/);
      expect(alarms).not.toHaveBeenCalled();
      expect(await entries()).toEqual([]);
    },
  );

  test.each([
    ['taro@example.com (x <hanako@example.com>)', '別のアドレスから届きました：taro@example.com'],
    ['"hanako@example.com" <taro@example.com>', '別のアドレスから届きました：taro@example.com'],
    ['hanako@example.com(x).taro.example', '差出人のアドレスを読み取れませんでした'],
    ['hanako@example.com .taro.example', '差出人のアドレスを読み取れませんでした'],
    ['hanako@example.com, taro@example.com', '差出人のアドレスを読み取れませんでした'],
    ['=?utf-8?Q?=E9=AB=99?= (a (b) c) <hanako@example.com>', undefined],
    ['hanako@example.com (Hanako)', undefined],
  ])('from %s is taken for nobody else’s', async (from, said) => {
    await handOver(Buffer.from(`From: ${from}\r\nTo: ${address}\r\nMessage-ID: <c@x>\r\n\r\nword`));
    const [entry] = await entries();
    if (said === undefined) expect(entry?.body).toBe('word');
    else expect(entry?.body).toContain(said);
  });

  test('that is no mail at all does no harm', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    for (const bytes of [Buffer.from(''), Buffer.from('\0\0\0'), Buffer.alloc(100_000, 'a')]) {
      expect([202, 400]).toContain((await handOver(bytes)).statusCode);
    }
    expect(await entries()).toEqual([]);
  });
});

describe('the door for mails', () => {
  test('opens to nobody without its secret, and not at all where none is set', async () => {
    const mail = await letter();
    for (const headers of [
      {},
      { authorization: 'Bearer wrong' },
      { authorization: `Bearer ${inboundMail.secret}x` },
      operator,
    ]) {
      expect((await handOver(mail, headers)).statusCode).toBe(401);
    }
    expect((await handOver(mail, bearer, without.app)).statusCode).toBe(404);
    expect(await entries()).toEqual([]);
  });

  test('takes mails of up to 15 MB, as what they are', async () => {
    expect((await handOver(Buffer.alloc(15 * 1024 * 1024 + 1, 'a'))).statusCode).toBe(413);
    const json = { ...bearer, 'content-type': 'application/json' };
    expect((await handOver(Buffer.from('{}'), json)).statusCode).toBe(400);
  });
});

const notice = (messageId: string, { action = 'failed' } = {}) =>
  Buffer.from(
    `Return-Path: <>
From: MAILER-DAEMON@mx.example
To: reply@tasuki.example
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
Message-ID: <notice@mx.example>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="B"

--B
Content-Type: text/plain; charset=us-ascii

This is the mail system. Sorry.

--B
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example

Final-Recipient: rfc822; nobody@example.com
Action: ${action}
Status: 5.1.1
Diagnostic-Code: smtp; 550 5.1.1 User unknown

--B
Content-Type: text/rfc822-headers

From: noreply@tasuki.example
Message-ID: ${messageId}

--B--
`.replaceAll('\n', '\r\n'),
  );

describe('a mail of ours that comes back', () => {
  const row = {
    dedupeKey: 'kit-sent:1',
    messageId: '<ours@tasuki.example>',
    kind: 'kit-sent',
    recipient: 'nobody@example.com',
    subject: '件名',
    textBody: '本文',
    state: 'sent',
    createdAt: new Date('2026-11-20T10:00:00+09:00'),
  };
  const stateOf = async () =>
    (await db.select().from(outboxMails).where(eq(outboxMails.dedupeKey, row.dedupeKey)))[0];

  test('is listed as failed, with what its server said', async () => {
    await db.insert(outboxMails).values(row);
    expect((await handOver(notice(row.messageId))).statusCode).toBe(202);
    expect(await stateOf()).toMatchObject({
      state: 'dead',
      lastError: 'BOUNCE 5.1.1 smtp; 550 5.1.1 User unknown',
    });
  });

  test('is listed as failed when one recipient of several failed, with the words about that one', async () => {
    await db.insert(outboxMails).values(row);
    const late = 'Final-Recipient: rfc822; late@example.com\r\nAction: delayed\r\nStatus: 4.4.1';
    const mail = notice(row.messageId).toString();
    await handOver(Buffer.from(mail.replace('Final-Recipient', `${late}\r\n\r\nFinal-Recipient`)));
    expect(await stateOf()).toMatchObject({
      state: 'dead',
      lastError: 'BOUNCE 5.1.1 smtp; 550 5.1.1 User unknown',
    });
  });

  test('shows on the page of its recipient until one arrives', async () => {
    await insertAssociate(db, 'ao', 'あおぞらの会');
    await insertApplications(db, [application(1, { email: row.recipient })]);
    await db.insert(outboxMails).values(row);
    await handOver(notice(row.messageId));
    const record = async () =>
      (await app.inject({ url: `/api/office/donors/${numberOf(1)}`, headers: operator })).json();
    expect(await record()).toMatchObject({
      unreachable: { lastError: expect.stringContaining('5.1.1'), since: '20261120100000000' },
    });
    const later = { dedupeKey: 'kit-sent:2', messageId: '<later@tasuki.example>' };
    await db.insert(outboxMails).values({ ...row, ...later });
    expect(await record()).toMatchObject({ unreachable: null });
  });

  test('late, or of somebody else, changes nothing', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    await db.insert(outboxMails).values(row);
    await handOver(notice(row.messageId, { action: 'delayed' }));
    await handOver(notice('<other@tasuki.example>'));
    expect(await stateOf()).toMatchObject({ state: 'sent', lastError: '' });
  });
});
