import type { Transaction } from '#server/db/database.ts';
import { insertAll } from '#server/db/insert-all.ts';
import { boxRows, type PlacedBox } from '#server/db/sample/box-rows.ts';
import { applicationEvents, applications } from '#server/db/schema/applications.ts';
import { donations } from '#server/db/schema/donations.ts';
import { appraisalItems, appraisals } from '#server/db/schema/results.ts';
import type { Posting } from '#server/ledger/ledger.ts';

/** Writes boxes with their results and donations, and answers the postings, to be written next. */
export async function writeBoxes(
  tx: Transaction,
  seed: number,
  boxes: readonly PlacedBox[],
): Promise<Posting[]> {
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
  return rows.map(({ ledger }) => ledger);
}
