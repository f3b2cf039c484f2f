import { beforeEach, describe, expect, test } from 'vitest';
import { auditLog } from '#kit/audit/audit-tables.server.ts';
import { associates, bankAccounts } from '#organisations/associates/associate-tables.server.ts';
import { staffMemberships } from '#organisations/room/room-tables.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import { listingApplications } from '#people/messages/message-tables.server.ts';
import { approvals } from '#people/roles/role-tables.server.ts';
import { insertAssociate } from '#test/factories/donating.ts';
import { decideOn } from '#test/factories/money/decide.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';

const house = await testApp();
const { app, db, clock } = house;
const signIn = signedIn(house);
const owner = await signIn('owner-1', 'owner');
const accountant = await signIn('accountant-1', 'accountant');
const warehouse = await signIn('warehouse-1', 'warehouse');
type Headers = Record<string, string>;

const account = {
  bankCode: '0001',
  branchCode: '001',
  kind: 'ordinary',
  number: '234567',
  holder: 'トクヒ）アオゾラ',
};
const path = '/api/office/associates/aoba/bank-account';
const ofService = '/api/office/bank-account';

beforeEach(async () => {
  clock.now = new Date('2026-11-20T10:00:00+09:00');
  await db.delete(bankAccounts);
  await db.delete(approvals);
  await db.delete(outboxMails);
  await db.delete(associates);
  await insertAssociate(db, 'aoba', 'あおぞらの会');
});

const get = (url: string, headers: Headers = accountant) => app.inject({ url, headers });
const post = (url: string, payload: object, headers: Headers) =>
  app.inject({ method: 'POST', url, payload, headers });
const ask = (
  changes: object = {},
  { url = path, replaces = null as string | null, by = accountant } = {},
) => post(url, { account: { ...account, ...changes }, replaces, reason: '' }, by);
const decide = (id: string, by: Headers) => decideOn({ app }, id, by);
const held = async (url = path) => (await get(url)).json().account;

async function register(changes: object = {}, more: Parameters<typeof ask>[1] = {}) {
  const asked = await ask(changes, more);
  expect(asked.statusCode, asked.body).toBe(200);
  const done = await decide(asked.json().id, owner);
  expect(done.statusCode, done.body).toBe(200);
}

