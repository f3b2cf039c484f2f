import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Permission } from '#kit/permissions/permissions.ts';
import type { Fund } from '#money/funds/fund.ts';
import type { NextRun, RunDetail } from '#money/remittances/run.ts';
import { insertChallenges } from '#test/factories/associates.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  resultFile,
  resultLine,
} from '#test/factories/donating.ts';
import { bookGift } from '#test/factories/money/books.ts';
import { giveAccounts } from '#test/factories/remit.ts';
import { uploadResults } from '#test/factories/upload-results.ts';
import { sampled } from '#test/form.ts';
import { headersOfSession, signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { dayMs, onePerson } from './helper-accounts.ts';

// One person with all accounts that they can create tries every route that ends in money, accounts
// or roles. A request by one account can be decided by none of the others.

const house = await testApp();
const { app, db, clock } = house;
const walker = onePerson(house);
const { call } = walker;
let helpers: Record<string, string> = {};
const of = (name: string) => helpers[name] ?? '';
const boss = 'boss';

const account = {
  ...{ bankCode: '0001', branchCode: '001', kind: 'ordinary', number: '7654321' },
  holder: 'ﾐﾎﾝ',
};
const ok = <Body>(reply: { statusCode: number; body: string; json(): unknown }): Body => {
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json() as Body;
};
const changeAccount = async (by: string, route: string, path: string) => {
  const now = ok<{ account: { id: string } }>(await call(by, `GET ${path}`));
  return call(by, route, { account, replaces: now.account.id, reason: '' });
};

/** How each route is called, by a uid; the request is withdrawn after each round. */
const asks: Record<string, (by: string, route: string) => ReturnType<typeof call>> = {
  'POST /api/office/associates/:associateId/bank-account': (by) =>
    changeAccount(
      by,
      'POST /api/office/associates/ao/bank-account',
      '/api/office/associates/ao/bank-account',
    ),
  'POST /api/office/bank-account': (by, route) =>
    changeAccount(by, route, '/api/office/bank-account'),
  'POST /api/office/associates/:key/merge': (by) =>
    call(by, 'POST /api/office/associates/ao/merge', { into: 'haru', confirmation: '見本の会' }),
  'POST /api/office/people/:uid/role': (by) =>
    call(by, 'POST /api/office/people/worker/role', {
      ...{ from: 'warehouse', to: 'owner', reason: '' },
    }),
  'POST /api/office/people/:uid/remove': (by) =>
    call(by, 'POST /api/office/people/worker/remove', { from: 'warehouse', reason: '' }),
  'POST /api/office/invitations': (by, route) =>
    call(by, route, { email: 'one-more@mihon.example', role: 'owner', reason: '' }),
  async 'POST /api/office/remittance-runs/:runId/ask'(by) {
    const path = `/api/office/remittance-runs/${await preparedRun()}`;
    const { run } = ok<RunDetail>(await call(boss, `GET ${path}`));
    return call(by, `POST ${path}/ask`, { version: run.version, reason: '' });
  },
  async 'POST /api/office/funds/:socialChallengeId/payouts'(by) {
    const { balanceYen } = ok<Fund>(await call(boss, 'GET /api/office/funds/animal'));
    return call(by, 'POST /api/office/funds/animal/payouts', {
      ...{ associateId: 'ao', amountYen: 1, balanceSeenYen: balanceYen },
      reason: '保護している動物の医療費のため',
    });
  },
  async 'POST /api/office/month-close/:month/ask'(by) {
    const path = '/api/office/month-close/2026-10';
    const { digest } = ok<{ digest: string }>(await call(by, `GET ${path}/checks`));
    return call(by, `POST ${path}/ask`, { digest, explanations: [] });
  },
};

/** Changes of a donor's account, which are refused for people who run the service. */
const donorOnlyRoutes: Record<string, object> = {
  'POST /api/office/donors/:donorId/correct': { tel: '0312345678', reason: 'お電話で' },
  'POST /api/office/donors/:donorId/erase': { typed: '消去する', reason: 'お電話で' },
  'POST /api/office/donors/:donorId/export': { reason: 'お電話で' },
  'POST /api/office/donors/:donorId/lock': { isLocked: true, reason: 'お電話で' },
  'POST /api/office/donors/:donorId/merge': {
    ...{ fromId: 'worker', reason: 'お電話で' },
    seen: { applications: 0, donations: 0, receipts: 0, pledges: 0, preferences: 0 },
  },
};

/** Routes of the same permissions that one person may call, with the reason why they end in nothing. */
const harmlessRoutes: Record<string, readonly string[]> = {
  'decides; walked with every request above': [
    'POST /api/office/approvals/:id/decide',
    'POST /api/office/second-factor-resets/approve',
  ],
  'asks, and is walked below': ['POST /api/office/second-factor-resets'],
  'ends what somebody asked for, or takes it back': [
    'POST /api/office/approvals/:id/withdraw',
    'POST /api/office/second-factor-resets/decline',
    'POST /api/office/invitations/:id/withdraw',
    'POST /api/office/people/:uid/end-sessions',
    'POST /api/office/fund-payouts/:id/withdraw',
    'POST /api/office/donor-merges/:mergeId/undo',
  ],
  'ends a paper of two over one gift: no money moves': ['POST /api/office/receipts/:number/void'],
  'mails the link of an invitation that a second person has approved': [
    'POST /api/office/invitations/:id/resend',
  ],
  'money that a fund owes: it leaves with a run': ['POST /api/office/fund-terms'],
  'says that an account is right to which money was sent before; its organisation is told': [
    'POST /api/office/associates/:associateId/bank-account/confirm',
  ],
  'a run that is not approved yet, or given up': [
    'POST /api/office/remittance-runs',
    'POST /api/office/remittance-runs/:runId/take-out',
    'POST /api/office/remittance-runs/:runId/transfer-day',
    'POST /api/office/remittance-runs/:runId/drop',
  ],
  'of a run that is approved: refused before': [
    'POST /api/office/remittance-runs/:runId/files',
    'POST /api/office/remittance-runs/:runId/sent',
  ],
  'notes what the bank did, with a run that was approved or by itself': [
    'POST /api/office/bank-answers',
    'POST /api/office/bank-lines/:answerId/:row/explain',
    'POST /api/office/month-close/:month/bank-balance',
    'POST /api/office/remittance-runs/:runId/confirm',
    'POST /api/office/remittance-runs/:runId/unsend',
    'POST /api/office/remittances/:id/return',
    'POST /api/office/remittances/:id/unconfirm',
  ],
  'notes that runs were held against the bank after a restore; each still needs a second person': [
    'POST /api/office/restores/:generation/bank-checked',
  ],
  'the code and name that the bank knows the service by: no account': [
    'PUT /api/office/money-settings',
  ],
  'names of accounts in another program': ['POST /api/office/journals/codes/:software'],
  'facts of a donor’s own application, or a note': [
    'POST /api/office/applications/:appraisalId/correct',
    'POST /api/office/donors/:donorId/notes',
    'POST /api/office/donors/:donorId/notes/:noteId/withdraw',
  ],
  'gives what a second person has approved, and is done to make the accounts': [
    'POST /api/invitations/read',
    'POST /api/invitations/register',
    'POST /api/invitations/accept',
  ],
  'dead as soon as somebody runs the service': ['POST /api/setup/link', 'POST /api/setup/owner'],
  'one’s own sign-in and facts: no role, and no other account': [
    'POST /api/auth/passkeys/sign-in',
    'POST /api/auth/passkeys/sign-in-options',
    'POST /api/auth/request-password-reset',
    'POST /api/auth/reset-password',
    'POST /api/auth/second-factor/verify-recovery-code',
    'POST /api/auth/second-factor/verify-totp',
    'POST /api/auth/service/leave',
    'POST /api/auth/sign-in/email',
    'POST /api/auth/sign-out',
    'POST /api/auth/sign-up/email',
    'POST /api/auth/sign-up/service',
    'POST /api/auth/undo-email-change',
    'POST /api/auth/delete-user',
    'POST /api/users',
    'POST /api/users/createByAppraisalId',
    'POST /api/auth/passkeys/register',
    'POST /api/auth/passkeys/registration-options',
    'POST /api/auth/passkeys/remove',
    'POST /api/auth/passkeys/show',
    'POST /api/auth/passkeys/show-options',
    'POST /api/auth/recovery-codes',
    'POST /api/auth/second-factor/show',
    'POST /api/auth/send-verification-email',
    'POST /api/auth/service/leave-again',
    'POST /api/auth/totp/confirm',
    'POST /api/auth/totp/disable',
    'POST /api/auth/totp/enable',
    'POST /api/auth/verify-email',
    'POST /api/auth/cancel-email-change',
    'POST /api/auth/change-email',
    'POST /api/auth/change-password',
    'POST /api/auth/service/tie',
    'POST /api/auth/service/untie',
    'POST /api/users/account/address/update',
    'POST /api/users/account/email/update',
    'POST /api/users/account/names/update',
    'POST /api/users/account/tel/update',
    'POST /api/users/applications/:appraisalId/trace-links',
    'POST /api/users/trace-links/:linkId/end',
    'POST /api/users/check-role',
    'POST /api/users/erase',
    'POST /api/users/export',
    'PUT /api/users/giver-consents',
    'POST /api/users/legal-notice/seen',
    'POST /api/users/mail-preferences',
    'POST /api/users/profile',
    'POST /api/users/receipts',
    'POST /api/users/receipts/:number/reissue',
    'POST /api/users/sessions/end',
    'POST /api/users/sessions/end-others',
  ],
};

/** Permissions whose changes end in money, accounts or roles; false for boxes, texts or settings. */
const endsInMoneyAccountsOrRoles: Record<Permission, boolean> = {
  'admin.enter': false,
  'audit.question': false,
  'applications.read': false,
  'applications.export': false,
  'applications.move': false,
  'applications.edit': false,
  'kits.send': false,
  'boxes.receive': false,
  'appraisals.write': false,
  'applications.enter': false,
  'money.read': false,
  'remittances.manage': true,
  'funds.pay': true,
  'books.close': true,
  'sales.import': false,
  // Papers certify existing sums; they move none.
  'receipts.issue': false,
  'results.read': false,
  'results.import': false,
  'results.release': false,
  'results.correct': false,
  'results.reverse': false,
  'identity.check': false,
  'dealer-ledger.read': false,
  'dealer-ledger.correct': false,
  'associates.read': false,
  'associates.edit': false,
  'bank-accounts.change': true,
  'approvals.decide': true,
  'content.edit': false,
  'donors.read': false,
  'donors.change': true,
  'messages.answer': false,
  'mails.manage': false,
  'pledges.moderate': false,
  'people.read': false,
  'people.change': true,
  'second-factors.reset': true,
  'settings.read': false,
  'settings.change': false,
  'service.open': false,
  'audit.read': false,
  'security.read': false,
  'associate-room.enter': false,
};
/** Public calls about accounts and roles. */
const publicRoutes = / \/api\/(?:auth|invitations|setup|users)(?:\/|$)/;
/** Single routes that move money or grant a role, of permissions for much else. */
const further = ['POST /api/office/associates/:key/merge'];

/** Creates one pending request of each kind; earlier ones are withdrawn. */
let runId = '';
async function preparedRun(): Promise<string> {
  if (runId !== '') return runId;
  const next = ok<NextRun>(await call(boss, 'GET /api/office/remittance-runs/next'));
  const wish = { periodTo: '2026-12-01', transferOn: next.transferOn, after: next.latestRunId };
  const key = { 'idempotency-key': 'a-run-of-the-walk-0001' };
  const made = ok<RunDetail>(await call(boss, 'POST /api/office/remittance-runs', wish, key));
  runId = made.run.id;
  return runId;
}

beforeAll(async () => {
  await insertAssociate(db, 'ao', '見本の会');
  await insertAssociate(db, 'haru', 'はるの会');
  await insertChallenges(db);
  await db.execute(sql`
    insert into associate_challenges (associate_id, social_challenge_id, position) values ('ao', 'animal', 0)`);
  await db.execute(sql`
    insert into ledger_lines (posting_id, line, account, amount_yen, at) values
      ('donation:fund', 1, 'proceeds', 1000, '2026-10-20'), ('donation:fund', 2, 'owed:fund:animal', -1000, '2026-10-20')`);
  await db.execute(sql`
    insert into owed_items (social_challenge_id, kind, amount_yen, day, posting_id, at)
    values ('animal', 'gift', 1000, '2026-10-20', 'donation:fund', '2026-10-20')`);
  await giveAccounts(house);
  await signedIn(house)('worker', 'warehouse');
  helpers = await walker.helpers();
  await insertApplications(db, [application(1)]);
  const headers = (await headersOfSession(house, boss, true)) as { authorization: string };
  await uploadResults(house, headers, resultFile(resultLine(1)));
  await bookGift(db, { id: 'october', yen: 1_200, at: new Date('2026-10-20T12:00:00+09:00') });
  // Nobody is new any more, and all links are still valid.
  clock.now = new Date(clock.now.getTime() + 10 * dayMs);
});

test('every route that ends in money, accounts or roles is walked, or named with the reason why not', () => {
  const ending = app.policies
    .filter(({ method }) => method !== 'GET')
    .map(({ method, url, allow }) => ({ route: `${method} ${url}`, allow }))
    .filter(({ route, allow }) =>
      allow in endsInMoneyAccountsOrRoles
        ? endsInMoneyAccountsOrRoles[allow as Permission]
        : publicRoutes.test(route),
    )
    .map(({ route }) => route);
  const walked = [...Object.keys(asks), ...Object.keys(donorOnlyRoutes)];
  expect([...walked, ...Object.values(harmlessRoutes).flat()].toSorted()).toEqual(
    [...ending, ...further].toSorted(),
  );
});

describe.each(Object.entries(asks))('%s', (route, ask) => {
  test('waits a day whichever account requests it, and no other account of the person decides', async () => {
    const sampledHelpers = sampled(Object.entries(helpers), { every: 2, salt: route });
    for (const [name, uid] of sampledHelpers) {
      const asked = await ask(uid, route);
      // Not everyone may make every request; the others take effect by time.
      if (asked.statusCode === 403) continue;
      expect(asked.statusCode, asked.body).toBe(200);
      const { rows } = await db.execute<{ id: string; due: boolean }>(
        sql`select id, due_at is not null as due from approvals where state = 'waiting'`,
      );
      expect(rows, `asked by ${name}`).toEqual([{ id: expect.any(String), due: true }]);
      const id = rows[0]?.id;
      for (const [other, uidOfOther] of Object.entries(helpers)) {
        for (const outcome of ['approve', 'decline']) {
          const decided = await call(uidOfOther, `POST /api/office/approvals/${id}/decide`, {
            ...{ outcome, note: '', digest: '0'.repeat(64) },
          });
          // 404: an accountant cannot see requests about roles.
          expect([404, 409], `${outcome} of ${name} by ${other}`).toContain(decided.statusCode);
        }
      }
      ok(await call(uid, `POST /api/office/approvals/${id}/withdraw`));
    }
  });

  test('is decided by another person who is not new', async () => {
    const asked = await ask(boss, route);
    expect(asked.statusCode, asked.body).toBe(200);
    const { rows } = await db.execute<{ id: string }>(
      sql`select id from approvals where state = 'waiting'`,
    );
    const id = rows[0]?.id;
    const uid = `colleague-${route.length}`;
    await signedIn(house)(uid, 'operator');
    const { digest } = (await call(uid, `GET /api/office/approvals/${id}`)).json();
    const declined = await call(uid, `POST /api/office/approvals/${id}/decide`, {
      ...{ digest, outcome: 'decline', note: '' },
    });
    expect(declined.statusCode, declined.body).toBe(200);
    await db.execute(sql`delete from auth_users where id = ${uid}`);
  });
});

describe.each(Object.entries(donorOnlyRoutes))('%s', (route, body) => {
  test('is refused of every account that runs the service', async () => {
    for (const uid of Object.values(helpers)) {
      const { rows } = await db.execute<{ version: number }>(
        sql`select account_version as version from users where uid = ${uid}`,
      );
      const ifMatch = { 'if-match': `"${rows[0]?.version}"` };
      const reply = await call(
        of('an operator whom they invited'),
        route.replace(':donorId', uid),
        body,
        ifMatch,
      );
      expect(reply.statusCode, reply.body).toBe(409);
      expect(reply.json().message).toContain('運営や団体の担当者のアカウント');
    }
  });
});

test('the second factor of none of the accounts, and of nobody else, is taken away by two of them', async () => {
  const asking = ['the owner', 'an operator whom they invited'];
  for (const email of ['worker@tasuki.example', 'second@mihon.example']) {
    for (const name of asking) {
      const path = 'POST /api/office/second-factor-resets';
      ok(await call(of(name), path, { email, reason: '紛失' }));
      const { rows } = await db.execute<{ id: string }>(
        sql`select id from second_factor_resets where outcome is null`,
      );
      const id = rows[0]?.id;
      for (const [other, uid] of Object.entries(helpers)) {
        const approved = await call(uid, `${path}/approve`, { id });
        expect([403, 409], `by ${other}`).toContain(approved.statusCode);
      }
      ok(await call(of(name), `${path}/decline`, { id }));
    }
  }
});

test('before it is approved a run makes no file, whichever account asks', async () => {
  const path = `/api/office/remittance-runs/${await preparedRun()}`;
  for (const uid of Object.values(helpers)) {
    const { run } = ok<RunDetail>(await call(uid, `GET ${path}`));
    const file = { version: run.version, replaces: null, reason: '' };
    expect((await call(uid, `POST ${path}/files`, file)).statusCode).toBe(409);
    const sent = { version: run.version, fileId: 'none' };
    expect((await call(uid, `POST ${path}/sent`, sent)).statusCode).toBe(409);
  }
});
