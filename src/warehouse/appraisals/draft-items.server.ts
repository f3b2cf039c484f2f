import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import type { Transaction } from '#kit/db/database.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { notFound, refuse } from '#kit/errors/refusal.ts';
import { images } from '#kit/images/image-tables.server.ts';
import { pictureLinks } from '#kit/images/picture-links.server.ts';
import { maxDraftItems, type SavedItem } from './appraisal-draft.ts';
import { appraisalDraftItems as table } from './appraisal-tables.server.ts';
import { changeDraft, type DraftContext, demandOpen, staleNaming } from './change-draft.server.ts';
import type { ItemEntry } from './draft-item.ts';
import { type ItemRow, readDraft, readItem, toItem } from './draft-rows.server.ts';
import { findReceived, receivedBoxes } from './receiving.server.ts';

/** Target of an item change: the draft's application, the item, and its version seen; 0 for a new one. */
export type ItemStep = { appraisalId: string; itemId: string; version: number | undefined };

async function savedItem(ctx: Context, itemId: string, version: number): Promise<SavedItem> {
  const item = await readItem(ctx.db, itemId);
  if (!item) throw notFound('お品物');
  return { item: toItem(item, pictureLinks(ctx).signed), version };
}

/**
 * Writes an item, a new one with version 0; restores a removed one. Refuses an outdated version, and items of a
 * finished box.
 */
export async function saveItem(
  ctx: Context,
  operator: Person,
  step: ItemStep,
  entry: ItemEntry,
): Promise<SavedItem> {
  const { db } = ctx;
  const { appraisalId, itemId } = step;
  // A retry from the device is neither written, counted nor recorded again.
  const before = await readItem(db, itemId);
  if (before && isRepeated(before.item, step, entry)) {
    await findReceived(db, appraisalId);
    const draft = await readDraft(db, appraisalId);
    return { item: toItem(before, pictureLinks(ctx).signed), version: draft?.version ?? 0 };
  }
  const order = { operator, appraisalId, verb: before ? 'change' : 'add' };
  const { version } = await changeDraft(ctx, order, async (changing) => {
    await demandBox(changing, entry.boxNumber);
    const stored = await lockItem(changing.tx, step);
    if (stored && stored.boxNumber !== entry.boxNumber) {
      await demandBox(changing, stored.boxNumber);
    }
    await demandPictures(changing.tx, entry.imageIds, stored?.imageIds ?? []);
    if (!stored) await demandRoom(changing.tx, appraisalId);
    await write(changing, { operator, itemId, stored }, entry);
    return { result: undefined, details: { item: itemId } };
  });
  return savedItem(ctx, itemId, version);
}

/** Removes an item; it stays, marked, as long as the draft exists. Idempotent. */
export async function removeItem(
  ctx: Context,
  operator: Person,
  step: ItemStep,
): Promise<SavedItem> {
  const { db } = ctx;
  const { appraisalId, itemId } = step;
  const before = await readItem(db, itemId);
  if (before?.item.appraisalId === appraisalId && before.item.removedAt !== null) {
    await findReceived(db, appraisalId);
    const draft = await readDraft(db, appraisalId);
    return { item: toItem(before, pictureLinks(ctx).signed), version: draft?.version ?? 0 };
  }
  const order = { operator, appraisalId, verb: 'remove' };
  const { version } = await changeDraft(ctx, order, async (changing) => {
    const stored = await lockItem(changing.tx, step);
    if (!stored) throw notFound('お品物');
    await demandBox(changing, stored.boxNumber);
    await changing.tx
      .update(table)
      .set({
        removedAt: changing.at,
        changedBy: operator.uid,
        changedAt: changing.at,
        version: stored.version + 1,
      })
      .where(eq(table.id, itemId));
    return { result: undefined, details: { item: itemId } };
  });
  return savedItem(ctx, itemId, version);
}

/** Whether the stored item already has this content, from this step. */
const isRepeated = (
  item: ItemRow,
  { appraisalId, version }: ItemStep,
  { boxNumber, content, imageIds }: ItemEntry,
) =>
  item.appraisalId === appraisalId &&
  item.version - 1 === version &&
  item.removedAt === null &&
  item.boxNumber === boxNumber &&
  sorted(item.content) === sorted(content) &&
  JSON.stringify(item.imageIds) === JSON.stringify(imageIds);

/** jsonb does not keep the order of an object's fields. */
const sorted = (content: unknown) =>
  JSON.stringify(
    Object.entries(content as object).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );

/** Locks the item; refuses an outdated version. */
async function lockItem(
  tx: Transaction,
  { appraisalId, itemId, version }: ItemStep,
): Promise<ItemRow | undefined> {
  const [item] = await tx.select().from(table).where(eq(table.id, itemId)).for('update');
  if (item && item.appraisalId !== appraisalId) throw notFound('お品物');
  if (!item && version !== 0) throw notFound('お品物');
  if (item && item.version !== version) throw await staleNaming(tx, item.changedBy);
  return item;
}

async function demandBox(
  { tx, application, draft }: DraftContext,
  boxNumber: number,
): Promise<void> {
  demandOpen(draft);
  if (!(await receivedBoxes(tx, application)).includes(boxNumber)) {
    throw refuse('ValidationError', `${boxNumber}箱目は、まだ届いていません。`);
  }
  if (draft.finishedBoxes.includes(boxNumber)) {
    throw refuse(
      'Conflict',
      `${boxNumber}箱目の査定は終わっています。直すときは「この箱の査定を続ける」を押してください。`,
    );
  }
}

/** Only pictures uploaded for items, or already on this item, are accepted. */
async function demandPictures(
  tx: Transaction,
  ids: readonly string[],
  kept: readonly string[],
): Promise<void> {
  const added = [...new Set(ids)].filter((id) => !kept.includes(id));
  if (added.length === 0) return;
  const found = await tx.$count(
    images,
    and(inArray(images.id, added), eq(images.purpose, 'appraisal-item')),
  );
  if (found === added.length) return;
  throw refuse('ValidationError', '写真が見つかりませんでした。もう一度撮影してください。');
}

async function demandRoom(tx: Transaction, appraisalId: string): Promise<void> {
  const count = await tx.$count(
    table,
    and(eq(table.appraisalId, appraisalId), isNull(table.removedAt)),
  );
  if (count < maxDraftItems) return;
  throw refuse(
    'Conflict',
    `お品物は${maxDraftItems}行までです。同じものは点数でまとめてください。`,
  );
}

async function write(
  { tx, application: { appraisalId }, at }: DraftContext,
  { operator, itemId, stored }: { operator: Person; itemId: string; stored: ItemRow | undefined },
  { boxNumber, content, imageIds }: ItemEntry,
): Promise<void> {
  const changed = { boxNumber, content, imageIds, changedBy: operator.uid, changedAt: at };
  if (stored) {
    await tx
      .update(table)
      .set({ ...changed, removedAt: null, version: stored.version + 1 })
      .where(eq(table.id, itemId));
    return;
  }
  await tx
    .insert(table)
    .values({ ...changed, id: itemId, appraisalId, addedBy: operator.uid, addedAt: at });
}
