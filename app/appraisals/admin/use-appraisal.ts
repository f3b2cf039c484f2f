import { useCallback, useEffect, useRef, useState } from 'react';
import { randomKey } from '#app/forms/submission.ts';
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
  /** Whether the draft was asked for since this screen is open: what was loaded may be of an earlier visit. */
  isFresh: boolean;
  /** With what is not sent yet. */
  items: ShownItem[];
  saving: ItemSaving;
  /** Writes an item, a new one under an id of its own. */
  save: (itemId: string, entry: ItemEntry) => void;
  remove: (item: ShownItem) => void;
  /** One's own words of a refused item are to stand; the id under which they do. */
  keepMine: (itemId: string) => Promise<string>;
  /** Puts the answer to a step in the place of what is shown. */
  take: (draft: AppraisalDraft) => void;
  /** Asks what colleagues did meanwhile; false where no answer came. */
  reload: () => Promise<boolean>;
};

export const appraisalPath = (appraisalId: string) => `/api/office/appraisals/${appraisalId}`;

/** A draft that others work on, too: their changes come in while it is on the screen, ours go out by themselves. */
export function useAppraisal(uid: string, loaded: AppraisalDraft): Appraisal {
  const { appraisalId } = loaded;
  const [draft, setDraft] = useState(loaded);
  const [isFresh, setFresh] = useState(false);
  const latest = useRef(draft);
  const take = useCallback((next: AppraisalDraft) => {
    // An answer that was on its way while something newer came.
    if (next.version < latest.current.version) return;
    latest.current = next;
    setDraft(next);
  }, []);
  const reload = useCallback(
    () =>
      api<AppraisalDraft>(appraisalPath(appraisalId)).then(
        (answer) => {
          take(answer);
          setFresh(true);
          return true;
        },
        // The next one asks again.
        () => false,
      ),
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
    void reload();
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void reload();
    }, askEveryMs);
    return () => clearInterval(timer);
  }, [reload]);

  async function keepMine(itemId: string): Promise<string> {
    const known = () => latest.current.items.find(({ id }) => id === itemId);
    const stored = known();
    if (stored) saving.keepMine(itemId, stored.version);
    // That a colleague took it out, only a fresh answer says; if not, both versions are shown.
    if (stored || !(await reload()) || known()) return itemId;
    if (saving.queue.find((one) => one.itemId === itemId)?.isRemoved) {
      saving.discard(itemId);
      return itemId;
    }
    const newId = randomKey();
    saving.keepAsNew(itemId, newId);
    return newId;
  }

  // Not as drawn: a photo may arrive when nothing is drawn any more.
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
