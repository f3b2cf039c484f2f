import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { send } from '#kit/client/send.ts';
import { refusalOf } from '#kit/errors/refusal.ts';
import type { SavedItem } from '#warehouse/appraisals/appraisal-draft.ts';
import {
  afterRefused,
  afterSaved,
  asNewItem,
  type ItemQueue,
  markSent,
  nextToSend,
  type PendingItem,
  queueKey,
  readQueue,
  rebased,
  storeQueue,
  withChange,
  without,
} from './item-queue.ts';
import { useRetry } from './use-retry.ts';

/** Debounce: long enough to type a price, too short to wait for. */
const restMs = 500;
/** Refusals that may be temporary: retried. */
const passing = ['ServiceUnavailable', 'InternalError', 'Unauthorized', 'TooManyRequests'];

/** The refusal, if it is permanent; undefined where a retry may succeed. */
export function permanentRefusal(error: unknown) {
  const refusal = refusalOf(error);
  return refusal && !passing.includes(refusal.type) ? refusal : undefined;
}

export type ItemSaving = {
  queue: ItemQueue;
  /** True while changes wait for the network. */
  isOffline: boolean;
  change: (change: Omit<PendingItem, 'refusal' | 'unanswered'>) => void;
  keepMine: (itemId: string, version: number) => void;
  /** Keeps the appraiser's version under a new id, because the item no longer exists. */
  keepAsNew: (itemId: string, newId: string) => void;
  discard: (itemId: string) => void;
};
type Listeners = { onSaved: (saved: SavedItem) => void; onRefused: () => void };

/** Sends changes of items one after another; unacknowledged ones stay on the device, even over reloads. */
export function useItemQueue(
  { uid, appraisalId }: { uid: string; appraisalId: string },
  listeners: Listeners,
): ItemSaving {
  const key = queueKey(uid, appraisalId);
  const [queue, setQueue] = useState<ItemQueue>(() => readQueue(localStorage, key));
  const [isOffline, setOffline] = useState(false);
  const latest = useRef(queue);
  const isSending = useRef(false);
  const current = useRef(listeners);
  useEffect(() => {
    current.current = listeners;
  });

  const put = useCallback(
    (next: ItemQueue) => {
      storeQueue(localStorage, key, next, latest.current);
      latest.current = next;
      setQueue(next);
    },
    [key],
  );
  const send = useCallback(async () => {
    if (isSending.current) return;
    isSending.current = true;
    try {
      for (let isAnswered = true; isAnswered; ) {
        const next = nextToSend(latest.current);
        if (!next) return setOffline(false);
        isAnswered = await sendOne(appraisalId, next, { put, latest, listeners: current });
        setOffline(!isAnswered);
      }
    } finally {
      isSending.current = false;
    }
  }, [appraisalId, put]);
  useEffect(() => {
    if (!queue.some(({ refusal }) => !refusal)) return;
    const timer = setTimeout(send, restMs);
    return () => clearTimeout(timer);
  }, [queue, send]);
  // Sends the last change on leaving, without waiting for the debounce.
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      void send();
    };
  }, [send]);
  // A failed attempt does not change the queue, so the next one needs a timer.
  useRetry(isOffline, send);

  return {
    queue,
    isOffline,
    change(change) {
      put(withChange(latest.current, change));
      // A photo that arrived after its box was closed: nothing is typed any more.
      if (isGone.current) void send();
    },
    keepMine: (itemId, version) => put(rebased(latest.current, itemId, version)),
    keepAsNew: (itemId, newId) => put(asNewItem(latest.current, itemId, newId)),
    discard: (itemId) => put(without(latest.current, itemId)),
  };
}

type Sending = {
  put: (queue: ItemQueue) => void;
  latest: RefObject<ItemQueue>;
  listeners: RefObject<Listeners>;
};

function sendItem(
  appraisalId: string,
  { itemId, version, isRemoved, boxNumber, content, imageIds }: PendingItem,
): Promise<SavedItem> {
  const seen = { params: { appraisalId, itemId }, ifMatch: `"${version}"` };
  const item = 'POST /api/office/appraisals/:appraisalId/items/:itemId';
  return isRemoved
    ? send(`${item}/remove`, { ...seen, body: {} })
    : send(item, { ...seen, body: { boxNumber, content, imageIds } });
}

/** False without a response. */
async function sendOne(
  appraisalId: string,
  sent: PendingItem,
  { put, latest, listeners }: Sending,
): Promise<boolean> {
  // Removed before it was ever sent.
  if (sent.isRemoved && sent.version === 0) {
    put(without(latest.current, sent.itemId));
    return true;
  }
  put(markSent(latest.current, sent));
  try {
    const saved = await sendItem(appraisalId, sent);
    // Takes the stored item first: in the other order the screen would briefly show the old one.
    listeners.current.onSaved(saved);
    put(afterSaved(latest.current, sent, saved.item.version));
    return true;
  } catch (error) {
    const refusal = permanentRefusal(error);
    if (!refusal) return false;
    const isStale = refusal.type === 'Conflict';
    put(afterRefused(latest.current, sent.itemId, { message: refusal.message, isStale }));
    listeners.current.onRefused();
    return true;
  }
}
