import * as z from 'zod/mini';
import { AppraisalId } from '#domain/applications/appraisal-number.ts';
import { optionalLine, optionalParagraphs, paragraphs } from '#domain/values/typed-text.ts';

/**
 * The maximum lengths of a pledge's text and of a picture's name and description, in characters.
 */
export const pledgeLengths = { text: 2000, name: 50, comment: 200 } as const;
/** The maximum number of a pledge's pictures. */
export const mostPledgePictures = 8;

/**
 * A picture of a pledge as its author sends it: a stored one by its id, or with an id of '' a new
 * one.
 */
export const PledgeItemDraft = z.strictObject({
  id: z.string().check(z.maxLength(64)),
  name: optionalLine('写真の名前', pledgeLengths.name),
  comment: optionalLine('写真のひとこと', pledgeLengths.comment),
});
export type PledgeItemDraft = z.infer<typeof PledgeItemDraft>;

/** The states of a pledge that its author may choose; a deleted pledge is 'removed'. */
export const WrittenState = z.enum(
  ['draft', 'published', 'hidden'],
  '公開の設定を選んでください。',
);
export type WrittenState = z.infer<typeof WrittenState>;

/**
 * What an author writes of a pledge, besides its pictures and its state, and everybody may read. A new
 * field needs a line here and one in `emptyWords`; writing, drafts, answers and taking away follow.
 */
export const PublicWords = z.object({
  text: optionalParagraphs('本文', pledgeLengths.text),
});
export type PublicWords = z.infer<typeof PublicWords>;

/** All that an author writes of it; what is not in `PublicWords` is told to nobody else. */
export const PledgeWords = z.extend(PublicWords, { showsAmount: z.boolean() });
export type PledgeWords = z.infer<typeof PledgeWords>;

/** The words before any is written, and of a pledge that was taken away. */
export const emptyWords: PledgeWords = { text: '', showsAmount: false };

/** The words alone, out of all that is known of a pledge. */
export const wordsOf = (pledge: PledgeWords): PledgeWords => only(PledgeWords.shape, pledge);

/** Those of them that everybody may read. */
export const publicWordsOf = (pledge: PublicWords): PublicWords => only(PublicWords.shape, pledge);

function only<Words extends object>(shape: Record<keyof Words, unknown>, all: Words): Words {
  const names = Object.keys(shape) as (keyof Words)[];
  return Object.fromEntries(names.map((name) => [name, all[name]])) as Words;
}

/**
 * A pledge as its author writes it, on a completed donation of theirs; `id` is '' for a new one. New
 * pictures come beside it, in the order of the items whose id is ''. Only a draft may be without text.
 */
export const PledgeDraft = z
  .strictObject({
    id: z.string().check(z.maxLength(64)),
    appraisalId: AppraisalId,
    ...PledgeWords.shape,
    state: WrittenState,
    items: z
      .array(PledgeItemDraft)
      .check(z.maxLength(mostPledgePictures, `写真は${mostPledgePictures}枚までにしてください。`)),
  })
  .check(
    z.refine(({ state, text }) => state === 'draft' || text !== '', {
      path: ['text'],
      message: '本文を入力してください。',
    }),
  );
export type PledgeDraft = z.infer<typeof PledgeDraft>;

/** The body of a report of a pledge that should not be public. */
export const PledgeReport = z.strictObject({ reason: paragraphs('理由', 1000) });
export type PledgeReport = z.infer<typeof PledgeReport>;
