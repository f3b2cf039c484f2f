import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { applications } from '#giving/applications/application-tables.server.ts';
import { auditLog } from '#kit/audit/audit-tables.server.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
} from '#test/factories/donating.ts';
import { typedSearch } from '#test/factories/typed-search.ts';
import { pagesOf } from '#test/pages-of.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import type { DonorLine } from './donor.ts';

const house = await testApp();
const { app, db, clock } = house;
const signIn = signedIn(house);
let operator: Awaited<ReturnType<typeof signIn>>;

const member = {
  lastName: '髙橋',
  firstName: '花子',
  lastNameKana: 'たかはし',
  firstNameKana: 'はなこ',
  tel: '09012345678',
};

beforeAll(async () => {
  operator = await signIn('op', 'operator');
  await insertAssociate(db, 'ao');
  await signIn('hanako');
  await db.update(users).set(member).where(eq(users.uid, 'hanako'));
  // A member with an empty account: only their applications have data.
  await signIn('blank');
  await insertApplications(db, [
    application(1, {
      uid: 'blank',
      lastName: '𠮷野',
      firstName: '桜',
      lastNameKana: 'よしの',
      tel: '0312340001',
    }),
    application(2, {
      email: 'guest@tasuki.example',
      lastName: '渡邊',
      firstName: '一郎',
      lastNameKana: 'わたなべ',
      firstNameKana: 'いちろう',
      tel: '0661234567',
      createdAt: new Date('2025-10-01T00:00:00Z'),
    }),
    application(3, {
      email: 'guest@tasuki.example',
      lastName: '渡辺',
      firstName: '一郎',
      lastNameKana: 'わたなべ',
      firstNameKana: 'いちろう',
      tel: '0669999999',
      createdAt: new Date('2025-12-01T00:00:00Z'),
    }),
  ]);
});

const post = (url: string, payload: object) =>
  app.inject({ method: 'POST', url, payload, headers: operator });
const found = async (keyword: string) =>
  ((await post('/api/office/donors/search', { keyword })).json() as DonorLine[]).map(
    ({ id }) => id,
  );

test.each([
  ['a name', '高橋花子', ['hanako']],
  ['a part of a name', '花子', ['hanako']],
  ['hiragana', 'たかはし', ['hanako']],
  ['katakana', 'タカハシ ハナコ', ['hanako']],
  ['katakana of half width', 'ﾀｶﾊｼ', ['hanako']],
  ['a phone with hyphens', '090-1234-5678', ['hanako']],
  ['a phone without', '09012345678', ['hanako']],
  ['an e-mail', 'HANAKO@tasuki.example', ['hanako']],
  ['what a member only applied with', '吉野', ['blank']],
  ['the phone of an application', '03-1234-0001', ['blank']],
  ['the number of a member’s application', numberOf(1), ['blank']],
  ['the number without hyphens', numberOf(1).replaceAll('-', '').toLowerCase(), ['blank']],
  ['the number of a guest’s older application', numberOf(2), [numberOf(3)]],
  ['the older phone of a guest', '06-6123-4567', [numberOf(3)]],
  ['either way to write a guest’s name', '渡邉 一郎', [numberOf(3)]],
  ['a guest’s e-mail', 'guest@tasuki', [numberOf(3)]],
  ['a name of nobody', '鈴木', []],
  ['a phone of nobody', '080-0000-0000', []],
  ['a number that is none', 'TS-0000-0001', []],
])('%s finds whom it names', async (_, keyword, ids) => {
  expect(await found(keyword)).toEqual(ids);
});

test('a guest is one, however often they applied, and says what the newest application says', async () => {
  const [line] = (await post('/api/office/donors/search', { keyword: '渡辺' })).json();
  expect(line).toMatchObject({
    id: numberOf(3),
    isGuest: true,
    name: '渡辺 一郎',
    tel: '0669999999',
  });
  const guest = await app.inject({ url: `/api/office/donors/${numberOf(2)}`, headers: operator });
  expect(guest.json()).toMatchObject({ id: numberOf(3), isGuest: true, signIn: null });
  const entries = await app.inject({
    url: `/api/office/donors/${numberOf(2)}/applications`,
    headers: operator,
  });
  expect(entries.json().map((one: { appraisalId: string }) => one.appraisalId)).toEqual([
    numberOf(3),
    numberOf(2),
  ]);
});

