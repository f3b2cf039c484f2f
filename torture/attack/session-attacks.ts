import { setTimeout as wait } from 'node:timers/promises';
import { codeOf } from '#test/factories/totp.ts';
import { rowsOf } from '#torture/site.ts';
import { prove } from './account-attacks.ts';
import type { Attack } from './attack.ts';
import { type AttackedSite, operator } from './attacked-site.ts';
import { attacker, goodPassword, newEmail } from './attacker.ts';

const reSignIn = 'src/people/sign-in/re-sign-in.server.ts';
const takeCode = 'src/people/sign-in/second-factor/take-code.server.ts';

/** A signed-in person with an authenticator app, whose current code is unused. */
async function withTotp(site: AttackedSite) {
  const email = newEmail('owner');
  const page = attacker(site);
  await page.register(email);
  await prove(site.databaseUrl, email);
  const enabled = await page.post('/api/auth/totp/enable', { password: goodPassword });
  const uri = String(enabled.json.totpURI);
  await page.post('/api/auth/totp/confirm', { code: codeOf(uri) });
  // Pretends that it was minutes ago: the current code has not been used.
  await rowsOf(site.databaseUrl, 'update auth_two_factors set last_step = last_step - 10');
  return { email, page, uri };
}

/** Attacks on the second factor and on session lifetimes. */
export const sessionAttacks: readonly Attack[] = [
  {
    name: 'the password is guessed without end inside a session',
    holes: [
      {
        file: reSignIn,
        was: "const counted = await countTry(attempts, [['showing oneself again', `${uid} ${sessionId}`]]);",
        becomes: 'const counted = { succeeded: async () => undefined };',
      },
    ],
    async succeeds(site) {
      const page = attacker(site);
      const email = newEmail('owner');
      await page.register(email);
      await prove(site.databaseUrl, email);
      const statuses: number[] = [];
      for (let n = 0; n < 30; n++) {
        const guess = { password: `a wrong guess ${n}` };
        statuses.push((await page.post('/api/auth/totp/enable', guess)).status);
      }
      return !statuses.includes(429);
    },
  },
  {
    name: 'a code of an authenticator app works twice',
    holes: [
      {
        file: takeCode,
        was: 'const isUnused = or(isNull(authTwoFactors.lastStep), lt(authTwoFactors.lastStep, step));',
        becomes: 'const isUnused = undefined;',
      },
      { file: takeCode, was: 'lastStep: row.lastStep', becomes: 'lastStep: null' },
    ],
    async succeeds(site) {
      const { email, uri } = await withTotp(site);
      const code = codeOf(uri);
      const outcomes: number[] = [];
      for (let n = 0; n < 2; n++) {
        const page = attacker(site);
        await page.signIn(email);
        outcomes.push((await page.post('/api/auth/second-factor/verify-totp', { code })).status);
      }
      return outcomes.every((status) => status === 200);
    },
  },
  {
    name: 'a code is taken before its time',
    holes: [
      {
        file: 'src/people/sign-in/second-factor/totp.server.ts',
        was: '[present, present - 1]',
        becomes: '[present + 1, present, present - 1]',
      },
    ],
    async succeeds(site) {
      const { email, uri } = await withTotp(site);
      const page = attacker(site);
      await page.signIn(email);
      const body = { code: codeOf(uri, 1) };
      return (await page.post('/api/auth/second-factor/verify-totp', body)).status === 200;
    },
  },
  {
    name: 'a second factor falls, and others are signed out, by the password alone',
    holes: [
      { file: reSignIn, was: 'await requireShown(db, { uid, sessionId }, clock());', becomes: '' },
    ],
    async succeeds(site) {
      const { page } = await withTotp(site);
      await rowsOf(
        site.databaseUrl,
        "delete from auth_verifications where identifier like 'second-factor:%'",
      );
      const password = { password: goodPassword };
      const others = await page.post('/api/users/sessions/end-others', password);
      const disabled = await page.post('/api/auth/totp/disable', password);
      return others.status === 200 || disabled.status === 200;
    },
  },
  {
    name: 'other sessions are ended without a word',
    holes: [
      {
        file: 'src/people/sign-in/tokens/own-sessions.server.ts',
        was: "    async endOtherSessions(person: Person, caller: Caller, password: string | undefined) {\n      await signInAgain(dependencies, person, caller, { password, path: 'password' });",
        becomes:
          '    async endOtherSessions(person: Person, _caller: Caller, _password: string | undefined) {',
      },
    ],
    async succeeds(site) {
      const page = attacker(site);
      await page.register(newEmail('owner'));
      return (await page.post('/api/users/sessions/end-others', {})).status === 200;
    },
  },
  {
    name: 'a session that was not to be remembered goes on for a month',
    holes: [
      {
        file: 'src/people/sign-in/tokens/sessions.server.ts',
        was: 'eq(authSessions.isRemembered, true),',
        becomes: '',
      },
    ],
    async succeeds(site) {
      const email = newEmail('owner');
      await attacker(site).register(email);
      const page = attacker(site);
      const body = { email, password: goodPassword, rememberMe: false };
      await page.post('/api/auth/sign-in/email', body);
      // Its marker cookie, if any, is deleted.
      for (const name of page.jar.keys()) if (!name.endsWith('.session')) page.jar.delete(name);
      await page.renew();
      const longLived = await rowsOf(
        site.databaseUrl,
        `select from auth_sessions join auth_users on auth_users.id = user_id
         where email = $1 and not is_remembered and expires_at > now() + interval '2 days'`,
        [email],
      );
      return longLived.length > 0;
    },
  },
  {
    name: 'a session slides on without an end',
    holes: [
      {
        file: 'src/people/sign-in/tokens/sessions.server.ts',
        was: 'sql`least(now() + make_interval(days => ${days}), ${authSessions.endsAt})`;',
        becomes: 'sql`now() + make_interval(days => ${days})`;',
      },
      {
        // The database refuses it, too.
        file: 'src/kit/db/migrations/baseline/tables.sql',
        was: 'CHECK ("auth_sessions"."expires_at" <= "auth_sessions"."ends_at")',
        becomes: 'CHECK (true)',
      },
    ],
    async succeeds(site) {
      const email = newEmail('owner');
      const page = attacker(site);
      await page.register(email);
      // Pretends three months of use, less an hour.
      await rowsOf(
        site.databaseUrl,
        `update auth_sessions set expires_at = now() + interval '1 hour', ends_at = now() + interval '1 hour'
         from auth_users where auth_users.id = user_id and email = $1`,
        [email],
      );
      await page.renew();
      const [row] = await rowsOf<{ goes_on: boolean }>(
        site.databaseUrl,
        `select bool_or(expires_at > now() + interval '2 hours') as goes_on
         from auth_sessions join auth_users on auth_users.id = user_id where email = $1`,
        [email],
      );
      return row?.goes_on ?? false;
    },
  },
  {
    name: 'an operator works without a second factor',
    holes: [
      {
        file: 'src/kit/actor.server.ts',
        was: "if (actor.lacksSecondFactor) return 'second-factor';",
        becomes: '',
      },
    ],
    async succeeds(site) {
      const page = attacker(site);
      await page.signIn(operator.email, operator.password);
      return (await page.get('/api/office/audit-log')).status === 200;
    },
  },
  {
    name: 'guesses leave no trace',
    holes: [
      {
        file: 'src/people/security/record-event.server.ts',
        was: "  const who = uid === undefined ? (typed ?? 'unknown') : hashOf(secret, uid);\n",
        becomes:
          "  if (outcome !== 'done') return;\n  const who = uid === undefined ? (typed ?? 'unknown') : hashOf(secret, uid);\n",
      },
    ],
    async succeeds(site) {
      const email = newEmail('owner');
      await attacker(site).register(email);
      for (let n = 0; n < 3; n++) await attacker(site).signIn(email, `a wrong guess ${n}`);
      // No response waits for the row.
      const deadline = Date.now() + 3_000;
      let isKept = false;
      while (!isKept && Date.now() < deadline) {
        const rows = await rowsOf(
          site.databaseUrl,
          "select from audit_log where action = 'security.sign-in' and details->>'outcome' = 'failed'",
        );
        isKept = rows.length > 0;
        await wait(50);
      }
      // Sign-ins that succeeded are logged, too.
      const isLogged = site
        .output()
        .split('\n')
        .some((line) => line.includes('"security":"sign-in"') && line.includes('"failed"'));
      return !isKept || !isLogged;
    },
  },
];