describe('an account', () => {
  test('holds once a second person has approved it, and shows its last digits only', async () => {
    const { id, dueAt } = (await ask()).json();
    expect(dueAt).toBeNull();
    expect((await get(path)).json()).toEqual({
      account: null,
      blocked: null,
      waiting: { id, askedAt: '20261120100000000' },
    });
    expect((await decide(id, accountant)).statusCode).toBe(409);
    expect((await decide(id, owner)).statusCode).toBe(200);
    expect(await held()).toMatchObject({
      bankName: 'みずほ',
      branchName: '東京営業部',
      number: '***4567',
      holder: 'ﾄｸﾋ)ｱｵｿﾞﾗ',
    });
    const [row] = await db.select().from(bankAccounts);
    expect(row).toMatchObject({ associateId: 'aoba', number: '0234567', approvalId: id });
    const entries = await db.select().from(auditLog);
    expect(entries.map(({ action }) => action)).toContain('bank-accounts.change');
    expect(JSON.stringify(entries)).not.toContain('0234567');
    expect(JSON.stringify(await db.select().from(outboxMails))).not.toContain('234567');
  });

  test('stands beside the one before in its approval', async () => {
    await register();
    const { id: replaces } = await held();
    await ask({ bankCode: '0005', branchCode: '001', number: '7654321' }, { replaces });
    const [waiting] = (await get('/api/office/approvals?state=waiting', owner)).json();
    expect(waiting).toMatchObject({ title: '口座の変更', subject: 'あおぞらの会' });
    const numbers = waiting.facts.find(({ label }: { label: string }) => label === '口座番号');
    expect(numbers).toEqual({ label: '口座番号', before: '0234567', after: '7654321' });
  });

  test('is told to the organisation’s editors and its contact before it holds and after', async () => {
    await signIn('edi', 'staff');
    await signIn('vio', 'staff');
    await db.insert(staffMemberships).values([
      { uid: 'edi', associateId: 'aoba', role: 'editor', createdAt: clock.now },
      { uid: 'vio', associateId: 'aoba', role: 'viewer', createdAt: clock.now },
    ]);
    await db.insert(listingApplications).values({
      ...{ id: 'TL-1', organisationName: 'あおぞらの会', classification: 'approved-npo' },
      ...{ representative: '青空 太郎', prefecture: '東京都', socialChallenges: ['animal'] },
      ...{ personName: '青空 花子', email: 'contact@aoba.example', tel: '0312345678' },
      ...{ associateId: 'aoba', stateChangedAt: clock.now, createdAt: clock.now },
    });
    const told = async () =>
      (await db.select().from(outboxMails).orderBy(outboxMails.id))
        .filter(({ kind }) => kind.startsWith('bank-account'))
        .map(({ kind, recipient, textBody }) => {
          expect(textBody).toContain('新しい口座：みずほ 東京営業部 普通 ***4567');
          return [kind, recipient];
        });
    const { id } = (await ask()).json();
    const asked = [
      ['bank-account-asked', 'contact@aoba.example'],
      ['bank-account-asked', 'edi@tasuki.example'],
    ];
    expect(await told()).toEqual(asked);
    expect((await decide(id, owner)).statusCode).toBe(200);
    expect(await told()).toEqual([
      ...asked,
      ['bank-account-changed', 'contact@aoba.example'],
      ['bank-account-changed', 'edi@tasuki.example'],
    ]);
    await db.delete(listingApplications);
  });

  test('shows who decides by what device and network it was asked for, beside their own', async () => {
    const by = (address: string, device: string, headers: Headers) => ({
      remoteAddress: address,
      headers: { ...headers, 'user-agent': device },
    });
    const mac = 'Mozilla/5.0 (Macintosh) Version/18.0 Safari/605.1';
    const windows = 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36';
    const payload = { account, replaces: null, reason: '' };
    const asked = await app.inject({
      ...by('203.0.113.7', mac, accountant),
      ...{ method: 'POST', url: path, payload },
    });
    const { id } = asked.json();
    const seen = await app.inject({
      ...by('198.51.100.9', windows, owner),
      url: '/api/office/approvals?state=waiting',
    });
    const vias = {
      askedVia: { device: 'Mac・Safari', from: '203.0.0.0/16' },
      decidedVia: { device: 'Windows・Chrome', from: '198.51.0.0/16' },
    };
    expect(seen.json()[0]).toMatchObject(vias);
    const { digest } = (await get(`/api/office/approvals/${id}`, owner)).json();
    const done = await app.inject({
      ...by('198.51.100.9', windows, owner),
      ...{ method: 'POST', url: `/api/office/approvals/${id}/decide` },
      payload: { digest, outcome: 'approve', note: '' },
    });
    expect(done.json()).toMatchObject(vias);
    expect((await get('/api/office/approvals', owner)).json()[0]).toMatchObject(vias);
  });

  test('of the service is another one', async () => {
    await register({ number: '1111111' }, { url: ofService });
    expect(await held(ofService)).toMatchObject({ number: '***1111' });
    expect(await held()).toBeNull();
    const [row] = await db.select().from(bankAccounts);
    expect(row?.associateId).toBeNull();
    const [done] = (await get('/api/office/approvals', owner)).json();
    expect(done.subject).toBe('サービスの振込元');
  });

  test('that is not the one on the screen any more is refused, also when it is approved', async () => {
    await register();
    expect((await ask({ number: '2222222' })).statusCode).toBe(409);
    const { id: replaces } = await held();
    const { id } = (await ask({ number: '2222222' }, { replaces })).json();
    expect((await ask({ number: '3333333' }, { replaces })).statusCode).toBe(409);
    const [before] = await db.select().from(bankAccounts);
    if (!before) throw new Error('no account');
    clock.now = new Date(clock.now.getTime() + 1_000);
    await db.insert(bankAccounts).values({ ...before, id: 'other', createdAt: clock.now });
    expect((await decide(id, owner)).statusCode).toBe(409);
    expect((await held()).id).toBe('other');
  });

  test('is counted in the menu of who may decide; a request about roles is not for accountants', async () => {
    const counted = async (headers: Headers) =>
      (await get('/api/office/menu-counts', headers)).json().approvals?.open;
    expect([await counted(owner), await counted(accountant)]).toEqual([0, 0]);
    await ask();
    const role = { from: 'warehouse', to: 'operator', reason: '' };
    const asked = await post('/api/office/people/warehouse-1/role', role, owner);
    expect(asked.statusCode, asked.body).toBe(200);
    expect([await counted(owner), await counted(accountant)]).toEqual([2, 1]);
    expect(await counted(warehouse)).toBeUndefined();
  });

  test('that changes nothing is refused', async () => {
    await register();
    expect((await ask({}, { replaces: (await held()).id })).statusCode).toBe(400);
  });

  test.each([
    ['a bank that is none', { bankCode: '9999' }, 'account.bankCode'],
    ['a branch that is none', { branchCode: '999' }, 'account.branchCode'],
    ['kanji', { holder: '青空' }, 'account.holder'],
    ['a number of eight digits', { number: '12345678' }, 'account.number'],
  ])('with %s is refused at its field', async (_, changes, field) => {
    const reply = await ask(changes);
    expect([reply.statusCode, reply.json().errors[0].path]).toEqual([400, field]);
  });

  test('is no affair of the warehouse, and of no organisation that is none', async () => {
    expect((await get(path, warehouse)).statusCode).toBe(403);
    expect((await ask({}, { by: warehouse })).statusCode).toBe(403);
    const url = '/api/office/associates/none/bank-account';
    expect((await get(url)).statusCode).toBe(404);
    expect((await ask({}, { url })).statusCode).toBe(404);
  });
});

