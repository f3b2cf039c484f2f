import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { auditLog } from '#kit/audit/audit-tables.server.ts';
import { attemptBudgets } from '#kit/limits/limit-tables.server.ts';
import { passkeys, recoveryCodes } from '#people/sign-in/second-factor-tables.server.ts';
import { authSessions, authVerifications } from '#people/sign-in/sign-in-tables.server.ts';
import { browser } from '#test/browser.ts';
import { type Page, withSecondFactors } from '#test/factories/second-factor.ts';
import { authenticator } from '#test/stand-ins/authenticator.ts';
import { testApp } from '#test/test-app.ts';

const running = await testApp();
const { app, services, db, clock } = running;
const { person, setUpTotp, addPasskey, signInByPasskey, wait } = withSecondFactors(running);
const password = 'a long password';
const failedMessage = 'パスキーを確かめられませんでした。お手数ですが、もう一度お試しください。';

let count = 0;
let email = '';
beforeEach(async () => {
  email = `hanako${++count}@example.jp`;
  clock.now = new Date('2026-11-20T10:00:00+09:00');
  await db.delete(attemptBudgets);
});

async function enrolled(device = authenticator()) {
  const { uid, page } = await person(email);
  return { uid, page, ...(await addPasskey(page, device)) };
}
const optionsOf = async (page: Page, url: string, body: object = {}) =>
  (await page.post(`/api/auth/passkeys/${url}-options`, body)).json().options;
const isIn = async (page: Page) => (await page.renew()) !== undefined;

test('a passkey signs in alone, without an e-mail or a password', async () => {
  const { uid, device } = await enrolled();
  const page = browser(app);
  const options = await optionsOf(page, 'sign-in');
  expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
  // Lists no passkeys, for any caller.
  expect(options.allowCredentials).toBeUndefined();
  const reply = await page.post('/api/auth/passkeys/sign-in', { answer: device.get(options) });
  expect(reply.json()).toEqual({
    user: { id: uid, email, emailVerified: true },
    twoFactor: false,
    methods: [],
  });
  expect([...page.jar.keys()]).toEqual(['tasuki.session', 'tasuki.devices']);
  expect(await isIn(page)).toBe(true);
  expect((await page.get('/api/auth/second-factor')).json()).toMatchObject({
    isShown: true,
    passkeys: [{ name: 'わたしの電話', lastUsedAt: '20261120100000000' }],
  });
});

test('an operator signs in by a passkey alone', async () => {
  const { page: owner } = await person(email, 'operator');
  const { device } = await addPasskey(owner);
  const page = browser(app);
  expect((await signInByPasskey(page, device)).statusCode).toBe(200);
  await page.renew();
  expect((await page.get('/api/office/mails')).statusCode).toBe(200);
});

test('after a password it is the second step, by one of the person’s own', async () => {
  const { uid, device } = await enrolled();
  const before = await db.$count(authSessions, eq(authSessions.userId, uid));
  const page = browser(app);
  const first = await page.post('/api/auth/sign-in/email', { email, password, rememberMe: false });
  expect(first.json()).toEqual({ user: null, twoFactor: true, methods: ['passkey'] });
  expect(await db.$count(authSessions, eq(authSessions.userId, uid))).toBe(before);
  const options = await optionsOf(page, 'sign-in');
  expect(options.allowCredentials).toEqual([
    { id: device.keys[0]?.id, transports: ['internal', 'hybrid'], type: 'public-key' },
  ]);
  const answer = device.get(options);
  // The checkbox beside the password applies.
  const reply = await page.post('/api/auth/passkeys/sign-in', { answer, rememberMe: true });
  expect(reply.statusCode).toBe(200);
  expect(String(reply.headers['set-cookie'])).toMatch(/tasuki\.session=[^;]+; Path/);
  expect(await isIn(page)).toBe(true);
  expect((await page.get('/api/auth/second-factor/challenge')).json()).toBeNull();
});

