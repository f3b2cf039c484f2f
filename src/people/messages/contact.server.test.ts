import { beforeEach, describe, expect, test } from 'vitest';
import { auditLog } from '#kit/audit/audit-tables.server.ts';
import { attemptBudgets } from '#kit/limits/limit-tables.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { contactMessages } from './message-tables.server.ts';

const house = await testApp();
const { app, db, clock } = house;
const operator = await signedIn(house)('operator-1', 'operator');
const donor = await signedIn(house)('donor-1');

const draft = {
  name: '髙橋 花子',
  email: 'Hanako@Tasuki.example',
  kind: 'application',
  appraisalId: '',
  message: '箱が届きません。\nいつごろになりますか？',
};

beforeEach(async () => {
  clock.now = new Date('2026-11-20T10:00:00+09:00');
  await db.delete(attemptBudgets);
  await db.delete(outboxMails);
  await db.delete(contactMessages);
});

let addresses = 0;
/** By default from a new address each time. */
const contact = (
  changes: object = {},
  { headers = {}, remoteAddress = `192.0.2.${++addresses}` } = {},
) =>
  app.inject({
    method: 'POST',
    url: '/api/contact',
    payload: { ...draft, ...changes },
    headers,
    remoteAddress,
  });
const mails = () => db.select().from(outboxMails).orderBy(outboxMails.id);
const list = (query = '') => app.inject({ url: `/api/office/messages${query}`, headers: operator });
const thread = (id: string) => app.inject({ url: `/api/office/threads/${id}`, headers: operator });
const mark = async (id: string, isAnswered: boolean) => {
  const { etag } = (await thread(id)).headers;
  return app.inject({
    method: 'POST',
    url: `/api/office/threads/${id}/answered`,
    payload: { isAnswered },
    headers: { ...operator, ...(etag && { 'if-match': String(etag) }) },
  });
};

