import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { asc, eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test, vi } from 'vitest';
import { transaction } from '#kit/db/database.server.ts';
import { type SendMail, sendBySmtp } from '#kit/files/mail.server.ts';
import {
  bodiesOf,
  hangingMailServer,
  mailServer,
  messageIdOf,
} from '#test/stand-ins/smtp-server.ts';
import { testApp, testOrigin, testSecret } from '#test/test-app.ts';
import type { MailContent } from './mail-content.server.ts';
import { outboxMails } from './mail-tables.server.ts';
import { writeMail } from './outbox.server.ts';
import { mailSending } from './sending.server.ts';

const { db, files, pool, clock } = await testApp();
const dependencies = {
  db,
  files,
  clock: () => clock.now,
  secret: testSecret,
  publicUrl: testOrigin,
};
const from = 'たすき <noreply@tasuki.example>';
const sender = (url: string, timeoutMs?: number) =>
  mailSending(dependencies, sendBySmtp({ url, from, timeoutMs }), { firstPauseMs: 30_000 });

/** A link sealed in the former format, not bound to its mail. */
function earlierMarker(link: string): string {
  const key = hkdfSync('sha256', testSecret, '', 'tasuki sealed text of mails', 32);
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key), nonce);
  const sealed = [nonce, cipher.update(link, 'utf8'), cipher.final(), cipher.getAuthTag()];
  return `{{sealed:${Buffer.concat(sealed).toString('base64url')}}}`;
}

const write = (key: string, to = `${key}@tasuki.example`) =>
  transaction(db, (tx) =>
    writeMail(
      tx,
      { kind: 'welcome', dedupeKey: `welcome:${key}`, to, data: { name: '髙橋 花子' } },
      dependencies,
    ),
  );
const storedMails = () => db.select().from(outboxMails).orderBy(asc(outboxMails.id));
/** Makes all delayed mails due. */
const letTimePass = () =>
  db.update(outboxMails).set({ availableAt: sql`now() - interval '1 second'` });

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  await db.delete(outboxMails);
});

test('the same effect is written once', async () => {
  await Promise.all([write('once'), write('once'), write('once')]);
  expect(await storedMails()).toHaveLength(1);
});

test('a mail whose transaction fails is not written', async () => {
  const failing = transaction(db, async (tx) => {
    const mail = {
      kind: 'welcome',
      dedupeKey: 'x',
      to: 'x@y.example',
      data: { name: '' },
    } as const;
    await writeMail(tx, mail, dependencies);
    throw new Error('the effect failed');
  });
  await expect(failing).rejects.toThrow('the effect failed');
  expect(await storedMails()).toHaveLength(0);
});

test('several processes send every mail once', async () => {
  const server = await mailServer();
  await Promise.all(Array.from({ length: 60 }, (_, n) => write(`many${n}`)));
  const senders = [sender(server.url), sender(server.url), sender(server.url)];
  const counts = await Promise.all(senders.map((one) => one.sendWaiting()));
  expect(counts.reduce((sum, count) => sum + count)).toBe(60);
  const rows = await storedMails();
  expect(server.accepted.map(messageIdOf).sort()).toEqual(rows.map((row) => row.messageId).sort());
  expect(rows.every((row) => row.state === 'sent' && row.sentAt !== null)).toBe(true);
  await server.close();
});

test('a server that is down delays the mails, which then leave once each', async () => {
  const gone = await mailServer();
  await gone.close();
  await Promise.all([write('late1'), write('late2'), write('late3')]);
  const sending = sender(gone.url);
  expect(await sending.sendWaiting()).toBe(0);
  const waiting = await storedMails();
  expect(waiting.map((row) => [row.state, row.attempts])).toEqual(
    waiting.map(() => ['waiting', 0]),
  );
  expect(waiting[0]?.lastError).toContain('ECONN');

  const back = await mailServer({ port: gone.port });
  await letTimePass();
  // The first mail probes the server; once accepted, the rest follow in the same run.
  expect(await sending.sendWaiting()).toBe(3);
  expect(back.accepted.map(messageIdOf).sort()).toEqual(waiting.map((row) => row.messageId).sort());
  await back.close();
});