describe('banks are found', () => {
  const banks = async (name: string) =>
    (await get(`/api/office/banks?name=${encodeURIComponent(name)}`))
      .json()
      .items.map(({ code }: { code: string }) => code);

  test.each(['みずほ', 'ミズホ', 'ﾐｽﾞﾎ', 'みずほ銀行', '0001', 'みずほ　'])(
    'by %s',
    async (name) => {
      expect((await banks(name))[0]).toBe('0001');
    },
  );

  test('by kanji and by the reading with small letters', async () => {
    expect(await banks('三菱')).toContain('0005');
    expect(await banks('ゆうちょ')).toContain('9900');
  });

  test('twenty at most, none for a word that none has, and not without a word', async () => {
    expect(await banks('信金')).toHaveLength(20);
    expect(await banks('ほげほげほげ')).toEqual([]);
    expect((await get('/api/office/banks?name=')).statusCode).toBe(400);
    expect((await get('/api/office/banks?name=a', warehouse)).statusCode).toBe(403);
  });

  test('those that begin with the word before those that contain it, each by their codes', async () => {
    const found = (await get(`/api/office/banks?name=${encodeURIComponent('京都')}`)).json<{
      items: { code: string; name: string }[];
    }>().items;
    const isBehind = ({ name }: { name: string }) => !name.startsWith('京都');
    expect(new Set(found.map(isBehind))).toEqual(new Set([false, true]));
    const [first, behind] = [found.filter((one) => !isBehind(one)), found.filter(isBehind)];
    const codes = (items: typeof found) => items.map(({ code }) => code);
    expect(codes(found)).toEqual([...codes(first).toSorted(), ...codes(behind).toSorted()]);
  });

  test('and their branches', async () => {
    const branches = (code: string, name: string) =>
      get(`/api/office/banks/${code}/branches?name=${encodeURIComponent(name)}`);
    for (const name of ['丸の内', 'まるのうち', '004']) {
      expect((await branches('0001', name)).json().items).toContainEqual(
        expect.objectContaining({ code: '004' }),
      );
    }
    expect((await branches('0000', '本店')).statusCode).toBe(404);
  });
});
