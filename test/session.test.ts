import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type Applied, type ApplyBody, visitorUid } from '#giving/applications/application.ts';
import { applications } from '#giving/applications/application-tables.server.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { currentSession, reloadSession } from '#people/session/session.ts';
import { signIn, updateEmail, updatePassword, verifyEmail } from '#people/session/sign-in.ts';
import { authSessions, authUsers } from '#people/sign-in/sign-in-tables.server.ts';
import { applyBody } from './factories/apply-body.ts';
import { insertAssociate } from './factories/donating.ts';
import { mailedToken } from './factories/mailed-token.ts';
import { fakeBrowser } from './page.ts';
import { testApp } from './test-app.ts';

const { app, db, clock, services } = await testApp();
const password = 'a long password';
const names = { firstName: '花子', lastName: '髙橋' };
let email = '';
let count = 0;
let device: ReturnType<typeof fakeBrowser>;
let page: Awaited<ReturnType<typeof device.open>>;

beforeAll(() => insertAssociate(db, 'ao'));
beforeEach(async () => {
  clock.now = new Date(clock.now.getTime() + 60 * 60_000);
  email = `hanako${++count}@example.jp`;
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  device = fakeBrowser(app);
  page = await device.open();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const donor = (of = email) => services.auth.createPerson({ email: of, password, role: 'donor' });
const register = () => page.registerWithNames({ email, password }, names, 'one-try');
const rowOf = async (of = email) => (await db.select().from(users).where(eq(users.email, of)))[0];
const signUpOf = async () =>
  (await db.select().from(authUsers).where(eq(authUsers.email, email)))[0];
const endSessions = async (uid: string) => {
  await db.delete(authSessions).where(eq(authSessions.userId, uid));
  services.auth.forget(uid);
};

test('a visitor is known to be one without a single request', async () => {
  expect(page.currentSession().prepared).toBe(false);
  page.listenToSession();
  await expect.poll(() => page.currentSession().prepared).toBe(true);
  expect(page.currentSession()).toMatchObject({ uid: '0', account: undefined });
  expect(device.requests).toEqual([]);
});

test('signing in loads the person with all that belongs to them', async () => {
  const uid = await donor();
  expect(await page.signIn({ email, password })).toMatchObject({ twoFactor: false });
  expect(page.currentSession()).toMatchObject({
    prepared: true,
    uid,
    role: 'donor',
    account: { email },
    profile: { gender: 'unspecified' },
    donations: [],
    pledges: [],
  });
});

test('a signed-in person is told when their data cannot be read, by its status', async () => {
  await donor();
  page.listenToSession();
  await expect.poll(() => page.currentSession().prepared).toBe(true);
  const shown: object[] = [];
  page.listenToServerErrors((error) => shown.push(error));
  const busy = { type: 'ServiceUnavailable', message: 'Service Unavailable' };
  const faults = [
    Response.json(busy, { status: 503 }),
    Response.json({ type: 'InternalError', message: 'ご不便を' }, { status: 500 }),
    new Response('<html>Bad Gateway</html>', { status: 502 }),
    'unreachable' as const,
  ];
  for (const fault of faults) {
    device.faults.set('/api/users/profile', fault);
    await page.signIn({ email, password });
  }
  expect(shown).toEqual([{ status: 503 }, { status: 500 }, { status: 0 }, { status: 0 }]);
  // Nothing is requested in this tab about another tab's change.
  device.faults.set('/api/users/profile', 'unreachable');
  device.hearStorage('tasuki.signed-in');
  await expect.poll(() => device.faults.size).toBe(0);
  await page.reloadSession();
  expect(shown).toHaveLength(4);
  expect(page.currentSession().account?.email).toBe(email);
});

test('a response from another server than the API counts as none, and 503 is reported in Japanese', async () => {
  const ask = () => page.api('/api/associates');
  device.faults.set('/api/associates', new Response('<!doctype html>…', { status: 502 }));
  await expect(ask()).rejects.toThrow(TypeError);
  const busy = { type: 'ServiceUnavailable', message: 'Service Unavailable' };
  device.faults.set('/api/associates', Response.json(busy, { status: 503 }));
  await expect(ask()).rejects.toMatchObject({
    refusal: { type: 'ServiceUnavailable', message: expect.stringContaining('少し時間をおいて') },
  });
  // Some gateways respond with only a status.
  device.faults.set('/api/associates', new Response('upstream', { status: 503 }));
  await expect(ask()).rejects.toMatchObject({ refusal: { type: 'ServiceUnavailable' } });
});

test('the token is neither in the storage of the browser nor sent where it does not belong', async () => {
  await donor();
  await page.signIn({ email, password });
  const token = device.requests.at(-1)?.authorization?.replace('Bearer ', '') ?? '';
  expect(token).not.toBe('');
  const stored = [device.localStorage, device.sessionStorage].map((storage) =>
    Array.from({ length: storage.length }, (_, n) => storage.getItem(storage.key(n) ?? '')).join(),
  );
  expect(stored.join()).not.toContain(token.split('.')[2]);
});

test('a page that is opened again finds its person by the cookie', async () => {
  await donor();
  await page.signIn({ email, password });
  page = await device.open();
  page.listenToSession();
  await expect.poll(() => page.currentSession().account?.email).toBe(email);
});

test('requests at once share one renewal', async () => {
  await donor();
  await page.signIn({ email, password });
  page = await device.open();
  device.requests.length = 0;
  await Promise.all(Array.from({ length: 5 }, () => page.api('/api/users/account')));
  const renewals = device.requests.filter(({ path }) => path === '/api/auth/token');
  expect(renewals).toHaveLength(1);
});

test('a token that ended is renewed and the request sent again', async () => {
  await donor();
  await page.signIn({ email, password });
  clock.now = new Date(clock.now.getTime() + 10 * 60_000);
  expect(await page.api('/api/users/account')).toMatchObject({ email });
});

test('after a session ended elsewhere the person is a visitor, and what they typed stays', async () => {
  const uid = await donor();
  await page.signIn({ email, password });
  page.listenToSession();
  device.localStorage.setItem('tasuki.draft.apply.v1', 'typed');
  await endSessions(uid);
  await expect(page.api('/api/users/account')).rejects.toMatchObject({
    refusal: { type: 'Unauthorized', message: expect.stringMatching(/[ぁ-ん]/) },
  });
  expect(page.currentSession()).toMatchObject({ prepared: true, uid: '0', account: undefined });
  expect(device.localStorage.getItem('tasuki.draft.apply.v1')).toBe('typed');
});

test('a route that the role denies signs out', async () => {
  await donor();
  await page.signIn({ email, password });
  page.listenToSession();
  await expect(page.api('/api/office/mails')).rejects.toMatchObject({
    refusal: { type: 'Forbidden' },
  });
  await expect.poll(() => device.jar.has('tasuki.session')).toBe(false);
  expect(page.currentSession().account).toBeUndefined();
});

test('signing out empties drafts and the current appraisal', async () => {
  await donor();
  await page.signIn({ email, password });
  device.localStorage.setItem('tasuki.draft.apply.v1', 'typed');
  page.keepCurrentAppraisal({ appraisalId: 'TS-0000-0000', claimToken: 'x' });
  await page.signOut();
  expect(device.jar.has('tasuki.session')).toBe(false);
  expect(device.localStorage.getItem('tasuki.draft.apply.v1')).toBeNull();
  expect(page.readCurrentAppraisal()).toBeUndefined();
  expect(page.currentSession()).toMatchObject({ prepared: true, uid: '0' });
});

test('an application that a donor sends is kept for its last step as a visitor’s is, until they sign out', async () => {
  const uid = await donor();
  const sent = async (sender: string) => {
    const body = applyBody({ uid: sender, applicant: { email } });
    const applied = await page.api<Applied>('/api/appraisal/apply', { body });
    page.keepApplied(applied, body as unknown as ApplyBody);
    const { products, frequency, deliveryDate } = body.application;
    const { appraisalId, createdAt } = applied;
    return { appraisalId, email, facts: { createdAt, products, frequency, deliveryDate } };
  };
  expect(page.readCurrentAppraisal()).toBeUndefined();
  const visitors = await sent(visitorUid);
  expect(page.readCurrentAppraisal()).toEqual({ ...visitors, claimToken: expect.any(String) });

  await page.signIn({ email, password });
  const own = await sent(uid);
  expect(own.appraisalId).not.toBe(visitors.appraisalId);
  // An application that is already theirs cannot be claimed, and survives a reload.
  expect(page.readCurrentAppraisal()).toEqual({ ...own, claimToken: undefined });
  expect(page.readClaim()).toBeUndefined();
  page = await device.open();
  await page.reloadSession();
  expect(page.readCurrentAppraisal()).toMatchObject(own);

  await page.signOut();
  expect(page.readCurrentAppraisal()).toBeUndefined();
});

test('a sign-out without a response is repeated by the next page', async () => {
  await donor();
  await page.signIn({ email, password });
  device.faults.set('/api/auth/sign-out', 'unreachable');
  await page.signOut();
  expect(device.jar.has('tasuki.session')).toBe(true);
  page = await device.open();
  page.listenToSession();
  await expect.poll(() => device.jar.has('tasuki.session')).toBe(false);
});

test('a form that is open while another tab signs out stays, is sent for nobody, and goes with its page', async () => {
  const uid = await donor();
  await page.signIn({ email, password });
  const other = await device.open();
  other.listenToSession();
  await expect.poll(() => other.currentSession().uid).toBe(uid);
  other.keepCurrentAppraisal({ appraisalId: 'TS-0000-0000', claimToken: 'x' });
  const leave = other.countForm();
  await page.signOut();
  device.hearStorage('tasuki.signed-in');
  // The header shows a visitor; only the page still knows its form's owner.
  expect(other.currentSession()).toMatchObject({
    account: undefined,
    ended: { path: '/mypage/account/tel', session: { uid } },
  });
  expect(other.readCurrentAppraisal()).toBeUndefined();
  await expect(other.api('/api/users/account')).rejects.toMatchObject({
    refusal: { type: 'Unauthorized', message: expect.stringContaining('別の画面でログアウト') },
  });
  leave();
  other.hold('tel', { tel: '090' });
  other.leaveEndedPage();
  expect(other.currentSession().ended).toBeUndefined();
  expect(other.takeHeldValues('tel')).toBeUndefined();

  // The owner gets back what they typed, once.
  const { era } = other.currentSession();
  await other.signIn({ email, password });
  expect(other.takeHeldValues('tel')).toEqual({ tel: '090' });
  expect(other.takeHeldValues('tel')).toBeUndefined();
  expect(other.currentSession().era).toBe(era);
});

test('nothing of a form that was open is there for somebody else who signs in', async () => {
  const uid = await donor();
  const otherUid = await donor(`x${email}`);
  await page.signIn({ email, password });
  const other = await device.open();
  other.listenToSession();
  await expect.poll(() => other.currentSession().uid).toBe(uid);
  other.countForm();
  const { era } = other.currentSession();
  await page.signOut();
  device.hearStorage('tasuki.signed-in');
  other.hold('tel', { tel: '090' });
  await page.signIn({ email: `x${email}`, password });
  device.hearStorage('tasuki.signed-in');
  await expect.poll(() => other.currentSession().uid).toBe(otherUid);
  expect(other.currentSession().ended).toBeUndefined();
  expect(other.currentSession().era).toBe(era + 1);
  expect(other.takeHeldValues('tel')).toBeUndefined();
});

test('what one tab does, the others follow: signing out, and signing in as somebody else', async () => {
  const uid = await donor();
  await page.signIn({ email, password });
  page.listenToSession();
  const other = await device.open();
  other.listenToSession();
  await expect.poll(() => other.currentSession().uid).toBe(uid);
  await page.signOut();
  device.hearStorage('tasuki.signed-in');
  expect(other.currentSession()).toMatchObject({ uid: '0', account: undefined });
  const otherUid = await donor(`x${email}`);
  await page.signIn({ email: `x${email}`, password });
  device.hearStorage('tasuki.signed-in');
  await expect.poll(() => other.currentSession().uid).toBe(otherUid);
});

test('a person does not become a visitor because the first request failed', async () => {
  await donor();
  await page.signIn({ email, password });
  page = await device.open();
  device.faults.set('/api/auth/token', 'unreachable');
  await page.reloadSession();
  expect(page.currentSession()).toMatchObject({ prepared: false, problem: 0 });
});

test('a change of e-mail counts once its link is opened, and goes on with a new token', async () => {
  await donor();
  await signIn({ email, password });
  const newEmail = `new.${email}`;
  await updateEmail({ email, password, newEmail });
  await reloadSession();
  expect(currentSession().account?.email).toBe(email);
  await verifyEmail(await mailedToken(db, 'confirm-email-change', newEmail));
  expect(currentSession().account?.email).toBe(newEmail);
});

test('a change of password goes on with a new token', async () => {
  await donor();
  await signIn({ email, password });
  await updatePassword({ currentPassword: password, newPassword: 'another password' });
  await reloadSession();
  expect(currentSession().account?.email).toBe(email);
});

test('a registration ends signed in, with the person loaded', async () => {
  await register();
  expect(page.currentSession()).toMatchObject({ role: 'donor', account: { email, names } });
});

test('a registration that the server refuses is taken back and can be tried again', async () => {
  await db.execute(sql`create function fail() returns trigger language plpgsql as
    $$ begin raise exception 'provoked'; end $$`);
  await db.execute(sql`create trigger provoked before insert on users execute function fail()`);
  try {
    await expect(register()).rejects.toMatchObject({ refusal: { type: 'InternalError' } });
  } finally {
    await db.execute(sql`drop trigger provoked on users; drop function fail()`);
  }
  expect(await signUpOf()).toBeUndefined();
  expect(device.jar.has('tasuki.session')).toBe(false);
  await register();
  expect(page.currentSession().account?.email).toBe(email);
});

test('a registration that never reached the server is taken back', async () => {
  device.faults.set('/api/users', 'unreachable');
  await expect(register()).rejects.toThrow('Failed to fetch');
  expect(await signUpOf()).toBeUndefined();
});

test('a registration whose token could not be fetched is taken back', async () => {
  device.faults.set('/api/auth/token', 'unreachable');
  await expect(register()).rejects.toThrow('Failed to fetch');
  expect(await signUpOf()).toBeUndefined();
});

test('a registration whose response was lost counts as done', async () => {
  device.faults.set('/api/users', 'lost');
  await register();
  expect(page.currentSession().account?.email).toBe(email);
  expect(await rowOf()).toMatchObject(names);
});

test('a registration that broke off altogether is finished by signing in', async () => {
  device.faults.set('/api/users', 'unreachable');
  device.faults.set('/api/auth/delete-user', 'unreachable');
  await expect(register()).rejects.toThrow('Failed to fetch');
  expect(await signUpOf()).toBeDefined();
  await page.signIn({ email, password });
  expect(page.currentSession().account?.email).toBe(email);
});

test('an e-mail that is taken changes nothing for whoever has it', async () => {
  const uid = await donor();
  await expect(register()).rejects.toMatchObject({
    refusal: { message: 'ご入力いただいたメールアドレスはすでに登録されています。' },
  });
  expect((await signUpOf())?.id).toBe(uid);
});

test('a visitor registers from the application just made', async () => {
  const payload = applyBody({ applicant: { email } });
  const applied = await app.inject({ method: 'POST', url: '/api/appraisal/apply', payload });
  page.keepCurrentAppraisal(applied.json());
  const current = page.readClaim();
  if (!current) throw new Error('nothing was stored');
  await page.registerFromApplication({ email, password }, current, 'one-try');
  expect(page.currentSession().account).toMatchObject({ email, names: { lastName: '髙橋' } });
  expect(page.readCurrentAppraisal()).toBeUndefined();
  const [row] = await db
    .select()
    .from(applications)
    .where(eq(applications.appraisalId, current.appraisalId));
  expect(row?.uid).toBe(page.currentSession().uid);
});

test('a registration from an application that is refused is taken back', async () => {
  const wrong = { appraisalId: 'TS-0000-0000', claimToken: 'guessed' };
  await expect(
    page.registerFromApplication({ email, password }, wrong, 'one-try'),
  ).rejects.toMatchObject({ refusal: { type: 'NotFound' } });
  expect(await signUpOf()).toBeUndefined();
});