test.each([
  [true, '2592000'],
  [undefined, '2592000'],
  [false, undefined],
])('a session by a passkey is remembered as is ticked (%s)', async (rememberMe, age) => {
  const { device } = await enrolled();
  const more = rememberMe === undefined ? {} : { rememberMe };
  const reply = await signInByPasskey(browser(app), device, more);
  const cookies = [reply.headers['set-cookie'] ?? []].flat();
  const cookie = cookies.find((one) => one.startsWith('tasuki.session='));
  expect(/Max-Age=(\d+)/.exec(cookie ?? '')?.[1]).toBe(age);
});

const oddAnswers: [what: string, odd: Parameters<ReturnType<typeof authenticator>['get']>[1]][] = [
  ['another site', { origin: 'https://evil.example' }],
  ['another host', { rpId: 'evil.example' }],
  ['another port', { origin: 'http://localhost:3001' }],
  ['nobody who unlocked it', { isVerified: false }],
  ['another challenge', { challenge: 'AAAA' }],
  ['somebody else’s handle', { userHandle: 'AAAA' }],
];
test.each(oddAnswers)('an answer of %s opens nothing', async (_what, odd) => {
  const { uid, device } = await enrolled();
  const page = browser(app);
  const options = await optionsOf(page, 'sign-in');
  const answer = device.get(options, odd);
  const reply = await page.post('/api/auth/passkeys/sign-in', { answer });
  expect([reply.statusCode, reply.json().message]).toEqual([400, failedMessage]);
  expect(await isIn(page)).toBe(false);
  await services.security.flush();
  const log = await db
    .select()
    .from(auditLog)
    .where(eq(auditLog.action, 'security.sign-in'))
    .orderBy(auditLog.id);
  const failed = log.filter(({ details }) => (details as { step?: string }).step === 'passkey');
  expect(failed.at(-1)).toMatchObject({ details: { outcome: 'failed' } });
  expect([uid, 'visitor']).toContain(failed.at(-1)?.actorUid);
});
test.each(oddAnswers.filter(([, odd]) => odd?.userHandle === undefined))(
  'a passkey made by %s is not taken',
  async (_what, odd) => {
    const { page } = await person(email);
    const options = await optionsOf(page, 'registration', { password });
    const answer = authenticator().create(options, odd);
    const reply = await page.post('/api/auth/passkeys/register', { name: '電話', answer });
    expect([reply.statusCode, reply.json().message]).toEqual([400, failedMessage]);
    expect((await browser(app).signIn(email)).json().twoFactor).toBe(false);
  },
);

test('what is no answer of a browser is refused, not a defect', async () => {
  const { device } = await enrolled();
  const id = device.keys[0]?.id;
  for (const answer of [
    { id },
    { id, rawId: id, type: 'public-key', response: 1 },
    { id, rawId: id, type: 'public-key', response: { clientDataJSON: '!' } },
    { ...device.get({ rpId: 'localhost', challenge: 'x' }), response: {} },
    { id: 'nobody’s' },
  ]) {
    const page = browser(app);
    await optionsOf(page, 'sign-in');
    const reply = await page.post('/api/auth/passkeys/sign-in', { answer });
    expect([reply.statusCode, reply.json().message]).toEqual([400, failedMessage]);
  }
  const { page } = await person(`other.${email}`);
  await optionsOf(page, 'registration', { password });
  for (const answer of [{ id }, { id, rawId: id, type: 'public-key', response: {} }]) {
    const reply = await page.post('/api/auth/passkeys/register', { name: '電話', answer });
    expect(reply.statusCode).toBe(400);
  }
});

test('a challenge works once, for what it was made, within five minutes', async () => {
  const { page: owner, device } = await enrolled(authenticator({ counts: false }));
  const page = browser(app);
  const options = await optionsOf(page, 'sign-in');
  const cookies = new Map(page.jar);
  const answer = device.get(options);
  const use = async () => {
    const again = browser(app);
    for (const [name, value] of cookies) again.jar.set(name, value);
    return (await again.post('/api/auth/passkeys/sign-in', { answer })).statusCode;
  };
  expect((await Promise.all([use(), use()])).sort()).toEqual([200, 400]);
  expect(await use()).toBe(400);
  // Without its cookie, or with that of another purpose, it is invalid.
  expect((await browser(app).post('/api/auth/passkeys/sign-in', { answer })).statusCode).toBe(400);
  const shown = await optionsOf(owner, 'show');
  const reply = await owner.post('/api/auth/passkeys/sign-in', { answer: device.get(shown) });
  expect(reply.statusCode).toBe(400);

  const late = browser(app);
  const lateOptions = await optionsOf(late, 'sign-in');
  wait(5 * 60);
  const lateReply = await late.post('/api/auth/passkeys/sign-in', {
    answer: device.get(lateOptions),
  });
  expect(lateReply.statusCode).toBe(400);
});

