import * as z from 'zod/mini';
import { maxMarkdownLetters } from '#kit/values/text/rich-text.ts';
import { line, paragraphs } from '#kit/values/typed-text.ts';
import { legalKeys, unknownVariables } from './legal-text.ts';

export const LegalKey = z.enum(legalKeys, '文面の指定が正しくありません。');

/** Schema of a legal text for editing. */
export const LegalText = z.strictObject({
  title: line('題名', 60),
  body: paragraphs('本文', maxMarkdownLetters).check(
    z.refine((body) => unknownVariables(body).length === 0, {
      error: ({ input }) =>
        `${unknownVariables(String(input))
          .map((name) => `{{${name}}}`)
          .join('、')}は、置き換える内容がありません。使える言葉の一覧をご確認ください。`,
    }),
  ),
});

/** A line of the operator's list: the effective version and upcoming changes. */
export const LegalTextLine = z.strictObject({
  key: LegalKey,
  title: z.string(),
  number: z.number(),
  /** First effective day, YYYY-MM-DD; "" for the built-in text. */
  since: z.string(),
  hasDraft: z.boolean(),
  /** First effective day of the next version, YYYY-MM-DD; "" if there is none. */
  comingFrom: z.string(),
});
export type LegalTextLine = z.infer<typeof LegalTextLine>;

/** Number of people who accepted a version or were notified of it. */
export const ConsentCount = z.strictObject({
  version: z.number(),
  members: z.number(),
  applications: z.number(),
  told: z.number(),
});
export type ConsentCount = z.infer<typeof ConsentCount>;

/** New terms that a donor has not seen yet: version and first effective day, YYYY-MM-DD. */
export const LegalNotice = z.strictObject({
  notice: z.nullable(z.strictObject({ version: z.int(), since: z.string() })),
});
export type LegalNotice = z.infer<typeof LegalNotice>;

export const LegalNoticeSeen = z.strictObject({ version: z.int().check(z.minimum(0)) });
