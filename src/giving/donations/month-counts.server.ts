import { sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Statements } from '#kit/db/pipelined.server.ts';
import { jstMonth } from '#kit/values/timestamp.ts';
import { associateMonths } from '#organisations/associates/associate-tables.server.ts';
import { challengeMonths } from '#organisations/challenges/challenge-tables.server.ts';

type Counted = {
  associateId: string | null;
  socialChallengeId: string | null;
  amountYen: number;
  donatedAt: Date;
};

/** Adds donations to the counts of their Asia/Tokyo months, or subtracts them. */
export async function moveCounts(
  tx: Statements,
  counted: readonly Counted[],
  direction: 1 | -1,
): Promise<void> {
  await moveMonths(
    tx,
    associateMonths,
    'associate_id',
    sums(counted, ({ associateId }) => associateId, direction),
  );
  await moveMonths(
    tx,
    challengeMonths,
    'social_challenge_id',
    sums(counted, ({ socialChallengeId }) => socialChallengeId, direction),
  );
}

type MonthSum = { owner: string; month: string; count: number; yen: number };

/** Sorted by key, so that concurrent transactions do not deadlock. */
function sums(
  counted: readonly Counted[],
  ownerOf: (donation: Counted) => string | null,
  direction: 1 | -1,
): MonthSum[] {
  const byKey = new Map<string, MonthSum>();
  for (const donation of counted) {
    const owner = ownerOf(donation);
    if (owner === null) continue;
    const month = `${jstMonth(donation.donatedAt)}-01`;
    const key = `${owner} ${month}`;
    const sum = byKey.get(key) ?? { owner, month, count: 0, yen: 0 };
    sum.count += direction;
    sum.yen += direction * donation.amountYen;
    byKey.set(key, sum);
  }
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
}

async function moveMonths(
  tx: Statements,
  table: PgTable,
  ownerColumn: 'associate_id' | 'social_challenge_id',
  moved: readonly MonthSum[],
): Promise<void> {
  if (moved.length === 0) return;
  const owner = sql.identifier(ownerColumn);
  const rows = sql`json_to_recordset(${JSON.stringify(moved)}::json) as r(owner text, month date, count int, yen bigint)`;
  const isAdded = moved.every(({ count, yen }) => count >= 0 && yen >= 0);
  if (isAdded) {
    await tx.execute(sql`
      insert into ${table} as m (${owner}, month, donation_count, amount_yen)
      select r.owner, r.month, r.count, r.yen from ${rows}
      on conflict (${owner}, month) do update set
        donation_count = m.donation_count + excluded.donation_count,
        amount_yen = m.amount_yen + excluded.amount_yen`);
    return;
  }
  // Rows first, then the changes: the check on an inserted row would refuse a negative change.
  await tx.execute(sql`
    insert into ${table} (${owner}, month) select r.owner, r.month from ${rows}
    on conflict do nothing`);
  await tx.execute(sql`
    update ${table} m set donation_count = m.donation_count + r.count, amount_yen = m.amount_yen + r.yen
    from ${rows} where m.${owner} = r.owner and m.month = r.month`);
}
