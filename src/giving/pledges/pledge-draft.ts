import * as z from 'zod/mini';
import { AppraisalId } from '#giving/applications/appraisal-number.ts';
import { optionalLine, optionalParagraphs, paragraphs } from '#kit/values/typed-text.ts';

/** Maximum lengths in characters: a pledge's text, a picture's name and description. */
export const pledgeLengths = { text: 2000, name: 50, comment: 200 } as const;
/** Pictures per pledge. */
export const maxPledgePictures = 8;

/** A submitted picture: an existing one by id, or a new one with id ''. */
export const PledgeItemDraft = z.strictObject({
  id: z.string().check(z.maxLength(64)),
  name: optionalLine('写真の名前', pledgeLengths.name),
  comment: optionalLine('写真のひとこと', pledgeLengths.comment),
});
export type PledgeItemDraft = z.infer<typeof PledgeItemDraft>;

/** States that the author may choose; a deleted pledge is 'removed'. */
export const WrittenState = z.enum(
  ['draft', 'published', 'hidden'],
  '公開の設定を選んでください。',
);
export type WrittenState = z.infer<typeof WrittenState>;

/**
 * Public text fields of a pledge. Add a new field here and in `emptyWords`; writing, drafts,
 * responses and deletion follow.
 */
export const PublicWords = z.object({
  text: optionalParagraphs('本文', pledgeLengths.text),
});
export type PublicWords = z.infer<typeof PublicWords>;

/** All text fields; those outside `PublicWords` are private to the author. */
export const PledgeWords = z.extend(PublicWords, { showsAmount: z.boolean() });
export type PledgeWords = z.infer<typeof PledgeWords>;

/** Fields of a new or deleted pledge. */
export const emptyWords: PledgeWords = { text: '', showsAmount: false };

export const wordsOf = (pledge: PledgeWords): PledgeWords => pickFields(PledgeWords.shape, pledge);

export const publicWordsOf = (pledge: PublicWords): PublicWords =>
  pickFields(PublicWords.shape, pledge);

function pickFields<Words extends object>(shape: Record<keyof Words, unknown>, all: Words): Words {
  const names = Object.keys(shape) as (keyof Words)[];
  return Object.fromEntries(names.map((name) => [name, all[name]])) as Words;
}

/**
 * A pledge as submitted, on a completed donation of the author's; `id` is '' for a new one. New
 * pictures are uploaded with it, in the order of the items with id ''. Only a draft may have no
 * text.
 */
export const PledgeDraft = z
  .strictObject({
    id: z.string().check(z.maxLength(64)),
    appraisalId: AppraisalId,
    ...PledgeWords.shape,
    state: WrittenState,
    items: z
      .array(PledgeItemDraft)
      .check(z.maxLength(maxPledgePictures, `写真は${maxPledgePictures}枚までにしてください。`)),
  })
  .check(
    z.refine(({ state, text }) => state === 'draft' || text !== '', {
      path: ['text'],
      message: '本文を入力してください。',
    }),
  );
export type PledgeDraft = z.infer<typeof PledgeDraft>;

/** Body of a report that a pledge should not be public. */
export const PledgeReport = z.strictObject({ reason: paragraphs('理由', 1000) });
export type PledgeReport = z.infer<typeof PledgeReport>;
