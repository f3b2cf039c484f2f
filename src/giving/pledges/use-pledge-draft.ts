import { useMemo, useState } from 'react';
import * as z from 'zod/mini';
import { deleteDraft, draftKey } from '#kit/forms/draft.ts';
import { type Draft, useDraft } from '#kit/forms/use-draft.ts';
import type { Form } from '#kit/forms/use-form.ts';
import type { VersionedPledge } from './own-pledge.ts';
import type { PledgeItem } from './pledge.ts';
import { type PledgeDraft, PledgeItemDraft } from './pledge-draft.ts';
import type { useItemPictures } from './use-item-pictures.ts';

/** The version of a pledge that is not stored yet; storing it elsewhere makes this stale. */
const unstored = '"0"';

const kindOf = (appraisalId: string) => ({ name: `pledge.${appraisalId}`, version: 1 });

/** Drops the draft of a deleted pledge. */
export function forgetPledgeDraft(appraisalId: string): void {
  const { name, version } = kindOf(appraisalId);
  try {
    deleteDraft(localStorage, draftKey(name, version));
  } catch {
    // Storage is forbidden, so nothing was stored either.
  }
}

const KeptPictures = z.object({
  etag: z.string(),
  missingCount: z.number(),
  items: z.array(PledgeItemDraft),
});

/**
 * The pictures in a draft: the stored ones with their texts, how many more were chosen, and the version that the
 * draft is based on. Chosen pictures are files, which drafts never store.
 */
export function keptPictures(draft: unknown, stored: readonly Pick<PledgeItem, 'id'>[]) {
  const { data } = KeptPictures.safeParse(draft);
  if (!data) return undefined;
  const { etag, missingCount, items } = data;
  return {
    etag,
    items: items.filter(({ id }) => stored.some((one) => one.id === id)),
    missingCount: missingCount + items.filter(({ id }) => id === '').length,
  };
}

/**
 * Stores the pledge being written in this browser (docs/product.md, Forms). The returned `shown` is the version that
 * the draft is based on, so that a concurrent change is not overwritten unseen.
 */
export function usePledgeDraft({
  form,
  itemPictures,
  stored,
  shown,
}: {
  form: Form<PledgeDraft, PledgeDraft>;
  itemPictures: Pick<ReturnType<typeof useItemPictures>, 'put' | 'reset'>;
  stored: readonly PledgeItem[];
  /** Undefined for a new pledge. */
  shown: VersionedPledge | undefined;
}): Draft & { shown: VersionedPledge | undefined; missingCount: number } {
  const [etag, setEtag] = useState(shown?.etag ?? unstored);
  const [missing, setMissing] = useState(0);
  const { values, isDirty } = form;
  const chosenCount = values.items.filter(({ id }) => id === '').length;
  const missingCount = Math.max(0, missing - chosenCount);
  const draftValues = useMemo(
    () => ({ ...values, etag, missingCount }),
    [values, etag, missingCount],
  );
  const draft = useDraft(
    {
      values: draftValues,
      isDirty,
      restore(found) {
        form.restore(found);
        const pictures = keptPictures(found, stored);
        if (!pictures) return;
        setEtag(pictures.etag);
        setMissing(pictures.missingCount);
        itemPictures.put(pictures.items);
      },
      reset() {
        setEtag(shown?.etag ?? unstored);
        setMissing(0);
        itemPictures.reset();
        form.reset();
      },
    },
    { ...kindOf(values.appraisalId), exclude: [] },
  );
  return { ...draft, shown: shown && { ...shown, etag }, missingCount };
}
