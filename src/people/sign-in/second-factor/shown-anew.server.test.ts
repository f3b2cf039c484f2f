import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bankAccounts } from '#organisations/associates/associate-tables.server.ts';
import { staffMemberships } from '#organisations/room/room-tables.server.ts';
import { approvals, invitations } from '#people/roles/role-tables.server.ts';
import { insertAssociate } from '#test/factories/donating.ts';
import { decideOn } from '#test/factories/money/decide.ts';
import { withSecondFactors } from '#test/factories/second-factor.ts';
import { codeOf } from '#test/factories/totp.ts';
import { headersOfSession, signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';

// Roles, approvals and bank accounts cannot be changed by an open session alone (docs/product.md, Sign-in and
// sessions).

const house = await testApp();
const { app, db, clock, services } = house;
const start = clock.now;
const signIn = signedIn(house);
const { person, setUpTotp, wait } = withSecondFactors(house);
type Headers = Record<string, string>;
/** Their second factor was shown too long ago. */
let people: Record<'owner' | 'second' | 'editor', Headers>;
const refused = [403, 'show-second-factor', 'ご本人の確認のため、2段階認証をお願いします。'];

beforeAll(async () => {
  await insertAssociate(db, 'aoba');
  for (const uid of ['owner', 'second']) await signIn(uid, 'owner');
  await signIn('warehouse', 'warehouse');
  for (const uid of ['editor', 'other']) {
    await signIn(uid, 'staff');
    await db
      .insert(staffMemberships)
      .values({ uid, associateId: 'aoba', role: 'editor', createdAt: new Date() });
    services.auth.forget(uid);
  }
  const again = (uid: string) => headersOfSession(house, uid);
  people = {
    owner: await again('owner'),
    second: await again('second'),
    editor: await again('editor'),
  };
});
beforeEach(async () => {
  clock.now = start;
  await db.delete(approvals);
  await db.delete(invitations);
  await db.delete(bankAccounts);
});

const post = (url: string, payload: object, headers: Headers) =>
  app.inject({ method: 'POST', url, payload, headers });
const account = {
  bankCode: '0001',
  branchCode: '001',
  kind: 'ordinary',
  number: '234567',
  holder: 'トクヒ）アオゾラ',
};
const bankRequest = { account, replaces: null, reason: '' };

describe('a session that has not shown its second factor within ten minutes is asked for it before', () => {
  const changes: [string, keyof typeof people, string, object][] = [
    [
      'a role changes',
      'owner',
      '/api/office/people/warehouse/role',
      { from: 'warehouse', to: 'operator', reason: '' },
    ],
    [
      'somebody is removed',
      'owner',
      '/api/office/people/warehouse/remove',
      { from: 'warehouse', reason: '' },
    ],
    [
      'somebody is invited to run the service',
      'owner',
      '/api/office/invitations',
      { email: 'new@tasuki.example', role: 'operator', reason: '' },
    ],
    [
      'an organisation’s account changes',
      'owner',
      '/api/office/associates/aoba/bank-account',
      bankRequest,
    ],
    ['the paying account changes', 'owner', '/api/office/bank-account', bankRequest],
    [
      'a role in an organisation changes, by its editor',
      'editor',
      '/api/staff/associates/aoba/people/other/role',
      { from: 'editor', to: 'viewer' },
    ],
    [
      'somebody leaves an organisation, by its editor',
      'editor',
      '/api/staff/associates/aoba/people/other/remove',
      {},
    ],
    [
      'somebody leaves an organisation, by an owner',
      'owner',
      '/api/office/associates/aoba/people/other/remove',
      {},
    ],
    [
      'somebody is invited to an organisation',
      'editor',
      '/api/staff/associates/aoba/people',
      { email: 'new@tasuki.example', staffRole: 'viewer' },
    ],
    [
      'an organisation is made of an application, whose sender is invited',
      'owner',
      '/api/office/listings/TL-0000-0000/associate',
      {},
    ],
    [
      'two organisations become one, with their people',
      'owner',
      '/api/office/associates/aoba/merge',
      { into: 'another', confirmation: 'aoba' },
    ],
  ];

  test.each(changes)('%s', async (_name, who, url, body) => {
    const reply = await post(url, body, people[who]);
    expect([reply.statusCode, reply.json().template, reply.json().message]).toEqual(refused);
    expect([await db.$count(approvals), await db.$count(invitations)]).toEqual([0, 0]);
    expect(await db.$count(staffMemberships)).toBe(2);
  });

  test('a request is approved or declined', async () => {
    const asker = await headersOfSession(house, 'owner', true);
    const asked = await post('/api/office/bank-account', bankRequest, asker);
    expect(asked.statusCode, asked.body).toBe(200);
    const url = `/api/office/approvals/${asked.json().id}/decide`;
    for (const outcome of ['approve', 'decline']) {
      const reply = await post(url, { digest: '0'.repeat(64), outcome, note: '' }, people.second);
      expect([reply.statusCode, reply.json().template, reply.json().message]).toEqual(refused);
    }
    expect(await db.$count(bankAccounts)).toBe(0);
    const shown = await headersOfSession(house, 'second', true);
    expect((await decideOn({ app }, asked.json().id, shown)).statusCode).toBe(200);
    expect(await db.$count(bankAccounts)).toBe(1);
  });
});

test('a mistake is told before a code is asked for, and a role that may not is refused first', async () => {
  const url = '/api/office/associates/aoba/bank-account';
  const wrong = { ...bankRequest, account: { ...account, number: 'abc' } };
  expect((await post(url, wrong, people.owner)).statusCode).toBe(400);
  const reply = await post(url, bankRequest, people.editor);
  expect([reply.statusCode, reply.json().template]).toEqual([403, undefined]);
});

test('what ends harm asks for nothing: signing somebody out, taking a request back', async () => {
  const end = await post('/api/office/people/warehouse/end-sessions', {}, people.owner);
  expect(end.statusCode, end.body).toBe(200);
  const asker = await headersOfSession(house, 'owner', true);
  const { id } = (await post('/api/office/bank-account', bankRequest, asker)).json();
  const back = await post(`/api/office/approvals/${id}/withdraw`, {}, people.owner);
  expect(back.statusCode, back.body).toBe(200);
});

test('a code opens ten minutes; the same request then goes through, and is refused after them', async () => {
  const { page } = await person('new-owner@example.com', 'owner');
  const { totpURI } = await setUpTotp(page);
  const ask = () => page.post('/api/office/associates/aoba/bank-account', bankRequest);
  const later = async () => {
    wait(11 * 60);
    await page.renew();
  };
  await later();
  expect((await ask()).json().template).toBe('show-second-factor');
  const show = (code: string) => page.post('/api/auth/second-factor/show', { code });
  expect((await show('000000')).statusCode).toBe(400);
  expect((await ask()).statusCode).toBe(403);
  expect((await show(codeOf(totpURI, 0, clock.now))).statusCode).toBe(200);
  expect((await ask()).statusCode).toBe(200);
  await db.delete(approvals);
  await later();
  expect((await ask()).json().template).toBe('show-second-factor');
});

test('what another session has shown counts for that one only', async () => {
  await headersOfSession(house, 'owner', true);
  const reply = await post('/api/office/bank-account', bankRequest, people.owner);
  expect(reply.json().template).toBe('show-second-factor');
});
