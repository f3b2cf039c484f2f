import { sql } from 'drizzle-orm';
import { beforeEach, expect, test, vi } from 'vitest';
import { transaction } from '#kit/db/database.server.ts';
import { testApp, testOrigin, testSecret } from '#test/test-app.ts';
import { outboxMails } from './mail-tables.server.ts';
import { writeMail } from './outbox.server.ts';
import { mailSending } from './sending.server.ts';

// Record of a temporary refusal: time of the next try, and the server's words.

const { db, files, clock } = await testApp();
const dependencies = {
  ...{ db, files, clock: () => clock.now },
  ...{ secret: testSecret, publicUrl: testOrigin },
};
let reason = 'greylisted';
const sending = mailSending(dependencies, async () => {
  throw Object.assign(new Error('refused'), {
    mailFailure: { kind: 'not-now', code: '450', reason },
  });
});

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  await db.delete(outboxMails);
  await transaction(db, (tx) =>
    writeMail(
      tx,
      {
        ...{ kind: 'welcome', dedupeKey: 'welcome:one', to: 'one@tasuki.example' },
        data: { name: '髙橋 花子' },
      },
      dependencies,
    ),
  );
});

/** The mail after its next try, following this many failures. */
async function triedAfter(attempts: number) {
  await db.update(outboxMails).set({ attempts, availableAt: sql`now() - interval '1 second'` });
  expect(await sending.sendWaiting()).toBe(0);
  const { rows } = await db.execute<{ pauseSeconds: number; lastError: string }>(sql`
    select extract(epoch from available_at - now())::float8 as "pauseSeconds", last_error as "lastError"
    from outbox_mails`);
  return rows[0];
}

test.each([
  [0, 2],
  [3, 16],
  [5, 45],
  [30, 45],
  [200, 45],
])('after %i failed tries it is tried again in %i seconds', async (attempts, seconds) => {
  const pause = (await triedAfter(attempts))?.pauseSeconds;
  expect(pause).toBeLessThanOrEqual(seconds);
  expect(pause).toBeGreaterThan(seconds / 4);
});

test('words that the database cannot store are noted without what it cannot', async () => {
  reason = 'no\0 such box';
  expect((await triedAfter(0))?.lastError).toBe('450 no such box');
});