test('a mail that was queued before the clock was set back an hour leaves, once', async () => {
  const server = await mailServer();
  await write('ahead');
  await write('due');
  const ahead = eq(outboxMails.dedupeKey, 'welcome:ahead');
  await db.update(outboxMails).set({ availableAt: sql`now() + interval '1 hour'` }).where(ahead);
  const sending = sender(server.url);
  // The process that may be sending it has 40 seconds.
  expect(await sending.sendWaiting()).toBe(1);
  const isSoon = sql<boolean>`${outboxMails.availableAt} between now() and now() + interval '40 seconds'`;
  expect(await db.select({ isSoon }).from(outboxMails).where(ahead)).toEqual([{ isSoon: true }]);
  await db
    .update(outboxMails)
    .set({ availableAt: sql`${outboxMails.availableAt} - interval '40 seconds'` })
    .where(ahead);
  expect(await sending.sendWaiting()).toBe(1);
  expect(server.accepted).toHaveLength(2);
  await server.close();
});

test('a mail delayed for a possible undo is sent after the delay, not before', async () => {
  const server = await mailServer();
  const mail = { kind: 'welcome', to: 'a@tasuki.example', data: { name: '髙橋 花子' } } as const;
  await transaction(db, (tx) =>
    writeMail(tx, { ...mail, dedupeKey: 'welcome:waits', waitsMinutes: 10 }, dependencies),
  );
  const sending = sender(server.url);
  expect(await sending.sendWaiting()).toBe(0);
  const minutes = sql<number>`round(extract(epoch from ${outboxMails.availableAt} - now()) / 60)::int`;
  expect(await db.select({ minutes }).from(outboxMails)).toEqual([{ minutes: 10 }]);
  await letTimePass();
  expect(await sending.sendWaiting()).toBe(1);
  await server.close();
});

test('a server that hangs is given up in time and costs no attempt', async () => {
  const hanging = await hangingMailServer();
  await write('hanging');
  const started = performance.now();
  expect(await sender(hanging.url, 200).sendWaiting()).toBe(0);
  expect(performance.now() - started).toBeLessThan(15_000);
  expect(await storedMails()).toMatchObject([{ state: 'waiting', attempts: 0 }]);
  await hanging.close();
});

test('a mail refused for good is given up at once and holds up no other', async () => {
  const server = await mailServer({
    refuse: (to) => (to.startsWith('nobody') ? { code: 550, text: 'no such user' } : undefined),
  });
  await write('nobody');
  await write('somebody');
  const sending = sender(server.url);
  expect(await sending.sendWaiting()).toBe(1);
  expect((await storedMails())[0]).toMatchObject({ state: 'dead', attempts: 1 });
  await letTimePass();
  expect(await sending.sendWaiting()).toBe(0);
  expect((await storedMails())[0]).toMatchObject({ state: 'dead', attempts: 1 });
  expect(server.accepted).toHaveLength(1);
  await server.close();
});

test.each([
  [550, '5.1.1 <a@b>: Recipient address rejected: User unknown', 'dead'],
  [550, '5.2.1 The account is disabled', 'dead'],
  [552, '5.2.3 Message exceeds the size limit', 'dead'],
  [550, '5.7.17 Mailbox owner has changed', 'dead'],
  [554, 'Transaction failed', 'dead'],
  [452, '4.2.2 Mailbox full', 'waiting'],
  [552, '5.2.2 Over quota', 'waiting'],
  [552, 'Mailbox full', 'waiting'],
  [550, '5.3.1 Mail system full', 'waiting'],
  [554, '5.7.1 Service unavailable; client blocked by a list', 'waiting'],
  [550, 'Greylisted, please try again later', 'waiting'],
] as const)('after %s %s a mail is %s', async (code, text, state) => {
  const server = await mailServer({ refuse: () => ({ code, text }) });
  await write(`refused ${code} ${text.length}`, `to${text.length}@tasuki.example`);
  await sender(server.url).sendWaiting();
  expect(await storedMails()).toMatchObject([{ state, attempts: 1 }]);
  await server.close();
});

