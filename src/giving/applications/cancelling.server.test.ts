import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { attemptBudgets } from '#kit/limits/limit-tables.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
} from '#test/factories/donating.ts';
import { testApp } from '#test/test-app.ts';
import { applicationEvents, applications } from './application-tables.server.ts';

const { app, db } = await testApp();
const email = 'hanako@tasuki.example';
const number = numberOf(1);

beforeAll(() => insertAssociate(db, 'ao', 'あおぞらの会'));
beforeEach(async () => {
  await db.delete(attemptBudgets);
  await db.delete(outboxMails);
  await db.delete(applications);
  await insertApplications(db, [application(1, { email, state: 'applied' })]);
});

let addresses = 0;
/** From a new address by default. */
const cancel = (
  payload: object,
  remoteAddress = `192.0.2.${++addresses}`,
  headers: Record<string, string> = {},
) =>
  app.inject({
    method: 'POST',
    url: '/api/applications/cancel-by-email',
    payload,
    remoteAddress,
    headers,
  });
/** One press of the button, resent with the same key. */
const once = (headers = { 'idempotency-key': randomUUID() }) =>
  cancel({ appraisalId: number, email }, undefined, headers);
const states = async () => (await db.select().from(applications)).map(({ state }) => state);

describe('cancelling without the mailed link', () => {
  test('cancels the application of a matching number and e-mail, and mails it', async () => {
    const reply = await cancel({ appraisalId: number, email });
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toEqual({ appraisalId: number, cancelledAt: '20261120100000000' });
    expect(await states()).toEqual(['cancelled']);
    const [event] = await db.select().from(applicationEvents);
    expect(event).toMatchObject({ fromState: 'applied', toState: 'cancelled', doneBy: 'guest' });
    const mails = await db.select().from(outboxMails);
    expect(mails.map(({ kind, recipient }) => [kind, recipient])).toEqual([
      ['application-cancelled', email],
    ]);
  });

  test('takes both as people type them', async () => {
    const typed = number.replaceAll('-', '').toLowerCase();
    const reply = await cancel({ appraisalId: ` ${typed}`, email: ' Ｈanako@Tasuki.example ' });
    expect(reply.statusCode).toBe(200);
  });

  test('is idempotent', async () => {
    const key = { 'idempotency-key': randomUUID() };
    await once(key);
    const again = await once(key);
    expect(again.json()).toEqual({ appraisalId: number, cancelledAt: '20261120100000000' });
    expect(await db.select().from(applicationEvents)).toHaveLength(1);
    expect(await db.select().from(outboxMails)).toHaveLength(1);
  });

  test('of many at once, one cancels', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const replies = await Promise.all([1, 2, 3, 4].map(() => once(key)));
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    expect(await db.select().from(outboxMails)).toHaveLength(1);
    const others = await Promise.all([1, 2].map(() => once()));
    expect(others.map(({ statusCode }) => statusCode)).toEqual([404, 404]);
  });

  test('a wrong number and a wrong e-mail are answered alike', async () => {
    const unknownNumber = await cancel({ appraisalId: numberOf(2), email });
    const otherEmail = await cancel({ appraisalId: number, email: 'other@tasuki.example' });
    expect(unknownNumber.statusCode).toBe(404);
    expect(otherEmail.statusCode).toBe(404);
    expect(otherEmail.body).toBe(unknownNumber.body);
    expect(await states()).toEqual(['applied']);
  });

  test.each(['kit-sent', 'goods-received', 'donated'] as const)(
    'is too late once the application is %s',
    async (state) => {
      await db.update(applications).set({ state });
      const reply = await cancel({ appraisalId: number, email });
      expect(reply.statusCode).toBe(404);
      const unknown = await cancel({ appraisalId: number, email: 'other@tasuki.example' });
      expect(reply.body).toBe(unknown.body);
      expect(await states()).toEqual([state]);
    },
  );

  test('says which field was mistyped', async () => {
    const reply = await cancel({ appraisalId: 'TS-0000-000X', email: 'nobody' });
    expect(reply.statusCode).toBe(400);
    expect(reply.json().errors.map(({ path }: { path: string }) => path)).toEqual([
      'appraisalId',
      'email',
    ]);
  });
});

describe('guessing whose number it is', () => {
  test('is limited per number, from any address', async () => {
    for (let n = 1; n <= 10; n++) {
      await cancel({ appraisalId: number, email: `guess${n}@tasuki.example` });
    }
    const right = await cancel({ appraisalId: number, email });
    expect(right.statusCode).toBe(429);
    expect(Number(right.headers['retry-after'])).toBeGreaterThan(0);
    expect(await states()).toEqual(['applied']);
  });

  test('is limited per address, for any number', async () => {
    for (let n = 2; n <= 21; n++) {
      await cancel({ appraisalId: numberOf(n), email }, '198.51.100.1');
    }
    const more = await cancel({ appraisalId: numberOf(30), email }, '198.51.100.1');
    expect(more.statusCode).toBe(429);
    expect((await cancel({ appraisalId: number, email })).statusCode).toBe(200);
  });

  test('counts right guesses like wrong ones', async () => {
    await db.update(applications).set({ state: 'donated' });
    const statuses: number[] = [];
    for (let n = 1; n <= 11; n++) {
      statuses.push((await cancel({ appraisalId: number, email })).statusCode);
    }
    expect(statuses).toEqual([...Array(10).fill(404), 429]);
  });
});
