import { expect, test } from 'vitest';
import { testApp, testSecret } from '#test/test-app.ts';
import { attempts, type Budget, budgets } from './attempts.server.ts';
import { attemptBudgets } from './limit-tables.server.ts';

// Checks every limit against figures written out by hand, at its edges: the last try allowed, the first refused, and
// the time it is free again.

const { db, clock } = await testApp();
const { spend } = attempts({ db, clock: () => clock.now, secret: testSecret });
const minuteMs = 60_000;
const hour = 60;
const day = 24 * hour;

const figures: Record<Budget, [limit: number, minutes: number]> = {
  'sign-in by address': [25, 5],
  'sign-in by e-mail and address': [25, hour],
  'sign-in by e-mail': [25, hour],
  'sign-in by known device': [25, hour],
  'showing oneself again': [25, hour],
  'sign-up by address': [25, 5],
  'setting up by address': [20, hour],
  'telling by address': [10, 5],
  'telling by e-mail': [10, hour],
  'reset by address': [25, 5],
  'reset by e-mail': [3, hour],
  'verification by e-mail': [3, hour],
  'changing the e-mail': [5, day],
  'mails of a kind': [10, day],
  'writing by address': [10, hour],
  'receipt by e-mail': [3, day],
  'mails to the operator': [60, hour],
  'cancelling by address': [20, hour],
  'cancelling by number': [10, hour],
  'applying by e-mail': [5, hour],
  'applying by address': [60, hour],
  'export of personal data': [6, hour],
  'verifying by address': [60, hour],
  'traces by address': [60, hour],
  're-issue by donor': [10, day],
  'reporting by address': [10, hour],
  'pledges by donor': [60, hour],
  'previews by person': [400, 5],
  'test mails by person': [20, hour],
  'receipt as PDF': [60, hour],
  'giver list as PDF': [60, hour],
  'statement as PDF': [60, hour],
  'invitation by address': [25, 5],
  'invitations by person': [50, day],
  'second factor by account': [10, hour],
  'threads by address': [60, 10],
  'mails into a thread': [30, day],
  'mails coming in': [1_200, hour],
  'second factor by sign-in': [5, 10],
};

test('every budget has the figures that are written down', () => {
  const declared = Object.entries(budgets).map(([name, { limit, windowMs }]) => [
    name,
    [limit, windowMs / minuteMs],
  ]);
  expect(Object.fromEntries(declared)).toEqual(figures);
});

test('every budget allows its last try and not the next, until the first leaves its window', async () => {
  const start = clock.now;
  for (const [name, [limit, minutes]] of Object.entries(figures)) {
    const budget = name as Budget;
    const again = (subject = 'who tries') => spend([budget, subject]);
    clock.now = start;
    await again();
    await db.update(attemptBudgets).set({ attempts: limit - 1 });
    expect([name, (await again()).isAllowed]).toEqual([name, true]);
    const beyond = await again();
    if (budget === 'sign-in by e-mail') {
      expect(beyond).toMatchObject({ isAllowed: true, excess: 1 });
    } else {
      expect(beyond).toMatchObject({ isAllowed: false, by: budget });
    }
    expect([name, (await again('somebody else')).isAllowed]).toEqual([name, true]);
    const isOpenAt = async (at: number) => {
      clock.now = new Date(at);
      const tried = await again();
      return tried.isAllowed && tried.excess === 0;
    };
    const partMs = (minutes * minuteMs) / 5;
    const freeAt = Math.floor(start.getTime() / partMs) * partMs + 6 * partMs;
    expect([name, await isOpenAt(freeAt - 1), await isOpenAt(freeAt)]).toEqual([name, false, true]);
    await db.delete(attemptBudgets);
  }
});
