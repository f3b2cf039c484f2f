import type { ClientBase } from 'pg';
import { copyAll } from '#server/db/copy-all.ts';
import { boxRows, type PlacedBox } from '#server/db/sample/box-rows.ts';
import { applicationEvents, applications } from '#server/db/schema/applications.ts';
import { donations } from '#server/db/schema/donations.ts';
import { appraisalItems, appraisals } from '#server/db/schema/results.ts';
import type { Written } from './write-to.ts';

/** Writes boxes with their results and donations. */
export async function writeBoxes(
  client: ClientBase,
  seed: number,
  boxes: readonly PlacedBox[],
): Promise<Written> {
  const rows = boxes.map((box) => boxRows(seed, box));
  const written = rows.map(({ application }) => application);
  await copyAll(client, applications, written);
  await copyAll(
    client,
    applicationEvents,
    rows.flatMap(({ events }) => events),
  );
  await copyAll(
    client,
    appraisals,
    rows.flatMap(({ appraisal }) => appraisal ?? []),
  );
  await copyAll(
    client,
    appraisalItems,
    rows.flatMap(({ items }) => items),
  );
  await copyAll(
    client,
    donations,
    rows.flatMap(({ donation }) => donation ?? []),
  );
  return { postings: rows.map(({ ledger }) => ledger), applications: written };
}
