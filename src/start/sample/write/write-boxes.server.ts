import type { ClientBase } from 'pg';
import { applicationEvents, applications } from '#giving/applications/application-tables.server.ts';
import { donations } from '#giving/donations/donation-tables.server.ts';
import { copyAll } from '#kit/db/copy-all.server.ts';
import { goodsSales } from '#money/books/book-tables.server.ts';
import { postingNotes } from '#money/ledger/ledger-tables.server.ts';
import { owedItems } from '#money/ledger/owed-tables.server.ts';
import { boxRows, type PlacedBox, type SampleWorld } from '#start/sample/box-rows.server.ts';
import { appraisalItems, appraisals } from '#warehouse/results/result-tables.server.ts';
import type { Written } from './write-to.server.ts';

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
