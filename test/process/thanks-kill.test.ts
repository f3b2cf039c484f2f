import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { connect } from '#kit/db/database.server.ts';
import {
  associateThanks,
  thanksDeliveries,
} from '#organisations/associates/associate-tables.server.ts';
import { insertBulkDonations } from '#test/factories/bulk-donations.ts';
import { insertAssociate } from '#test/factories/donating.ts';
import { sampled } from '#test/form.ts';
import { databaseUrlOf, removeDataDir, startServer } from '#test/server-process.ts';
import { dataFolder } from './data-folder.ts';

const donationCount = 3_000;
const guests = 1_000;
/** Kill points: number of donations with their thanks, and of donors with their mail. */
const killPoints = sampled(
  [
    { given: 0, mails: 0 },
    { given: 500, mails: 0 },
    { given: 1_500, mails: 0 },
    { given: donationCount, mails: 1 },
    { given: donationCount, mails: 500 },
  ],
  { every: 2, salt: 'thanks-kill' },
);

test('thanks whose delivery is killed with -9 at any point reach each donation once, and each donor by one mail', async () => {
  const dataDir = await dataFolder('empty');
  onTestFinished(() => removeDataDir(dataDir));
  const environment = { SAMPLE_DATA: 'off' };
  let server = await startServer(dataDir, environment);
  onTestFinished(async () => void (await server.stop()));
  // The database keeps running while servers are killed.
  const databaseUrl = await databaseUrlOf(dataDir);
  const { db, pool } = connect(databaseUrl, { statementMs: 60_000 });
  onTestFinished(() => pool.end());

  await insertAssociate(db, 'ao', 'あおぞらの会');
  await insertBulkDonations(databaseUrl, { associateId: 'ao', count: donationCount, guests });
  const body = '毛布を買いました。'.repeat(200);
  const thanks = { id: 'thanks', associateId: 'ao', title: '冬の毛布', body };
  await db.transaction(async (tx) => {
    await tx
      .insert(associateThanks)
      .values({ ...thanks, publishedAt: new Date(), isDelivered: true });
    await tx.insert(thanksDeliveries).values({ thanksId: 'thanks', aimedCount: donationCount });
  });

  const found = async () => {
    const { rows } = await db.execute<Record<'given' | 'counted' | 'moved' | 'mails', number>>(sql`
      select (select count(*)::int from donation_thanks) as given,
        (select given_count from thanks_deliveries) as counted,
        (select count(*)::int from application_events where to_state = 'thanked') as moved,
        (select count(*)::int from outbox_mails where kind = 'thanks') as mails`);
    return rows[0] ?? { given: 0, counted: 0, moved: 0, mails: 0 };
  };
  /** Statements of a killed server end with its connections. */
  const isSettled = async () => {
    const { rows } = await db.execute(sql`
      select from pg_stat_activity where datname = current_database() and xact_start is not null
        and backend_type = 'client backend' and pid <> pg_backend_pid()`);
    return rows.length === 0;
  };
  for (const point of killPoints) {
    for (;;) {
      const { given, mails } = await found();
      if (given >= point.given && mails >= point.mails) break;
      await wait(5);
    }
    await server.kill();
    while (!(await isSettled())) await wait(20);
    // A part is delivered completely, with its progress and follow-up, or not at all.
    const left = await found();
    expect([left.counted, left.moved]).toEqual([left.given, left.given]);
    server = await startServer(dataDir, environment);
  }
  const all = { given: donationCount, counted: donationCount, moved: donationCount, mails: guests };
  await expect.poll(found, { timeout: 60_000, interval: 100 }).toEqual(all);
  // Longer than the server's polling interval.
  const nothingDue = sql`select from donation_thanks where notify_at is not null`;
  await expect
    .poll(async () => (await db.execute(nothingDue)).rows.length, { timeout: 30_000 })
    .toBe(0);
  expect(await found()).toEqual(all);
  const { rows: mails } = await db.execute<{ recipients: number; whole: number }>(sql`
    select count(distinct recipient)::int as recipients,
      (count(*) filter (where text_body like '%あおぞらの会%冬の毛布%'))::int as whole
    from outbox_mails where kind = 'thanks'`);
  expect(mails).toEqual([{ recipients: guests, whole: guests }]);
  const { rows: kept } = await db.execute(sql`select title, body from associate_thanks`);
  expect(kept).toEqual([{ title: thanks.title, body }]);
}, 240_000);
