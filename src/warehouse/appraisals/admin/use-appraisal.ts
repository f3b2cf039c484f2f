import { useCallback, useEffect, useRef, useState } from 'react';
import { send } from '#kit/client/send.ts';
import { randomKey } from '#kit/forms/submission.ts';
import {
  type AppraisalDraft,
  pollIntervalMs,
  type SavedItem,
} from '#warehouse/appraisals/appraisal-draft.ts';
import type { ItemEntry } from '#warehouse/appraisals/draft-item.ts';
import { type ShownItem, shownItems } from './item-queue.ts';
import { type ItemSaving, useItemQueue } from './use-item-queue.ts';

export type Appraisal = {
  draft: AppraisalDraft;
  /** Whether the draft was reloaded since this screen opened: the first one may come from an earlier visit. */
  isFresh: boolean;
  /** The items with pending changes. */
  items: ShownItem[];
  saving: ItemSaving;
  /** Saves an item; a new one under its own id. */
  save: (itemId: string, entry: ItemEntry) => void;
  remove: (item: ShownItem) => void;
  /** Keeps the appraiser's version of a refused item; returns its id, which may be new. */
  keepMine: (itemId: string) => Promise<string>;
  /** Replaces the draft with the response to a step. */
  take: (draft: AppraisalDraft) => void;
  /** Loads colleagues' changes; false without a response. */
  reload: () => Promise<boolean>;
};

/** A draft shared with colleagues: reloads periodically while visible, and sends own changes automatically. */
export function useAppraisal(uid: string, loaded: AppraisalDraft): Appraisal {
  const { appraisalId } = loaded;
  const [draft, setDraft] = useState(loaded);
  const [isFresh, setFresh] = useState(false);
  const latest = useRef(draft);
  const take = useCallback((next: AppraisalDraft) => {
    // A response that was overtaken by a newer one.
    if (next.version < latest.current.version) return;
    latest.current = next;
    setDraft(next);
  }, []);
  const reload = useCallback(
    () =>
      send('GET /api/office/appraisals/:appraisalId', { params: { appraisalId } }).then(
        (answer) => {
          take(answer);
          setFresh(true);
          return true;
        },
        // The next reload tries again.
        () => false,
      ),
    [appraisalId, take],
  );
  const saving = useItemQueue(
    { uid, appraisalId },
    {
      onSaved(saved) {
        take(withItem(latest.current, saved));
        // A colleague's change in between is not loaded yet: without it steps would conflict.
        if (saved.version > latest.current.version) void reload();
      },
      onRefused: () => void reload(),
    },
  );
  useEffect(() => {
    void reload();
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void reload();
    }, pollIntervalMs);
    return () => clearInterval(timer);
  }, [reload]);

  async function keepMine(itemId: string): Promise<string> {
    const findStored = () => latest.current.items.find(({ id }) => id === itemId);
    const stored = findStored();
    if (stored) saving.keepMine(itemId, stored.version);
    // Only a fresh response shows that a colleague removed the item; without one, both versions are shown.
    if (stored || !(await reload()) || findStored()) return itemId;
    if (saving.queue.find((one) => one.itemId === itemId)?.isRemoved) {
      saving.discard(itemId);
      return itemId;
    }
    const newId = randomKey();
    saving.keepAsNew(itemId, newId);
    return newId;
  }

  // Reads the ref, not the rendered state: a photo may arrive after the screen was closed.
  const versionOf = (itemId: string) =>
    latest.current.items.find(({ id }) => id === itemId)?.version ?? 0;
  return {
    draft,
    isFresh,
    items: shownItems(draft.items, saving.queue),
    saving,
    save: (itemId, entry) =>
      saving.change({ ...entry, itemId, version: versionOf(itemId), isRemoved: false }),
    remove: ({ id, boxNumber, content, imageIds }) =>
      saving.change({
        ...{ boxNumber, content, imageIds },
        ...{ itemId: id, version: versionOf(id), isRemoved: true },
      }),
    keepMine,
    take,
    reload,
  };
}

/** The draft with a saved item; advances its version only if nothing happened in between. */
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