describe('a message to the operator', () => {
  test('is stored, and its sender gets a number to refer to', async () => {
    const reply = await contact();
    expect(reply.statusCode).toBe(201);
    const { id } = reply.json();
    expect(id).toMatch(/^TC-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
    expect(await db.select().from(contactMessages)).toMatchObject([
      { ...draft, id, email: 'hanako@tasuki.example', answeredAt: null },
    ]);
  });

  test('is mailed to the operator, and confirmed to the sender without a word of theirs', async () => {
    const { id } = (await contact({ message: 'お得な情報は https://spam.example へ' })).json();
    const [receipt, toOperator] = await mails();
    expect(receipt).toMatchObject({ kind: 'contact-received', recipient: 'hanako@tasuki.example' });
    expect(receipt?.textBody).toContain(id);
    expect(receipt?.textBody).not.toMatch(/spam|髙橋/);
    expect(toOperator).toMatchObject({
      kind: 'contact-to-answer',
      recipient: 'operator-mail@tasuki.example',
    });
    expect(toOperator?.textBody).toContain('https://spam.example');
    expect(toOperator?.textBody).toContain(`/admin/messages/${id}`);
  });

  test('sent twice with one key is one message, at once or later', async () => {
    const headers = { 'idempotency-key': 'attempt-1' };
    const replies = await Promise.all([contact({}, { headers }), contact({}, { headers })]);
    replies.push(await contact({}, { headers }));
    expect(new Set(replies.map(({ body }) => body)).size).toBe(1);
    expect(await db.select().from(contactMessages)).toHaveLength(1);
    expect(await mails()).toHaveLength(2);
    expect((await contact({ message: 'ほかの内容' }, { headers })).statusCode).toBe(409);
  });

  test('names every field that is wrong', async () => {
    const reply = await contact({
      name: ' ',
      email: 'x',
      kind: 'nothing',
      appraisalId: 'TS-1',
      message: 'あ'.repeat(4_001),
    });
    expect(reply.statusCode).toBe(400);
    expect(reply.json().errors.map(({ path }: { path: string }) => path)).toEqual([
      'name',
      'email',
      'kind',
      'appraisalId',
      'message',
    ]);
    expect(reply.body).not.toMatch(/invalid|expected/i);
  });

  test('is refused by the first of its mistakes, as an error of validation', async () => {
    const answer = (await contact({ email: 'x', message: '' })).json();
    const [first, second] = answer.errors;
    expect(answer).toMatchObject({ type: 'ValidationError', message: first.message });
    expect([first.path, second.path]).toEqual(['email', 'message']);
    expect(first.message).not.toBe(second.message);
  });

  test('takes no field that it does not know', async () => {
    expect((await contact({ answeredAt: '2026' })).statusCode).toBe(400);
  });
});

describe('a budget', () => {
  test('lets nobody mail a stranger again and again, while every message is kept', async () => {
    for (let n = 0; n < 5; n++) expect((await contact()).statusCode).toBe(201);
    const receipts = (await mails()).filter(({ kind }) => kind === 'contact-received');
    expect(receipts).toHaveLength(3);
    expect(await db.select().from(contactMessages)).toHaveLength(5);
    clock.now = new Date('2026-11-21T16:00:00+09:00');
    await contact();
    expect((await mails()).filter(({ kind }) => kind === 'contact-received')).toHaveLength(4);
  });

  test('refuses one address that writes too often, and says for how long', async () => {
    const remoteAddress = '198.51.100.1';
    for (let n = 0; n < 10; n++)
      await contact({ email: `a${n}@tasuki.example` }, { remoteAddress });
    const reply = await contact({}, { remoteAddress });
    expect(reply.statusCode).toBe(429);
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
  });

  test('is spent by a message once, however often its submit is retried', async () => {
    const remoteAddress = '198.51.100.2';
    const headers = (n: number) => ({ 'idempotency-key': `flaky line ${n}` });
    const send = (n: number) => contact({}, { remoteAddress, headers: headers(n) });
    const first = await send(1);
    for (let n = 0; n < 12; n++) {
      const again = await send(1);
      expect([again.statusCode, again.body]).toEqual([201, first.body]);
    }
    for (let n = 2; n <= 10; n++) expect((await send(n)).statusCode).toBe(201);
    expect((await send(11)).statusCode).toBe(429);
    // Acknowledged messages are kept even when no more are accepted.
    expect((await send(10)).statusCode).toBe(201);
    expect(await db.$count(contactMessages)).toBe(10);
    expect((await mails()).filter(({ kind }) => kind === 'contact-received')).toHaveLength(3);
  });

  test('spares the operator’s mailbox in a flood, not the list', async () => {
    for (let n = 0; n < 62; n++) await contact({ email: `a${n}@tasuki.example` });
    const toOperator = (await mails()).filter(({ kind }) => kind === 'contact-to-answer');
    expect(toOperator).toHaveLength(60);
    expect((await list()).headers['x-total-count']).toBe('62');
  });
});

describe('the operator’s list', () => {
  test('shows what is due first, then what is answered, in pages', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 22; n++) {
      clock.now = new Date(clock.now.getTime() + 1_000);
      ids.push((await contact({ email: `a${n}@tasuki.example` })).json().id);
    }
    const [oldest = '', newest = ''] = [ids[0], ids.at(-1)];
    await mark(oldest, true);
    const listed = async (query: string) =>
      (await list(query)).json().map(({ id }: { id: string }) => id);
    expect(await listed('')).toEqual(ids.slice(1, 21));
    const next = (await list()).headers['x-next-cursor'];
    expect(await listed(`?cursor=${next}`)).toEqual([newest, oldest]);
    const previous = (await list(`?cursor=${next}`)).headers['x-previous-cursor'];
    expect(await listed(`?cursor=${previous}`)).toEqual(ids.slice(1, 21));
    expect(await listed('?state=answered')).toEqual([oldest]);
    expect((await list('?state=open')).headers['x-total-count']).toBe('21');
    const counts = await app.inject({ url: '/api/office/inbox', headers: operator });
    expect(counts.json()).toEqual({ openMessages: 21, newListings: 0, openReports: 0 });
  });

  test('keeps when a message was first marked, and takes the mark off again', async () => {
    const { id } = (await contact()).json();
    expect((await mark(id, true)).json().message.answeredAt).toBe('20261120100000000');
    clock.now = new Date('2026-11-20T10:01:00+09:00');
    expect((await mark(id, true)).json().message.answeredAt).toBe('20261120100000000');
    expect((await mark(id, false)).json().message.answeredAt).toBeNull();
    expect((await mark('TC-0000-0000', true)).statusCode).toBe(404);
  });

  test('is audited, and nobody else’s', async () => {
    const { id } = (await contact()).json();
    await list();
    await mark(id, true);
    const entries = await db.select().from(auditLog).orderBy(auditLog.id);
    const log = entries.filter(({ action }) => !action.startsWith('security.'));
    expect(log.slice(-3).map(({ action, details }) => [action, details])).toEqual([
      ['messages.list', { ids: [id] }],
      ['messages.read', {}],
      ['messages.answered', {}],
    ]);
    const reply = await app.inject({ url: '/api/office/messages', headers: donor });
    expect(reply.statusCode).toBe(403);
  });
});