test('a server that refuses our own address causes no mail to be given up', async () => {
  const server = await mailServer({ refuseSender: { code: 553, text: '5.7.1 Not yours' } });
  await write('ours');
  await sender(server.url).sendWaiting();
  expect(await storedMails()).toMatchObject([{ state: 'waiting', attempts: 0 }]);
  await server.close();
});

test('a mail refused for now goes on trying', async () => {
  let isBusy = true;
  const server = await mailServer({
    refuse: () => (isBusy ? { code: 450, text: 'greylisted' } : undefined),
  });
  await write('grey');
  const sending = sender(server.url);
  for (let attempt = 1; attempt <= 30; attempt++) {
    await letTimePass();
    await sending.sendWaiting();
  }
  expect(await storedMails()).toMatchObject([{ state: 'waiting', attempts: 30 }]);
  isBusy = false;
  await letTimePass();
  expect(await sending.sendWaiting()).toBe(1);
  await server.close();
});

test('a process that dies after the server accepted leaves a duplicate with the same Message-ID', async () => {
  const server = await mailServer();
  await write('crash');
  const smtp = sendBySmtp({ url: server.url, from });
  const dying: SendMail = async (mail, signal) => {
    await smtp(mail, signal);
    throw new Error('killed before the mark');
  };
  await expect(mailSending(dependencies, dying).sendWaiting()).rejects.toThrow('killed');
  // No other process takes the mail before its lease ends.
  expect(await sender(server.url).sendWaiting()).toBe(0);
  await letTimePass();
  expect(await sender(server.url).sendWaiting()).toBe(1);
  const [row] = await storedMails();
  expect(server.accepted.map(messageIdOf)).toEqual([row?.messageId, row?.messageId]);
  await server.close();
});

test('a stopped worker has sent what it took and takes no more', async () => {
  const server = await mailServer();
  await write('before');
  const sending = sender(server.url);
  sending.start();
  await expect.poll(() => storedMails()).toMatchObject([{ state: 'sent' }]);
  await sending.stop();
  await write('after');
  expect(await sending.sendWaiting()).toBe(0);
  expect(server.accepted).toHaveLength(1);
  await server.close();
});

test('a stop waits five seconds at most for a database that cannot be told what was sent', async () => {
  await write('locked');
  const client = await pool.connect();
  try {
    let tellSent = () => {};
    const sent = new Promise<void>((resolve) => (tellSent = resolve));
    const sending = mailSending(dependencies, async () => {
      await client.query('begin');
      await client.query('select from outbox_mails for update');
      tellSent();
    });
    sending.start();
    await sent;
    const began = performance.now();
    await Promise.all([sending.stop(), sending.stop()]);
    await sending.stop();
    expect(performance.now() - began).toBeLessThan(6_000);
  } finally {
    await client.query('rollback');
    client.release();
  }
}, 20_000);

test('a link that proves something is sealed in the database and open in the mail', async () => {
  const server = await mailServer();
  const resetUrl = `${testOrigin}/reset#token=very-secret&x=1`;
  await transaction(db, (tx) =>
    writeMail(
      tx,
      {
        kind: 'reset',
        dedupeKey: 'reset:1',
        to: 'r@tasuki.example',
        data: { name: '', resetUrl, validMinutes: 30 },
      },
      dependencies,
    ),
  );
  const [row] = await storedMails();
  expect(JSON.stringify(row)).not.toContain('very-secret');
  await sender(server.url).sendWaiting();
  const bodies = bodiesOf(server.accepted[0] ?? '');
  expect(bodies[0]).toContain(resetUrl);
  expect(bodies[1]).toContain(`href="${resetUrl.replace('&', '&amp;')}"`);
  await server.close();
});

const reset = (dedupeKey: string, resetUrl: string) =>
  transaction(db, (tx) =>
    writeMail(
      tx,
      {
        kind: 'reset',
        dedupeKey,
        to: 'r@tasuki.example',
        data: { name: '', resetUrl, validMinutes: 30 },
      },
      dependencies,
    ),
  );