test('a passkey whose counter does not go on is a copy, and refused', async () => {
  const { device } = await enrolled();
  expect((await signInByPasskey(browser(app), device)).statusCode).toBe(200);
  const [row] = await db
    .select()
    .from(passkeys)
    .where(eq(passkeys.id, device.keys[0]?.id ?? ''));
  expect(row?.counter).toBe(2);
  device.setCounter(1);
  expect((await signInByPasskey(browser(app), device)).statusCode).toBe(400);
  device.setCounter(0);
  expect((await signInByPasskey(browser(app), device)).statusCode).toBe(400);
  device.setCounter(5);
  expect((await signInByPasskey(browser(app), device)).statusCode).toBe(200);
});

test('adding one asks for the password, and names those that are there', async () => {
  const { uid, page, device, recoveryCodes: codes } = await enrolled();
  expect(codes).toHaveLength(10);
  const options = await optionsOf(page, 'registration', { password });
  expect(options).toMatchObject({
    rp: { id: 'localhost', name: 'たすき' },
    user: { name: email },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: [{ id: device.keys[0]?.id }],
  });
  // Random, the same for all of a person's passkeys, and neither their e-mail nor their uid.
  expect(options.user.id).toBe(device.keys[0]?.userHandle);
  const handle = Buffer.from(options.user.id, 'base64url');
  expect([handle.length, handle.includes(email), handle.includes(uid)]).toEqual([32, false, false]);
  const { recoveryCodes: more } = await addPasskey(page);
  expect(more).toBeNull();
  expect((await page.get('/api/auth/second-factor')).json().passkeys).toHaveLength(2);
});

test('nobody adds a passkey that somebody has, nor to another session', async () => {
  const { page, device } = await enrolled();
  const again = await optionsOf(page, 'registration', { password });
  const answer = device.create(again);
  await db
    .update(passkeys)
    .set({ id: answer.id })
    .where(eq(passkeys.id, device.keys[0]?.id ?? ''));
  const known = await page.post('/api/auth/passkeys/register', { name: '電話', answer });
  expect([known.statusCode, known.json().message]).toEqual([
    409,
    'このパスキーは、すでに登録されています。',
  ]);

  const options = await optionsOf(page, 'registration', { password });
  const made = authenticator().create(options);
  const other = await person(`other.${email}`);
  for (const [name, value] of page.jar) {
    if (name === 'tasuki.passkey') other.page.jar.set(name, value);
  }
  const reply = await other.page.post('/api/auth/passkeys/register', {
    name: '電話',
    answer: made,
  });
  expect(reply.statusCode).toBe(400);
});

test('a person has ten passkeys at most', async () => {
  const { uid, page } = await enrolled();
  const [row] = await db.select().from(passkeys).where(eq(passkeys.uid, uid));
  if (!row) throw new Error('no passkey');
  const options = await optionsOf(page, 'registration', { password });
  await db
    .insert(passkeys)
    .values(Array.from({ length: 9 }, (_, n) => ({ ...row, id: `${row.id}${n}` })));
  const asked = await page.post('/api/auth/passkeys/registration-options', { password });
  const answer = authenticator().create(options);
  const added = await page.post('/api/auth/passkeys/register', { name: '電話', answer });
  for (const reply of [asked, added]) {
    expect([reply.statusCode, reply.json().message]).toEqual([
      409,
      'パスキーは10件まで登録できます。使わないものを削除してから、お試しください。',
    ]);
  }
});

