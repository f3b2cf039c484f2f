import { eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { attemptBudgets } from '#kit/limits/limit-tables.server.ts';
import type { Role } from '#kit/permissions/roles.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { browser } from '#test/browser.ts';
import { mailedToken } from '#test/factories/mailed-token.ts';
import { giveTotp } from '#test/factories/second-factor.ts';
import { headersOfSession, signedIn } from '#test/signed-in.ts';
import type { TestApp } from '#test/test-app.ts';

export const dayMs = 86_400_000;
const password = 'a password of more than fifteen';
const names = {
  ...{ lastName: '見本', firstName: '花子', lastNameKana: 'みほん', firstNameKana: 'はなこ' },
};

/** One person who runs a months-old service, and the accounts that they can create for themselves. */
export function onePerson(house: TestApp) {
  const { app, db, services, clock } = house;

  const sessions = new Map<string, Promise<Record<string, string>>>();
  /** With a token of the current clock: a token lives five minutes. */
  const headersNow = (uid: string) => {
    const key = `${uid} ${clock.now.getTime()}`;
    const headers = sessions.get(key) ?? headersOfSession(house, uid, true);
    sessions.set(key, headers);
    return headers;
  };
  const call = async (uid: string, route: string, payload?: object, more: object = {}) => {
    const [method = '', url = ''] = route.split(' ');
    const headers = { ...(await headersNow(uid)), ...more };
    return app.inject({ method: method as 'POST', url, headers, ...(payload && { payload }) });
  };

  /** Moves the clock a day, after which requests take effect by time alone. */
  async function aDayLater() {
    clock.now = new Date(clock.now.getTime() + dayMs);
    await services.approvals.settleByTime();
  }

  /** Invites an address, whose reader accepts as soon as the link exists; by default approved by time alone. */
  async function invite(
    by: string,
    role: Role,
    email: string,
    approve?: (id: string) => Promise<void>,
  ): Promise<string> {
    await db.delete(attemptBudgets);
    const asked = await call(by, 'POST /api/office/invitations', { email, role, reason: '' });
    expect(asked.statusCode, asked.body).toBe(200);
    if (asked.json().outcome === 'asked') {
      expect(await mailedToken(db, 'invitation', email)).toBe('');
      if (approve) {
        const { rows } = await db.execute<{ id: string }>(
          sql`select id from approvals where state = 'waiting' and change ->> 'email' = ${email}`,
        );
        await approve(rows[0]?.id ?? '');
      } else {
        expect(asked.json().dueAt, `${by} invites ${role}`).not.toBeNull();
        await aDayLater();
      }
    }
    const token = await mailedToken(db, 'invitation', email);
    const accepted = await browser(app).post('/api/invitations/register', {
      ...{ token, password, ...names },
    });
    expect(accepted.statusCode, accepted.body).toBe(200);
    const [person] = await db.select().from(users).where(eq(users.email, email));
    const uid = person?.uid ?? '';
    await giveTotp(house, uid);
    return uid;
  }

  return {
    call,
    aDayLater,
    invite,
    /** Every account that could give this person a second vote, by its origin. */
    async helpers(): Promise<Record<string, string>> {
      const boss = 'boss';
      await signedIn(house)(boss, 'owner');
      const owner = await invite(boss, 'owner', 'second@mihon.example');
      const operator = await invite(boss, 'operator', 'third@mihon.example');
      const accountant = await invite(boss, 'accountant', 'fourth@mihon.example');
      const grandchild = await invite(owner, 'owner', 'fifth@mihon.example');
      const raised = await invite(boss, 'warehouse', 'sixth@mihon.example');
      const change = { from: 'warehouse', to: 'operator', reason: '' };
      const asked = await call(owner, `POST /api/office/people/${raised}/role`, change);
      expect(asked.json().dueAt, asked.body).not.toBeNull();
      await aDayLater();
      return {
        'the owner': boss,
        'an owner whom they invited': owner,
        'an operator whom they invited': operator,
        'an accountant whom they invited': accountant,
        'an owner whom the invited one invited': grandchild,
        'a worker of the warehouse, invited and raised by another of them': raised,
      };
    },
  };
}
