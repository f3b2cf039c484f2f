import { type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '#server/db/database.ts';
import { insertAll } from '#server/db/insert-all.ts';
import { applicationEvents, applications } from '#server/db/schema/applications.ts';
import { associateMonths } from '#server/db/schema/associates.ts';
import { challengeMonths } from '#server/db/schema/challenges.ts';
import { donations } from '#server/db/schema/donations.ts';
import { remittances } from '#server/db/schema/remittances.ts';
import { appraisalItems, appraisals, resultBatches } from '#server/db/schema/results.ts';
import { post } from '#server/ledger/ledger.ts';
import type { PlacedBatch } from './batches.ts';
import { boxRows, type PlacedBox } from './box-rows.ts';
import type { Box } from './boxes.ts';
import { monthRows, remittanceRows } from './remittances.ts';

const boxesAtOnce = 2_000;

/** Writes boxes with their uploads, donations and postings; the sums of months and remittances too. */
export async function writeBoxes(
  tx: Transaction,
  seed: number,
  { batches, open }: { batches: readonly PlacedBatch[]; open: readonly PlacedBox[] },
  onWritten: (count: number) => void,
): Promise<void> {
  const boxes = batches.flatMap((batch) => batch.boxes.map(({ box }) => box));
  await writeSums(tx, boxes);
  let waiting: PlacedBatch[] = [];
  let count = 0;
  const flush = async () => {
    await insertAll(
      tx,
      resultBatches,
      waiting.map(({ row }) => row),
    );
    await writePart(
      tx,
      seed,
      waiting.flatMap((batch) => batch.boxes),
    );
    onWritten(count);
    waiting = [];
    count = 0;
  };
  for (const batch of batches) {
    waiting.push(batch);
    count += batch.boxes.length;
    if (count >= boxesAtOnce) await flush();
  }
  await flush();
  await writePart(tx, seed, open);
  onWritten(open.length);
}

async function writePart(tx: Transaction, seed: number, boxes: readonly PlacedBox[]) {
  const rows = boxes.map((box) => boxRows(seed, box));
  await insertAll(
    tx,
    applications,
    rows.map(({ application }) => application),
  );
  await insertAll(
    tx,
    applicationEvents,
    rows.flatMap(({ events }) => events),
  );
  await insertAll(
    tx,
    appraisals,
    rows.flatMap(({ appraisal }) => appraisal ?? []),
  );
  await insertAll(
    tx,
    appraisalItems,
    rows.flatMap(({ items }) => items),
  );
  await insertAll(
    tx,
    donations,
    rows.flatMap(({ donation }) => donation ?? []),
  );
  await post(
    tx,
    rows.map(({ ledger }) => ledger),
  );
}

async function writeSums(tx: Transaction, boxes: readonly Box[]) {
  const sent = remittanceRows(boxes);
  await insertAll(tx, remittances, sent.rows);
  await post(tx, sent.ledger);
  const months = monthRows(boxes);
  await insertAll(tx, associateMonths, months.ofAssociates);
  // A fund may have been given to before the sample came.
  await insertAll(tx, challengeMonths, months.ofFunds, addedTo);
}

const addedTo: SQL = sql`on conflict (social_challenge_id, month) do update set
  donation_count = challenge_months.donation_count + excluded.donation_count,
  amount_yen = challenge_months.amount_yen + excluded.amount_yen`;
