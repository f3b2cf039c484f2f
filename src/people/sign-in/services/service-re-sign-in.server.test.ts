import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { authSessions, authVerifications } from '#people/sign-in/sign-in-tables.server.ts';
import { browser } from '#test/browser.ts';
import { mailedToken } from '#test/factories/mailed-token.ts';
import { moveEmail } from '#test/factories/move-email.ts';
import { type Page, serviceApp } from '#test/service-app.ts';
import { atProvider } from '#test/stand-ins/oidc-server.ts';

const {
  app,
  db,
  clock,
  service,
  newPerson,
  leave,
  comeBack,
  signInThere,
  registered,
  person,
  linkedTo,
} = await serviceApp();
let sub = '';
let email = '';
beforeEach(async () => {
  ({ sub, email } = await newPerson());
});

async function signInAgain(page: Page, { as = sub, at = atProvider(), isForced = true } = {}) {
  await page.renew();
  const reply = await page.post('/api/auth/service/leave-again', {
    service: 'test',
    screen: 'email',
  });
  const url = new URL(reply.json<{ url: string }>().url);
  if (!isForced) for (const name of ['prompt', 'max_age']) url.searchParams.delete(name);
  return comeBack(page, await at.signIn(url.href, as));
}

test('who has no password signs in anew at the service before a change, for ten minutes', async () => {
  const page = await registered({ sub, email });
  const change = { email, newEmail: `new.${email}` };
  const early = await page.post('/api/auth/change-email', change);
  expect([early.statusCode, early.json().message]).toEqual([
    400,
    expect.stringContaining('もう一度ログイン'),
  ]);
  expect(await signInAgain(page)).toBe('/mypage/account/email#service=proven');
  const provenAt = clock.now.getTime();
  const isProven = async () => {
    await page.renew();
    return (await page.get('/api/users/sign-in-methods')).json().isProven;
  };
  expect(await isProven()).toBe(true);
  // It proves nothing for another browser of theirs.
  const other = browser(app);
  await signInThere(other, sub);
  await other.renew();
  expect((await other.post('/api/auth/change-email', change)).statusCode).toBe(400);
  clock.now = new Date(provenAt + 10 * 60_000 - 1_000);
  expect(await isProven()).toBe(true);
  clock.now = new Date(provenAt + 10 * 60_000);
  expect(await isProven()).toBe(false);
  expect((await page.post('/api/auth/change-email', change)).statusCode).toBe(400);
  clock.now = new Date();
  await page.renew();
  // This replaces the session, and a first password needs its own proof.
  await moveEmail(db, page, change);
  const first = { newPassword: 'a first password' };
  expect((await page.post('/api/auth/change-password', first)).statusCode).toBe(400);
  expect(await signInAgain(page)).toBe('/mypage/account/email#service=proven');
  await page.renew();
  expect((await page.post('/api/auth/change-password', first)).statusCode).toBe(200);
  const byPassword = browser(app);
  expect((await byPassword.signIn(`new.${email}`, 'a first password')).statusCode).toBe(200);
});

test('signing in anew must be that person, and must really have been done', async () => {
  const page = await registered({ sub, email });
  service.people.set('somebody', { email: 'somebody@example.jp', email_verified: true });
  expect(await signInAgain(page, { as: 'somebody' })).toBe(
    '/mypage/account/email#service=somebody-else',
  );
  // Signed in there already, with the parameter for a new sign-in removed from the URL.
  const at = atProvider();
  await at.signIn(await leave(page), sub);
  expect(await signInAgain(page, { at, isForced: false })).toBe(
    '/mypage/account/email#service=not-anew',
  );
  await page.renew();
  expect((await page.post('/api/users/erase', {})).statusCode).toBe(400);
  expect(await signInAgain(page, { at })).toBe('/mypage/account/email#service=proven');
  const { id = '' } = (await person(email)) ?? {};
  const proofs = async () =>
    (await db.select().from(authVerifications)).filter(({ value }) => value.includes(id));
  expect(await proofs()).toHaveLength(1);
  await page.renew();
  expect((await page.post('/api/users/erase', {})).statusCode).toBe(200);
  // Their proofs are deleted with them.
  expect(await proofs()).toEqual([]);
});

test('a sign-in there of before this request proves nothing, but for what two clocks differ', async () => {
  const page = await registered({ sub, email });
  clock.now = new Date(Math.floor(Date.now() / 1_000) * 1_000);
  const startedAtSeconds = clock.now.getTime() / 1_000;
  const signedInThere = (secondsBefore: number) => {
    service.tamper = async (answer) => {
      const [, claims = ''] = answer.id_token.split('.');
      const said = JSON.parse(Buffer.from(claims, 'base64url').toString());
      const auth_time = startedAtSeconds - secondsBefore;
      return { ...answer, id_token: await service.sign({ ...said, auth_time }) };
    };
  };
  signedInThere(31);
  expect(await signInAgain(page)).toBe('/mypage/account/email#service=not-anew');
  signedInThere(30);
  expect(await signInAgain(page)).toBe('/mypage/account/email#service=proven');
});

test('who is signed out meanwhile has proven nothing', async () => {
  const page = await registered({ sub, email });
  await page.renew();
  const leave = { service: 'test', screen: 'email' };
  const reply = await page.post('/api/auth/service/leave-again', leave);
  const address = await atProvider().signIn(reply.json<{ url: string }>().url, sub);
  const { id = '' } = (await person(email)) ?? {};
  await db.delete(authSessions).where(eq(authSessions.userId, id));
  expect(await comeBack(page, address)).toBe('/mypage/account/email#service=expired');
});

/** Token of the newest reset link mailed to an address. */
async function resetTo(address: string) {
  await browser(app).post('/api/auth/request-password-reset', { email: address });
  const token = await mailedToken(db, 'reset', address);
  return browser(app).post('/api/auth/reset-password', { token, newPassword: 'a new password' });
}

test('a reset by mail unlinks who registered an address that they had not proven', async () => {
  await registered({ sub, email: `victim.${email}` });
  const { id = '' } = (await person(`victim.${email}`)) ?? {};
  expect(await linkedTo(id)).toEqual(['test']);
  expect((await resetTo(`victim.${email}`)).statusCode).toBe(200);
  expect(await linkedTo(id)).toEqual(['credential']);
});

test('a reset by mail gives a first password and leaves what is linked', async () => {
  await registered({ sub, email });
  const { id = '' } = (await person(email)) ?? {};
  expect((await resetTo(email)).statusCode).toBe(200);
  expect(await linkedTo(id)).toEqual(['credential', 'test']);
});
