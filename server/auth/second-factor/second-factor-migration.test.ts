import { randomUUID } from 'node:crypto';
import { generateRandomString, symmetricEncrypt } from 'better-auth/crypto';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { hashPassword } from '#server/auth/passwords.ts';
import { connect, migrate } from '#server/db/database.ts';
import { browser } from '#test/browser.ts';
import { databaseBefore } from '#test/database-before.ts';
import { codeOf } from '#test/factories/totp.ts';
import { testApp, testSecret } from '#test/test-app.ts';
import { totpUri } from './totp.ts';

const password = 'a long password';

/** A database of the version before, with what better-auth's plugin had written of two operators. */
async function before() {
  const url = await databaseBefore('second_factor');
  const { db, pool } = connect(url, { maxConnections: 2 });
  onTestFinished(() => pool.end());
  const secret = generateRandomString(32);
  const codes = Array.from({ length: 10 }, () => generateRandomString(10, 'a-z', '0-9', 'A-Z')).map(
    (code) => `${code.slice(0, 5)}-${code.slice(5)}`,
  );
  const seal = (data: string) => symmetricEncrypt({ key: testSecret, data });
  const hash = await hashPassword(password);
  for (const [uid, role, isOn] of [
    ['op', 'operator', true],
    ['late', 'operator', false],
    ['donor', 'donor', false],
  ] as const) {
    const email = `${uid}@tasuki.example`;
    await db.execute(sql`insert into auth_users (id, name, email, email_verified, two_factor_enabled)
      values (${uid}, '', ${email}, true, ${isOn})`);
    await db.execute(sql`insert into users (uid, email, role) values (${uid}, ${email}, ${role})`);
    await db.execute(sql`insert into auth_accounts (id, account_id, provider_id, user_id, password)
      values (${randomUUID()}, ${uid}, 'credential', ${uid}, ${hash})`);
  }
  const sealed = { secret: await seal(secret), codes: await seal(JSON.stringify(codes)) };
  // Two who pressed the button at once began twice.
  for (const [id, uid, isVerified] of [
    ['confirmed', 'op', true],
    ['begun', 'late', false],
    ['begun-again', 'late', false],
  ] as const) {
    await db.execute(sql`insert into auth_two_factors (id, secret, backup_codes, user_id, verified,
      failed_verification_count) values (${id}, ${sealed.secret}, ${sealed.codes}, ${uid}, ${isVerified}, 3)`);
  }
  for (const [id, uid, madeDaysAgo, endsInDays] of [
    ['donor remembered', 'donor', 2, 28],
    ['donor not remembered', 'donor', 0.5, 0.5],
    ['donor of long ago', 'donor', 100, 20],
    ['donor for eighty days', 'donor', 80, 25],
    ['operator remembered', 'op', 2, 28],
  ] as const) {
    await db.execute(sql`insert into auth_sessions (id, token, user_id, created_at, expires_at) values
      (${id}, ${id}, ${uid}, now() - make_interval(secs => ${madeDaysAgo * 86_400}),
        now() + make_interval(secs => ${endsInDays * 86_400}))`);
  }
  return { url, db, secret, codes };
}

test('second factors and sessions of the version before go on', async () => {
  const { url, db, secret, codes } = await before();
  await migrate(url);

  const sessions = await db.execute(sql`select id, is_remembered as "isRemembered",
    round(extract(epoch from expires_at - now()) / 3600)::int as "expiresIn",
    round(extract(epoch from ends_at - now()) / 3600)::int as "endsIn" from auth_sessions order by id`);
  expect(sessions.rows).toEqual([
    { id: 'donor for eighty days', isRemembered: true, expiresIn: 240, endsIn: 240 },
    { id: 'donor not remembered', isRemembered: false, expiresIn: 12, endsIn: 89.5 * 24 },
    { id: 'donor of long ago', isRemembered: true, expiresIn: -240, endsIn: -240 },
    { id: 'donor remembered', isRemembered: true, expiresIn: 28 * 24, endsIn: 88 * 24 },
    { id: 'operator remembered', isRemembered: true, expiresIn: 12, endsIn: 12 },
  ]);

  const { app, clock } = await testApp({ database: { url, drop: async () => undefined } });
  const enter = async (kind: string, code: string) => {
    const page = browser(app);
    const first = await page.signIn('op@tasuki.example', password);
    expect(first.json()).toMatchObject({ twoFactor: true, methods: ['totp'] });
    const reply = await page.post(`/api/auth/second-factor/verify-${kind}`, { code });
    if (reply.statusCode === 200) await page.renew();
    return { page, status: reply.statusCode };
  };
  const code = codeOf(totpUri(secret, 'op'), 0, clock.now);
  const { page, status } = await enter('totp', code);
  expect(status).toBe(200);
  expect((await enter('totp', code)).status).toBe(400);
  const left = async () => (await page.get('/api/auth/second-factor')).json().recoveryCodesLeft;
  expect(await left()).toBe(10);
  // Of an old code letters of both cases were shown.
  expect((await enter('recovery-code', codes[0] ?? '')).status).toBe(200);
  expect((await enter('recovery-code', codes[0] ?? '')).status).toBe(400);
  expect(await left()).toBe(9);
  expect((await enter('recovery-code', codes[9] ?? '')).status).toBe(200);
  const kept = await db.execute(sql`select backup_codes, (select count(*)::int from recovery_codes)
    as hashed from auth_two_factors where user_id = 'op'`);
  expect(kept.rows).toEqual([{ backup_codes: null, hashed: 8 }]);

  // What was never confirmed is asked of nobody.
  const late = browser(app);
  const reply = await late.signIn('late@tasuki.example', password);
  expect(reply.json()).toMatchObject({ twoFactor: false, methods: [] });
  expect(await db.$count(sql`auth_two_factors where user_id = 'late'`)).toBe(1);
});
