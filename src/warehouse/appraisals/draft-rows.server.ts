import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { imagePath } from '#kit/images/shown-image.ts';
import { jstDay, toTimestamp } from '#kit/values/timestamp.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { joinedPersonName, personName } from '#people/accounts/person-name.server.ts';
import { findApplications } from '#warehouse/results/check-rows.server.ts';
import type { PlausibilityFlag } from '#warehouse/results/plausibility.ts';
import type { TabletResult } from '#warehouse/results/waiting/add-tablet-result.server.ts';
import { flagsOfRows, readUsualBoxes } from '#warehouse/results/waiting/usual-sums.server.ts';
import {
  appraisalDraftItems as itemTable,
  appraisalDrafts as table,
} from './appraisal-tables.server.ts';
import type { DraftItem, ItemContent } from './draft-item.ts';

/** Implausible values of a draft's result. */
export async function findFlags(
  source: Database | Transaction,
  { items, overrideReason: _, ...values }: TabletResult,
  { clock }: Pick<Dependencies, 'clock'>,
): Promise<PlausibilityFlag[]> {
  const { appraisalId } = values;
  const [application] = await findApplications(source, [appraisalId], false);
  if (!application) return [];
  const result = { ...values, row: 1, associateId: application.associateId ?? '' };
  const rows = items.map((item, index) => ({ ...item, row: index + 1, appraisalId }));
  const [flags = []] = await flagsOfRows(source, [{ result, items: rows, application }], {
    usualBoxes: await readUsualBoxes(source),
    today: jstDay(clock()),
  });
  return flags;
}

type Source = Database | Transaction;
export type DraftRow = typeof table.$inferSelect;
export type ItemRow = typeof itemTable.$inferSelect;
type NamedItem = { item: ItemRow; addedByName: string; changedByName: string };

export const contentOf = (item: Pick<ItemRow, 'content'>): ItemContent =>
  item.content as ItemContent;

const selectItems = (source: Source) =>
  source
    .select({
      item: itemTable,
      addedByName: personName(sql`${itemTable.addedBy}`),
      changedByName: personName(sql`${itemTable.changedBy}`),
    })
    .from(itemTable)
    .$dynamic();

/** Items of a draft without removed ones, in order of adding. */
export const readItems = (source: Source, appraisalId: string): Promise<NamedItem[]> =>
  selectItems(source)
    .where(and(eq(itemTable.appraisalId, appraisalId), isNull(itemTable.removedAt)))
    .orderBy(asc(itemTable.boxNumber), asc(itemTable.addedAt), asc(itemTable.id));

/** One item, even if removed. */
export async function readItem(source: Source, id: string): Promise<NamedItem | undefined> {
  const [row] = await selectItems(source).where(eq(itemTable.id, id));
  return row;
}

export async function readDraft(
  source: Source,
  appraisalId: string,
): Promise<DraftRow | undefined> {
  const [row] = await source.select().from(table).where(eq(table.appraisalId, appraisalId));
  return row;
}

/** Names by uid: of the account, else its e-mail. */
export async function namesOf(
  source: Source,
  uids: readonly string[],
): Promise<Map<string, string>> {
  if (uids.length === 0) return new Map();
  const rows = await source
    .select({ uid: users.uid, name: joinedPersonName })
    .from(users)
    .where(inArray(users.uid, [...new Set(uids)]));
  return new Map(rows.map(({ uid, name }) => [uid, name]));
}

/** An item as its appraisers see it; `signed` signs links to its pictures. */
export const toItem = (
  { item, addedByName, changedByName }: NamedItem,
  signed: (path: string) => string,
): DraftItem => ({
  id: item.id,
  boxNumber: item.boxNumber,
  content: contentOf(item),
  imageIds: item.imageIds,
  images: item.imageIds.map((id) => signed(imagePath(id))),
  addedBy: addedByName,
  changedBy: changedByName,
  changedAt: toTimestamp(item.changedAt),
  isRemoved: item.removedAt !== null,
  version: item.version,
});
