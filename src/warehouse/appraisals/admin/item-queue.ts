import type { DraftItem, ItemEntry } from '#warehouse/appraisals/draft-item.ts';

/** A change of an item that is not acknowledged yet. */
export type PendingItem = ItemEntry & {
  itemId: string;
  /** The version that the change is based on; 0 for a new item. */
  version: number;
  isRemoved: boolean;
  /** Why the server refused it; paused until the appraiser chooses. */
  refusal?: { message: string; isStale: boolean } | undefined;
  /**
   * The change last sent on this version without a response: the server may have it. Retried unchanged before newer
   * input, which would otherwise be refused as a conflict.
   */
  unanswered?: ItemChange | undefined;
};

type ItemChange = ItemEntry & { isRemoved: boolean };

/** In the order in which the items were begun. */
export type ItemQueue = readonly PendingItem[];

/** The queue with this change replacing the item's pending one. */
export function withChange(
  queue: ItemQueue,
  change: Omit<PendingItem, 'refusal' | 'unanswered'>,
): ItemQueue {
  const waiting = queue.find(({ itemId }) => itemId === change.itemId);
  if (!waiting) return [...queue, change];
  const { version, refusal, unanswered } = waiting;
  const next = { ...change, version, refusal, unanswered };
  return queue.map((one) => (one === waiting ? next : one));
}

/** The next change to send: the first that is not refused, as last sent if that is still unacknowledged. */
export function nextToSend(queue: ItemQueue): PendingItem | undefined {
  const next = queue.find(({ refusal }) => !refusal);
  return next && { ...next, ...next.unanswered };
}

/** The queue while `sent` is in flight; the same object on an identical retry. */
export function markSent(queue: ItemQueue, sent: PendingItem): ItemQueue {
  const { itemId, boxNumber, content, imageIds, isRemoved } = sent;
  const waiting = queue.find((one) => one.itemId === itemId);
  if (!waiting || (waiting.unanswered && isSameChange(waiting.unanswered, sent))) return queue;
  const unanswered = { boxNumber, content, imageIds, isRemoved };
  return queue.map((one) => (one === waiting ? { ...one, unanswered } : one));
}

/** The queue after `sent` was saved; newer input is based on the saved version. */
export const afterSaved = (queue: ItemQueue, sent: PendingItem, version: number): ItemQueue =>
  queue.flatMap((one) => {
    if (one.itemId !== sent.itemId) return [one];
    if (isSameChange(one, sent)) return [];
    return [{ ...one, version, refusal: undefined, unanswered: undefined }];
  });

export const afterRefused = (
  queue: ItemQueue,
  itemId: string,
  refusal: NonNullable<PendingItem['refusal']>,
): ItemQueue =>
  queue.map((one) => (one.itemId === itemId ? { ...one, refusal, unanswered: undefined } : one));

/** Keeps the appraiser's version, based on this version. */
export const rebased = (queue: ItemQueue, itemId: string, version: number): ItemQueue =>
  queue.map((one) => (one.itemId === itemId ? { ...one, version, refusal: undefined } : one));

/** Keeps the appraiser's version as a new item, because a colleague removed the old one. */
export const asNewItem = (queue: ItemQueue, itemId: string, newId: string): ItemQueue =>
  queue.map((one) =>
    one.itemId === itemId ? { ...one, itemId: newId, version: 0, refusal: undefined } : one,
  );

export const without = (queue: ItemQueue, itemId: string): ItemQueue =>
  queue.filter((one) => one.itemId !== itemId);

const contentKey = ({ boxNumber, content, imageIds, isRemoved }: ItemChange) =>
  JSON.stringify([boxNumber, content, imageIds, isRemoved]);
const isSameChange = (one: ItemChange, other: ItemChange) => contentKey(one) === contentKey(other);

/** An item as shown: the stored one with any pending change. */
export type ShownItem = ItemEntry & {
  id: string;
  version: number;
  images: readonly string[];
  addedBy: string;
  changedBy: string;
  pending: PendingItem | undefined;
};

/**
 * The stored items with pending changes applied, in the order in which items were begun. An item whose removal was
 * refused is shown again, with the choice.
 */
export function shownItems(stored: readonly DraftItem[], queue: ItemQueue): ShownItem[] {
  const pendingOf = new Map(queue.map((one) => [one.itemId, one]));
  const storedItems = stored.map((item) => {
    const pending = pendingOf.get(item.id);
    const { boxNumber, content, imageIds } = pending ?? item;
    return { ...item, boxNumber, content, imageIds, pending };
  });
  const ids = new Set(stored.map(({ id }) => id));
  const added = queue
    .filter(({ itemId }) => !ids.has(itemId))
    .map((pending) => ({
      ...{ id: pending.itemId, version: pending.version, images: [], addedBy: '', changedBy: '' },
      ...{ boxNumber: pending.boxNumber, content: pending.content, imageIds: pending.imageIds },
      pending,
    }));
  return [...storedItems, ...added].filter(({ pending }) => !pending?.isRemoved || pending.refusal);
}

/** Storage key of one person and application: changes left by a colleague are sent by them alone. */
export const queueKey = (uid: string, appraisalId: string) =>
  `tasuki.appraising.v1.${uid}.${appraisalId}`;

/** The applications with unsent changes of this person on this device. */
export function unsentAppraisals(storage: Pick<Storage, 'key' | 'length'>, uid: string): string[] {
  const start = queueKey(uid, '');
  return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
    .filter((key) => key.startsWith(start))
    .map((key) => key.slice(start.length))
    .sort();
}

type QueueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export function readQueue(storage: QueueStorage, key: string): ItemQueue {
  try {
    const stored = JSON.parse(storage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored : [];
  } catch {
    return [];
  }
}

/** Stores the queue derived from `before`; keeps what another tab stored for other items. */
export function storeQueue(
  storage: QueueStorage,
  key: string,
  queue: ItemQueue,
  before: ItemQueue,
): void {
  try {
    const ownIds = new Set([...before, ...queue].map(({ itemId }) => itemId));
    const ofOtherTabs = readQueue(storage, key).filter(({ itemId }) => !ownIds.has(itemId));
    const all = [...queue, ...ofOtherTabs];
    if (all.length === 0) storage.removeItem(key);
    else storage.setItem(key, JSON.stringify(all));
  } catch {
    // Storage is full or forbidden: the queue stays in memory.
  }
}