/** The sealed link in a stored mail. */
const sealedIn = (content: unknown) =>
  (content as MailContent).blocks.flatMap((block) => ('button' in block ? [block.url] : []))[0];

test.each(['', 'as it was sealed before'])(
  'a sealed link that somebody copies into a text stays what it is: letters %s',
  async (form) => {
    await reset('reset:victim', `${testOrigin}/reset#token=very-secret`);
    const [victim] = await storedMails();
    const copied =
      form === '' ? sealedIn(victim?.content) : earlierMarker('/reset#token=very-secret');
    await db.delete(outboxMails);
    const typed = { name: `${copied}`, email: 'a@tasuki.example', message: `${copied}` };
    await transaction(db, (tx) =>
      writeMail(
        tx,
        {
          kind: 'contact-to-answer',
          dedupeKey: 'contact:1',
          to: 'operator@tasuki.example',
          data: { id: 'TC-1', kind: 'other', appraisalId: '', ...typed },
        },
        dependencies,
      ),
    );
    const server = await mailServer();
    expect(await sender(server.url).sendWaiting()).toBe(1);
    const sent = bodiesOf(server.accepted[0] ?? '').join('\n');
    expect(sent).toContain('sealed:');
    expect(sent).not.toContain('very-secret');
    await server.close();
  },
);

test('a sealed link opens in its own mail alone', async () => {
  const server = await mailServer();
  await reset('reset:victim', `${testOrigin}/reset#token=very-secret`);
  const [victim] = await storedMails();
  await reset('reset:other', `${testOrigin}/reset#token=other`);
  await db
    .update(outboxMails)
    .set({ content: victim?.content })
    .where(eq(outboxMails.dedupeKey, 'reset:other'));
  expect(await sender(server.url).sendWaiting()).toBe(1);
  const [, other] = await storedMails();
  expect(other).toMatchObject({ state: 'waiting', attempts: 1 });
  expect(other?.lastError).toContain('SEALED');
  await server.close();
});

test('a mail that waited since links were sealed otherwise leaves with its link', async () => {
  await reset('reset:before', `${testOrigin}/reset#token=new`);
  const [row] = await storedMails();
  const content = JSON.stringify(row?.content).replace(
    sealedIn(row?.content) ?? '',
    earlierMarker('/reset#token=before'),
  );
  await db.update(outboxMails).set({ content: JSON.parse(content) });
  const server = await mailServer();
  expect(await sender(server.url).sendWaiting()).toBe(1);
  for (const body of bodiesOf(server.accepted[0] ?? '')) {
    expect(body).toContain('/reset#token=before');
  }
  await server.close();
});

test.each(['a,b@victim.example', '<b@victim.example>@x.example', 'a\r\nBcc: b@victim.example'])(
  'the address %j writes to nobody',
  async (to) => {
    const server = await mailServer();
    await write('evil', to);
    await sender(server.url).sendWaiting();
    expect(server.accepted).toHaveLength(0);
    expect((await storedMails())[0]?.lastError).toContain('ADDRESS');
    await server.close();
  },
);

test('what a person is called cannot add a header or markup', async () => {
  const name = '太郎\r\nBcc: b@victim.example <script>alert(1)</script> {{sealed:AAAA}}';
  await transaction(db, (tx) =>
    writeMail(
      tx,
      {
        kind: 'remitted',
        dedupeKey: 'evil-name',
        to: 'a@tasuki.example',
        data: { name, appraisalId: 'TS\r\nX: y', targetName: name, statusUrl: testOrigin },
      },
      dependencies,
    ),
  );
  const [row] = await storedMails();
  expect(row?.subject).not.toMatch(/[\r\n]/);
  const server = await mailServer();
  expect(await sender(server.url).sendWaiting()).toBe(1);
  const head = server.accepted[0]?.split('\r\n\r\n')[0];
  for (const body of bodiesOf(server.accepted[0] ?? '').slice(1)) {
    expect(body).not.toContain('<script');
  }
  expect(head).not.toMatch(/^(Bcc|X):/m);
  await server.close();
  await db.delete(outboxMails).where(eq(outboxMails.dedupeKey, 'evil-name'));
});