test('a corrected, claimed or erased name is found as it is now, and no more as it was', async () => {
  await insertApplications(db, [
    application(9, { email: 'moving@tasuki.example', lastName: '引越' }),
  ]);
  expect(await found('引越')).toEqual([numberOf(9)]);
  const isThis = eq(applications.appraisalId, numberOf(9));
  await db.update(applications).set({ lastName: '転居' }).where(isThis);
  expect([await found('引越'), await found('転居')]).toEqual([[], [numberOf(9)]]);
  await db.update(applications).set({ uid: 'blank' }).where(isThis);
  expect(await found('転居')).toEqual(['blank']);
  await db.update(applications).set({ uid: null, email: '', lastName: '' }).where(isThis);
  expect([await found('転居'), await found(numberOf(9))]).toEqual([[], []]);
  await db.update(users).set({ tel: '0451112222' }).where(eq(users.uid, 'hanako'));
  expect([await found('09012345678'), await found('045-111-2222')]).toEqual([[], ['hanako']]);
  await db.update(users).set({ tel: member.tel }).where(eq(users.uid, 'hanako'));
});

test('what is typed is in no address, and every look is in the audit log without it', async () => {
  const reply = await app.inject({
    url: `/api/office/donors?keyword=${encodeURIComponent('花子')}`,
    headers: operator,
  });
  expect(reply.statusCode).toBe(400);
  await found('花子');
  await app.inject({ url: '/api/office/donors/hanako', headers: operator });
  await app.inject({ url: '/api/office/donors/hanako/mails', headers: operator });
  const entries = (await db.select().from(auditLog).orderBy(auditLog.id)).filter(({ action }) =>
    action.startsWith('donors.'),
  );
  expect(entries.slice(-3)).toMatchObject([
    { action: 'donors.list', details: { ids: ['hanako'] } },
    { action: 'donors.read', subjectType: 'user', subjectId: 'hanako' },
    { action: 'donors.read', subjectId: 'hanako', details: { part: 'mails' } },
  ]);
  expect(JSON.stringify(entries)).not.toMatch(/花子|0901234/);
});

test('the pages of the list and of a part come to all, each once', async () => {
  await insertApplications(
    db,
    Array.from({ length: 130 }, (_, n) =>
      application(1_000 + n, {
        email: n < 70 ? 'often@tasuki.example' : `guest${n}@tasuki.example`,
        lastName: '多数',
        createdAt: new Date(clock.now.getTime() - Math.floor(n / 3) * 60_000),
      }),
    ),
  );
  const search = typedSearch(house, () => operator);
  const pages = await pagesOf(search, `/api/office/donors?keyword=${encodeURIComponent('多数')}`);
  const lines: DonorLine[] = pages.flatMap((page) => page.json());
  expect(new Set(lines.map(({ id }) => id)).size).toBe(61);
  expect(lines).toHaveLength(61);
  const often = lines.find(({ email }) => email === 'often@tasuki.example');
  const parts = await pagesOf(
    async (url) => app.inject({ url, headers: operator }),
    `/api/office/donors/${often?.id}/applications`,
  );
  const entries = parts.flatMap((page) => page.json());
  expect(new Set(entries.map((one: { appraisalId: string }) => one.appraisalId)).size).toBe(70);
  expect(entries).toHaveLength(70);
});

test('whom there is no record of is not there, nor somebody without a name any more', async () => {
  for (const id of ['nobody', numberOf(77), numberOf(9)]) {
    for (const path of ['', '/applications', '/notes', '/doubles']) {
      const reply = await app.inject({ url: `/api/office/donors/${id}${path}`, headers: operator });
      expect(reply.statusCode, `${id}${path}`).toBe(404);
    }
  }
});
