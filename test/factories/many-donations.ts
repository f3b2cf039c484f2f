import { sql } from 'drizzle-orm';
import { applicationEvents, applications } from '#giving/applications/application-tables.server.ts';
import { donations } from '#giving/donations/donation-tables.server.ts';
import type { Database } from '#kit/db/database.server.ts';
import { insertAll } from '#kit/db/insert-all.server.ts';
import { jstDay } from '#kit/values/timestamp.ts';
import {
  appraisalItems,
  appraisals,
  resultBatches,
} from '#warehouse/results/result-tables.server.ts';
import { application, numberOf } from './donating.ts';

const dayMs = 24 * 60 * 60 * 1000;
const life = ['applied', 'kit-sent', 'goods-received', 'appraised', 'donated', 'remitted'] as const;

export type ManyDonations = {
  uid: string;
  count: number;
  /** Number of the first application, see numberOf. */
  first: number;
  /** Recipients, in turn. */
  associateIds: readonly string[];
  newest: Date;
};

export type InsertedDonation = { appraisalId: string; amountYen: number; donatedAt: Date };

/**
 * Inserts a regular donor's donations, two days apart, each with its timeline and two kinds of
 * goods. Returns them as in the history, newest first.
 */
export async function insertManyDonations(
  db: Database,
  { uid, count, first, associateIds, newest }: ManyDonations,
): Promise<InsertedDonation[]> {
  const given = Array.from({ length: count }, (_, n) => ({
    appraisalId: numberOf(first + n),
    associateId: associateIds[n % associateIds.length] ?? null,
    amountYen: 500 + ((n * 137) % 4_000),
    donatedAt: new Date(newest.getTime() - n * 2 * dayMs),
    needReceipt: n % 2 === 0,
  }));
  const batchId = `many donations from ${first}`;
  await db.insert(resultBatches).values({
    id: batchId,
    uploadedBy: 'operator',
    fileName: '査定結果.csv',
    fileHash: batchId,
    encoding: 'UTF-8',
    rowCount: count,
    acceptedCount: count,
    donationYen: given.reduce((sum, { amountYen }) => sum + amountYen, 0),
    createdAt: newest,
  });
  const stepAt = (donatedAt: Date, step: number) =>
    new Date(donatedAt.getTime() + (step - 4) * 3 * dayMs);
  const rowId = (appraisalId: string) => `result of ${appraisalId}`;
  await insertAll(
    db,
    applications,
    given.map(({ appraisalId, associateId, donatedAt, needReceipt }, n) => ({
      ...application(first + n, { uid, associateId, needReceipt, state: 'remitted' }),
      appraisalId,
      createdAt: stepAt(donatedAt, 0),
      stateChangedAt: stepAt(donatedAt, life.length - 1),
    })),
  );
  await insertAll(
    db,
    applicationEvents,
    given.flatMap(({ appraisalId, donatedAt }) =>
      life.map((toState, step) => ({
        appraisalId,
        fromState: life[step - 1] ?? null,
        toState,
        doneBy: 'system',
        at: stepAt(donatedAt, step),
      })),
    ),
  );
  await insertAll(
    db,
    appraisals,
    given.map(({ appraisalId, amountYen, donatedAt }, n) => ({
      id: rowId(appraisalId),
      appraisalId,
      batchId,
      rowNumber: n + 2,
      rowHash: appraisalId,
      receivedOn: stepAt(donatedAt, 2).toISOString().slice(0, 10),
      appraisedOn: stepAt(donatedAt, 3).toISOString().slice(0, 10),
      itemCount: 12,
      pricedCount: 9,
      appraisedYen: amountYen,
      bonusYen: 0,
      donationYen: amountYen,
      outcome: 'completed',
      stateBefore: 'goods-received',
      createdAt: donatedAt,
    })),
  );
  await insertAll(
    db,
    appraisalItems,
    given.flatMap(({ appraisalId, amountYen }) => [
      {
        appraisalRowId: rowId(appraisalId),
        position: 1,
        name: 'ワンピース',
        quantity: 9,
        amountYen,
        destination: '国内の古着店',
        reason: '',
      },
      {
        appraisalRowId: rowId(appraisalId),
        position: 2,
        name: 'Tシャツ',
        quantity: 3,
        amountYen: 0,
        destination: '繊維の再資源化',
        reason: '色あせがありました',
      },
    ]),
  );
  await insertAll(
    db,
    donations,
    given.map((one) => ({
      ...one,
      id: `donation of ${one.appraisalId}`,
      appraisalRowId: rowId(one.appraisalId),
      uid,
      receivedOn: jstDay(stepAt(one.donatedAt, life.length - 1)),
    })),
  );
  // Keeps the monthly counts consistent with the donations.
  await db.execute(sql`
    insert into associate_months (associate_id, month, donation_count, amount_yen)
    select d.associate_id, date_trunc('month', d.donated_at at time zone 'Asia/Tokyo')::date,
      count(*), sum(d.amount_yen)
    from donations d join appraisals a on a.id = d.appraisal_row_id
    where a.batch_id = ${batchId} and d.associate_id is not null
    group by 1, 2
    on conflict (associate_id, month) do update
    set donation_count = associate_months.donation_count + excluded.donation_count,
      amount_yen = associate_months.amount_yen + excluded.amount_yen`);
  return given.map(({ appraisalId, amountYen, donatedAt }) => ({
    appraisalId,
    amountYen,
    donatedAt,
  }));
}
