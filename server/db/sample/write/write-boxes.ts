import type { ClientBase } from 'pg';
import { copyAll } from '#server/db/copy-all.ts';
import { boxRows, type PlacedBox, type SampleWorld } from '#server/db/sample/box-rows.ts';
import { applicationEvents, applications } from '#server/db/schema/applications.ts';
import { donations } from '#server/db/schema/donations.ts';
import { postingNotes } from '#server/db/schema/ledger.ts';
import { goodsSales } from '#server/db/schema/money/books.ts';
import { owedItems } from '#server/db/schema/money/owed.ts';
import { appraisalItems, appraisals } from '#server/db/schema/results.ts';
import type { Written } from './write-to.ts';

/** Writes boxes with their results, donations, open items, and the sales of their goods. */
export async function writeBoxes(
  client: ClientBase,
  world: SampleWorld,
  boxes: readonly PlacedBox[],
): Promise<Written> {
  const rows = boxes.map((box) => boxRows(world, box));
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
  await copyAll(
    client,
    owedItems,
    rows.flatMap(({ owed }) => owed ?? []),
  );
  const sold = rows.flatMap((row) => row.sold ?? []);
  await copyAll(
    client,
    goodsSales,
    sold.map(({ sale }) => sale),
  );
  await copyAll(
    client,
    postingNotes,
    sold.map(({ note }) => note),
  );
  const postings = [...rows.map(({ ledger }) => ledger), ...sold.map(({ posting }) => posting)];
  return { postings, applications: written };
}