test('a passkey is shown before a change', async () => {
  const { uid, page, device } = await enrolled();
  wait(10 * 60);
  await page.renew();
  const remove = () => page.post('/api/auth/passkeys/remove', { id: device.keys[0]?.id, password });
  expect((await remove()).json().template).toBe('show-second-factor');
  const wrong = device.get(await optionsOf(page, 'show'), { isVerified: false });
  expect((await page.post('/api/auth/passkeys/show', { answer: wrong })).statusCode).toBe(400);
  // Another person's passkey is invalid.
  const stranger = await person(`other.${email}`);
  const { device: foreign } = await addPasskey(stranger.page);
  const { challenge } = await optionsOf(page, 'show');
  const answerOfOther = foreign.get({ rpId: 'localhost', challenge });
  const refused = await page.post('/api/auth/passkeys/show', { answer: answerOfOther });
  expect(refused.statusCode).toBe(400);
  const answer = device.get(await optionsOf(page, 'show'));
  expect((await page.post('/api/auth/passkeys/show', { answer })).statusCode).toBe(200);
  expect((await remove()).statusCode).toBe(200);
  expect((await remove()).statusCode).toBe(404);
  expect(await db.$count(recoveryCodes, eq(recoveryCodes.uid, uid))).toBe(0);
  expect((await browser(app).signIn(email)).json().twoFactor).toBe(false);
});

test('nobody removes somebody else’s passkey', async () => {
  const { device } = await enrolled();
  const { page } = await person(`other.${email}`);
  const reply = await page.post('/api/auth/passkeys/remove', { id: device.keys[0]?.id, password });
  expect(reply.statusCode).toBe(404);
  expect((await signInByPasskey(browser(app), device)).statusCode).toBe(200);
});

test('with an app and a passkey either is the second step, and either may go', async () => {
  const { page, device } = await enrolled();
  const { totpURI, recoveryCodes: codes } = await setUpTotp(page);
  expect([typeof totpURI, codes]).toEqual(['string', null]);
  expect((await browser(app).signIn(email)).json().methods).toEqual(['totp', 'passkey']);
  expect((await page.post('/api/auth/totp/disable', { password })).statusCode).toBe(200);
  expect((await browser(app).signIn(email)).json().methods).toEqual(['passkey']);
  expect((await page.get('/api/auth/second-factor')).json().recoveryCodesLeft).toBe(10);
  expect((await signInByPasskey(browser(app), device)).statusCode).toBe(200);
});

test('asking for a challenge stores nothing, and guessing is counted by the address', async () => {
  await enrolled();
  const before = await db.$count(authVerifications);
  const answer = { id: 'x' };
  for (let n = 0; n < 25; n++) {
    const page = browser(app);
    await optionsOf(page, 'sign-in');
    expect((await page.post('/api/auth/passkeys/sign-in', { answer })).statusCode).toBe(400);
  }
  expect(await db.$count(authVerifications)).toBe(before);
  expect((await browser(app).post('/api/auth/passkeys/sign-in', { answer })).statusCode).toBe(429);
});

test('over https the cookies are bound to the host', async () => {
  const secure = await testApp({ publicUrl: 'https://tasuki.example' });
  const page = browser(secure.app, { headers: { origin: 'https://tasuki.example' } });
  const reply = await page.post('/api/auth/passkeys/sign-in-options', {});
  expect(reply.json().options.rpId).toBe('tasuki.example');
  expect(String(reply.headers['set-cookie'])).toMatch(
    /^__Host-tasuki\.passkey=[^;]+; Max-Age=300; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
  );
});

test('a sample person does not enter by a passkey where nobody may sign in as one', async () => {
  const published = await testApp({ allowSampleSignIns: false });
  const { person: made, addPasskey: add } = withSecondFactors(published);
  const { uid, page } = await made(email);
  const { device } = await add(page);
  await published.db.execute(`update users set is_sample = true where uid = '${uid}'`);
  const visitor = browser(published.app);
  const { options } = (await visitor.post('/api/auth/passkeys/sign-in-options', {})).json();
  const answer = device.get(options);
  expect((await visitor.post('/api/auth/passkeys/sign-in', { answer })).statusCode).toBe(400);
});
