import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { api } from '#app/session/api.ts';
import type { SavedItem } from '#domain/appraisals/appraisal-draft.ts';
import { refusalOf } from '#domain/errors/refusal.ts';
import {
  afterRefused,
  afterSaved,
  asNew,
  type ItemQueue,
  nextToSend,
  onTopOf,
  type PendingItem,
  queueKey,
  readQueue,
  storeQueue,
  whileSent,
  withChange,
  without,
} from './item-queue.ts';
import { useRetry } from './use-retry.ts';

/** Long enough that a price is typed, short enough that nobody waits for it. */
const restMs = 500;
/** What may be over in a moment: asked again. */
const passing = ['ServiceUnavailable', 'InternalError', 'Unauthorized', 'TooManyRequests'];

/** Why the server did not take something, and will not; undefined where the same may go through in a moment. */
export function refusalThatStands(error: unknown) {
  const refusal = refusalOf(error);
  return refusal && !passing.includes(refusal.type) ? refusal : undefined;
}

export type ItemSaving = {
  queue: ItemQueue;
  /** True while changes wait for a network that is gone. */
  isOffline: boolean;
  change: (change: Omit<PendingItem, 'refusal' | 'unanswered'>) => void;
  keepMine: (itemId: string, version: number) => void;
  /** Keeps one's own words under another id, where the item is there no more. */
  keepAsNew: (itemId: string, newId: string) => void;
  discard: (itemId: string) => void;
};
type Listeners = { onSaved: (saved: SavedItem) => void; onRefused: () => void };

const pathOf = (appraisalId: string, { itemId, isRemoved }: PendingItem) =>
  `/api/office/appraisals/${appraisalId}/items/${itemId}${isRemoved ? '/remove' : ''}`;

/** Sends changes of items one after another; what is not acknowledged stays on the device, over reloads as well. */
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
  // Who goes on to the next box before the last price came to rest has it sent all the same.
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      void send();
    };
  }, [send]);
  // A failed try changes nothing in the queue that would start the next one.
  useRetry(isOffline, send);

  return {
    queue,
    isOffline,
    change(change) {
      put(withChange(latest.current, change));
      // A photo that arrived after its box: nothing is typed any more.
      if (isGone.current) void send();
    },
    keepMine: (itemId, version) => put(onTopOf(latest.current, itemId, version)),
    keepAsNew: (itemId, newId) => put(asNew(latest.current, itemId, newId)),
    discard: (itemId) => put(without(latest.current, itemId)),
  };
}

type Sending = {
  put: (queue: ItemQueue) => void;
  latest: RefObject<ItemQueue>;
  listeners: RefObject<Listeners>;
};

/** False where no answer came. */
async function sendOne(
  appraisalId: string,
  sent: PendingItem,
  { put, latest, listeners }: Sending,
): Promise<boolean> {
  // Taken out before anybody knew of it.
  if (sent.isRemoved && sent.version === 0) {
    put(without(latest.current, sent.itemId));
    return true;
  }
  const { boxNumber, content, imageIds } = sent;
  put(whileSent(latest.current, sent));
  try {
    const saved = await api<SavedItem>(pathOf(appraisalId, sent), {
      body: sent.isRemoved ? {} : { boxNumber, content, imageIds },
      ifMatch: `"${sent.version}"`,
    });
    // The stored item first: between the two the screen would show what was before.
    listeners.current.onSaved(saved);
    put(afterSaved(latest.current, sent, saved.item.version));
    return true;
  } catch (error) {
    const refusal = refusalThatStands(error);
    if (!refusal) return false;
    const isStale = refusal.type === 'Conflict';
    put(afterRefused(latest.current, sent.itemId, { message: refusal.message, isStale }));
    listeners.current.onRefused();
    return true;
  }
}
