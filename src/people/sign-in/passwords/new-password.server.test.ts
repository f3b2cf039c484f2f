import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { authUsers } from '#people/sign-in/sign-in-tables.server.ts';
import { weakPasswordMessages } from '#people/sign-in/weak-password.ts';
import { browser } from '#test/browser.ts';
import { mailedToken } from '#test/factories/mailed-token.ts';
import { giveTotp } from '#test/factories/second-factor.ts';
import { testApp } from '#test/test-app.ts';

const publicUrl = 'https://kifu.midori.example';
const { app, services, db, clock } = await testApp({ publicUrl });
const visitor = () => browser(app, { headers: { origin: publicUrl } });
const password = 'a long password';
const names = {
  lastName: '髙橋',
  firstName: '花子',
  lastNameKana: 'たかはし',
  firstNameKana: 'はなこ',
};
const { common, monotone, own, service } = weakPasswordMessages;

let count = 0;
let email = '';
beforeEach(() => {
  email = `hanako.takahashi${++count}@mail.example.jp`;
  clock.now = new Date(clock.now.getTime() + 60 * 60_000);
});

type Reply = Awaited<ReturnType<ReturnType<typeof browser>['post']>>;
const refusal = (reply: Reply) => ({ status: reply.statusCode, errors: reply.json().errors });
const refused = (path: string, message: string) => ({ status: 400, errors: [{ path, message }] });

async function person(role: 'donor' | 'staff' | 'operator' = 'donor') {
  const known = { email, password, role, names, tel: '09012345678' };
  const uid = await services.auth.createPerson(known);
  const page = visitor();
  await page.signIn(email);
  await page.renew();
  return { uid, page };
}
const change = (page: ReturnType<typeof browser>, newPassword: string) =>
  page.post('/api/auth/change-password', { currentPassword: password, newPassword });

const weak: [password: string, message: string][] = [
  ['password', common],
  ['12345678', common],
  ['ＰＡＳＳＷＯＲＤ', common],
  ['        ', monotone],
  ['ああああああああ', monotone],
  ['Tasuki2026!', service],
  ['mypledge', service],
  ['kifu.midori.example', service],
  ['midori-2026', service],
];

test.each(weak)('nobody registers with %j', async (weakPassword, message) => {
  const reply = await visitor().signUp(email, weakPassword);
  expect(refusal(reply)).toEqual(refused('password', message));
  expect(await db.select().from(authUsers).where(eq(authUsers.email, email))).toEqual([]);
});

test('nobody registers with their own e-mail or name', async () => {
  const signUp = (one: string) =>
    visitor().post('/api/auth/sign-up/email', { email, password: one, name: '髙橋 花子' });
  const local = email.slice(0, email.indexOf('@'));
  for (const one of [
    email,
    local.toUpperCase(),
    'hanakotakahashi',
    'mail.example.jp',
    '髙橋花子1985',
  ]) {
    expect(refusal(await signUp(one))).toEqual(refused('password', own));
  }
  expect((await signUp('髙橋さんの 小さな庭')).statusCode).toBe(200);
});

test.each(weak)('nobody changes to %j', async (weakPassword, message) => {
  const { page } = await person();
  expect(refusal(await change(page, weakPassword))).toEqual(refused('newPassword', message));
  expect((await visitor().signIn(email)).statusCode).toBe(200);
});

test('nobody changes to what is known of them', async () => {
  const { page } = await person();
  for (const one of [email, '090-1234-5678', '髙橋花子髙橋花子', 'たかはしはなこ1985']) {
    expect(refusal(await change(page, one))).toEqual(refused('newPassword', own));
  }
});

test('a link to set a new password stays good while the new one is refused', async () => {
  await person();
  await visitor().post('/api/auth/request-password-reset', { email });
  const token = await mailedToken(db, 'reset', email);
  const reset = (newPassword: string) =>
    visitor().post('/api/auth/reset-password', { token, newPassword });
  for (const [one, message] of [...weak, [email, own], ['09012345678', own]] as const) {
    expect(refusal(await reset(one))).toEqual(refused('newPassword', message));
  }
  expect((await reset('a harbour of small boats')).statusCode).toBe(200);
  expect((await visitor().signIn(email, 'a harbour of small boats')).statusCode).toBe(200);
});

const short = 'six red hens.';
const tooShort =
  'お客さまの情報を扱う方は、2段階認証をお使いでないとき、パスワードを15文字以上にしてください。';

const reset = async (newPassword: string) => {
  await visitor().post('/api/auth/request-password-reset', { email });
  const token = await mailedToken(db, 'reset', email);
  return visitor().post('/api/auth/reset-password', { token, newPassword });
};

test.each(['staff', 'operator'] as const)(
  'whose password alone opens what others gave (%s) needs 15 characters',
  async (role) => {
    await person(role);
    expect(refusal(await reset(short))).toEqual(refused('newPassword', tooShort));
    expect((await reset(`${short}..`)).statusCode).toBe(200);
  },
);

test('8 characters are enough for a donor, and with a second factor', async () => {
  const donor = await person();
  expect((await change(donor.page, short)).statusCode).toBe(200);
  email = `with-code.${email}`;
  const { uid } = await person('operator');
  await giveTotp({ db }, uid);
  expect((await reset(short)).statusCode).toBe(200);
});
