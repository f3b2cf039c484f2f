import { useCallback, useEffect, useRef, useState } from 'react';
import { api } from '#app/session/api.ts';
import {
  type AppraisalDraft,
  askEveryMs,
  type SavedItem,
} from '#domain/appraisals/appraisal-draft.ts';
import type { ItemEntry } from '#domain/appraisals/draft-item.ts';
import { type ShownItem, shownItems } from './item-queue.ts';
import { type ItemSaving, useItemQueue } from './use-item-queue.ts';

export type Appraisal = {
  draft: AppraisalDraft;
  /** With what is not sent yet. */
  items: ShownItem[];
  saving: ItemSaving;
  /** Writes an item, a new one under an id of its own. */
  save: (itemId: string, entry: ItemEntry) => void;
  remove: (item: ShownItem) => void;
  /** Puts the answer to a step in the place of what is shown. */
  take: (draft: AppraisalDraft) => void;
  /** Asks what colleagues did meanwhile. */
  reload: () => Promise<void>;
};

export const appraisalPath = (appraisalId: string) => `/api/office/appraisals/${appraisalId}`;

/** A draft that others work on, too: their changes come in while it is on the screen, ours go out by themselves. */
export function useAppraisal(uid: string, loaded: AppraisalDraft): Appraisal {
  const { appraisalId } = loaded;
  const [draft, setDraft] = useState(loaded);
  const latest = useRef(draft);
  const take = useCallback((next: AppraisalDraft) => {
    // An answer that was on its way while something newer came.
    if (next.version < latest.current.version) return;
    latest.current = next;
    setDraft(next);
  }, []);
  const reload = useCallback(
    () =>
      api<AppraisalDraft>(appraisalPath(appraisalId)).then(take, () => {
        // The next one asks again.
      }),
    [appraisalId, take],
  );
  const saving = useItemQueue(
    { uid, appraisalId },
    {
      onSaved(saved) {
        take(withItem(latest.current, saved));
        // What a colleague did in between is not known yet: no step may be done on it.
        if (saved.version > latest.current.version) void reload();
      },
      onRefused: () => void reload(),
    },
  );
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void reload();
    }, askEveryMs);
    return () => clearInterval(timer);
  }, [reload]);

  const versionOf = (itemId: string) => draft.items.find(({ id }) => id === itemId)?.version ?? 0;
  return {
    draft,
    items: shownItems(draft.items, saving.queue),
    saving,
    save: (itemId, entry) =>
      saving.change({ ...entry, itemId, version: versionOf(itemId), isRemoved: false }),
    remove: ({ id, boxNumber, content, imageIds }) =>
      saving.change({
        ...{ boxNumber, content, imageIds },
        ...{ itemId: id, version: versionOf(id), isRemoved: true },
      }),
    take,
    reload,
  };
}

/** The draft with an item as it was stored; its version moves on only where nothing happened in between. */
function withItem(draft: AppraisalDraft, { item, version }: SavedItem): AppraisalDraft {
  const isKnown = draft.items.some(({ id }) => id === item.id);
  const items = isKnown
    ? draft.items.map((one) => (one.id === item.id ? item : one))
    : [...draft.items, item];
  return {
    ...draft,
    state: draft.state === 'waiting' ? 'open' : draft.state,
    items: items.filter(({ isRemoved }) => !isRemoved),
    version: version === draft.version + 1 ? version : draft.version,
  };
}
