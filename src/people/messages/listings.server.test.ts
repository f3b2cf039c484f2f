import { beforeEach, describe, expect, test } from 'vitest';
import { auditLog } from '#kit/audit/audit-tables.server.ts';
import { attemptBudgets } from '#kit/limits/limit-tables.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { listingApplications } from './message-tables.server.ts';

const house = await testApp();
const { app, db, clock } = house;
const operator = await signedIn(house)('operator-1', 'operator');

const draft = {
  organisationName: '特定非営利活動法人あおぞら',
  classification: 'approved-npo',
  representative: '青空 太郎',
  prefecture: '東京都',
  socialChallenges: ['animal', 'child'],
  certification: '認定 第12号（2028年3月まで）',
  websiteUrl: 'https://aozora.example/',
  personName: '見本 花子',
  email: 'Info@Aozora.example',
  tel: '03-1234-5678',
  message: '保護猫の預かりと譲渡をしています。',
  agreed: true,
};

beforeEach(async () => {
  clock.now = new Date('2026-11-20T10:00:00+09:00');
  await db.delete(attemptBudgets);
  await db.delete(outboxMails);
  await db.delete(listingApplications);
});

let addresses = 0;
const applyForListing = (changes: object = {}, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: '/api/listing',
    payload: { ...draft, ...changes },
    headers,
    remoteAddress: `192.0.2.${++addresses}`,
  });
const list = (query = '') => app.inject({ url: `/api/office/listings${query}`, headers: operator });
const move = (id: string, from: string, to: string) =>
  app.inject({
    method: 'POST',
    url: `/api/office/listings/${id}`,
    payload: { from, to },
    headers: operator,
  });

describe('an application to be listed', () => {
  test('is kept as typed, numbered, mailed and confirmed', async () => {
    const reply = await applyForListing();
    expect(reply.statusCode).toBe(201);
    const { id } = reply.json();
    expect(id).toMatch(/^TL-/);
    const { agreed: _, ...kept } = draft;
    expect((await list()).json()).toEqual([
      {
        ...kept,
        id,
        email: 'info@aozora.example',
        tel: '0312345678',
        state: 'new',
        stateChangedAt: '20261120100000000',
        createdAt: '20261120100000000',
        assignee: null,
        dueAt: '20261123100000000',
        isOverdue: false,
      },
    ]);
    const mails = await db.select().from(outboxMails).orderBy(outboxMails.id);
    expect(mails.map(({ kind, recipient }) => [kind, recipient])).toEqual([
      ['listing-received', 'info@aozora.example'],
      ['listing-to-decide', 'operator-mail@tasuki.example'],
    ]);
    expect(mails[0]?.textBody).not.toContain('あおぞら');
    expect(mails[1]?.textBody).toContain('動物、子ども');
  });

  test('sent twice with one key is one application', async () => {
    const headers = { 'idempotency-key': 'attempt-1' };
    const replies = await Promise.all([applyForListing({}, headers), applyForListing({}, headers)]);
    expect(new Set(replies.map(({ body }) => body)).size).toBe(1);
    expect(await db.select().from(listingApplications)).toHaveLength(1);
  });

  test.each([
    ['a website that is no address', { websiteUrl: 'javascript:alert(1)' }, 'websiteUrl'],
    ['no challenge', { socialChallenges: [] }, 'socialChallenges'],
    ['an unknown challenge', { socialChallenges: ['money'] }, 'socialChallenges.0'],
    ['a type that does not exist', { classification: 'company' }, 'classification'],
    ['no consent', { agreed: false }, 'agreed'],
  ])('is refused with %s', async (_, changes, path) => {
    const reply = await applyForListing(changes);
    expect(reply.statusCode).toBe(400);
    expect(reply.json().errors[0].path).toBe(path);
  });

  test('needs neither website nor certification', async () => {
    expect((await applyForListing({ websiteUrl: '', certification: '' })).statusCode).toBe(201);
  });
});

describe('the operator', () => {
  test('takes an application to a decision and back into talks', async () => {
    const { id } = (await applyForListing()).json();
    clock.now = new Date('2026-11-20T10:01:00+09:00');
    expect((await move(id, 'new', 'in-talks')).json().state).toBe('in-talks');
    expect((await move(id, 'in-talks', 'accepted')).json().state).toBe('accepted');
    const again = await move(id, 'accepted', 'in-talks');
    expect(again.json()).toMatchObject({ state: 'in-talks', stateChangedAt: '20261120100100000' });
    const entries = await db.select().from(auditLog).orderBy(auditLog.id);
    const log = entries.filter(({ action }) => !action.startsWith('security.'));
    expect(log.at(-1)).toMatchObject({
      action: 'listings.move',
      subjectId: id,
      details: { from: 'accepted', to: 'in-talks' },
    });
  });

  test('has nothing due any more once an application is decided', async () => {
    const { id } = (await applyForListing()).json();
    await move(id, 'new', 'in-talks');
    expect((await list()).json()[0].dueAt).toBe('20261123100000000');
    await move(id, 'in-talks', 'declined');
    expect((await list()).json()[0].dueAt).toBeNull();
  });

  test('changes nothing that somebody else has changed meanwhile', async () => {
    const { id } = (await applyForListing()).json();
    await move(id, 'new', 'accepted');
    expect((await move(id, 'new', 'declined')).statusCode).toBe(409);
    expect((await list()).json()[0].state).toBe('accepted');
  });

  test('cannot make a transition that does not exist, or move an unknown application', async () => {
    const { id } = (await applyForListing()).json();
    expect((await move(id, 'new', 'new')).statusCode).toBe(400);
    expect((await move('TL-0000-0000', 'new', 'accepted')).statusCode).toBe(404);
  });

  test('sees the new ones first, then those in talks, then the decided', async () => {
    const ids: string[] = [];
    for (const name of ['一', '二', '三']) {
      clock.now = new Date(clock.now.getTime() + 1_000);
      ids.push((await applyForListing({ organisationName: name })).json().id);
    }
    await move(ids[2] ?? '', 'new', 'declined');
    await move(ids[1] ?? '', 'new', 'in-talks');
    const names = async (query: string) =>
      (await list(query)).json().map((one: typeof draft) => one.organisationName);
    expect(await names('')).toEqual(['一', '二', '三']);
    expect(await names('?state=declined')).toEqual(['三']);
    expect((await list('?state=new')).headers['x-total-count']).toBe('1');
  });
});
