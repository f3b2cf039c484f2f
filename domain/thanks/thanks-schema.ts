import * as z from 'zod/mini';
import { ArticleImage } from '#domain/associates/associate.ts';
import { GiftNumber } from '#domain/donations/gift-number.ts';
import { PictureId } from '#domain/images/picture-id.ts';
import { serviceDay } from '#domain/values/days/day-schema.ts';
import { RichText } from '#domain/values/text/rich-text-schema.ts';
import { Timestamp } from '#domain/values/timestamp-schema.ts';
import { line, paragraphs } from '#domain/values/typed-text.ts';
import { VersionState } from '#domain/versions/version.ts';
import {
  maxThanksLetters,
  type ThanksScope,
  thanksScopes,
  thanksTemplates,
  unknownVariables,
} from './thanks.ts';

const Scope = z.enum(
  Object.keys(thanksScopes) as ThanksScope[],
  'お届けする相手を選んでください。',
);
const knowsItsVariables = z.refine<string>(
  (text) => unknownVariables(text).length === 0,
  '{{ }} の中は、お名前か団体名だけにしてください。',
);

/** What the words of a message are made of, of a template as well. */
export const thanksWords = {
  title: line('件名', 100).check(knowsItsVariables),
  body: paragraphs('本文', maxThanksLetters).check(knowsItsVariables),
};

type Content = {
  scope: ThanksScope;
  appraisalId: string;
  periodFrom: string;
  periodTo: string;
};
const fits = (when: (content: Content) => boolean, path: keyof Content, error: string) =>
  z.refine<Content>(when, { error, path: [path] });

/** What one version of a message of thanks says, and to whom. */
export const ThanksContent = z
  .strictObject({
    ...thanksWords,
    imageId: PictureId,
    scope: Scope,
    /** 寄付番号 of the gift it is for; "" otherwise. */
    appraisalId: z.union([z.literal(''), GiftNumber]),
    /** First and last day of the donations that it is for; "" otherwise. */
    periodFrom: z.union([z.literal(''), serviceDay()]),
    periodTo: z.union([z.literal(''), serviceDay()]),
    /** Whether what is given later gets it, too. */
    isStanding: z.boolean(),
    /** Whether everybody reads it on the organisation's page, too. */
    isPublic: z.boolean(),
  })
  .check(
    fits(
      ({ scope, appraisalId }) => scope !== 'donation' || appraisalId !== '',
      'appraisalId',
      'お礼をお届けするご寄付の寄付番号を入力してください。',
    ),
    fits(
      ({ scope, periodFrom }) => scope !== 'period' || periodFrom !== '',
      'periodFrom',
      'お届けする期間の始まりの日を選んでください。',
    ),
    fits(
      ({ scope, periodTo }) => scope !== 'period' || periodTo !== '',
      'periodTo',
      'お届けする期間の終わりの日を選んでください。',
    ),
    fits(
      ({ scope, periodFrom, periodTo }) => scope !== 'period' || periodFrom <= periodTo,
      'periodTo',
      '終わりの日は、始まりの日より後にしてください。',
    ),
  );
export type ThanksContent = z.infer<typeof ThanksContent>;

/** The same without what was filled in for other readers than the chosen ones. */
export const forItsReaders = (content: ThanksContent): ThanksContent => ({
  ...content,
  appraisalId: content.scope === 'donation' ? content.appraisalId : '',
  periodFrom: content.scope === 'period' ? content.periodFrom : '',
  periodTo: content.scope === 'period' ? content.periodTo : '',
  isStanding: content.scope === 'all' && content.isStanding,
});

/** A message of thanks that was published, as the organisation's staff sees it. */
export const StaffThanks = z.object({
  id: z.string(),
  title: z.string(),
  scope: Scope,
  appraisalId: z.string(),
  periodFrom: z.string(),
  periodTo: z.string(),
  isStanding: z.boolean(),
  isPublic: z.boolean(),
  /** False of what was written for readers of the page alone. */
  isDelivered: z.boolean(),
  isWithdrawn: z.boolean(),
  /** For how many donations it was when it was published, and how many have it. */
  aimedCount: z.number(),
  givenCount: z.number(),
  isDone: z.boolean(),
  publishedAt: Timestamp,
});
export type StaffThanks = z.infer<typeof StaffThanks>;

/** A text that was begun and not published. */
export const RoomDraft = z.object({
  id: z.string(),
  title: z.string(),
  state: VersionState,
  /** Why it was sent back. */
  note: z.string(),
  changedBy: z.string(),
  changedAt: Timestamp,
});
export type RoomDraft = z.infer<typeof RoomDraft>;

/** The body that begins a message: from which ready words, which of their own, or which earlier message. */
export const ThanksBeginning = z.strictObject({
  template: z.optional(z.enum(thanksTemplates.map(({ id }) => id))),
  ownTemplateId: z.optional(z.string().check(z.regex(/^[\w-]{1,64}$/))),
  earlierId: z.optional(z.string().check(z.regex(/^[\w-]{1,64}$/))),
  appraisalId: z.optional(GiftNumber),
});
export type ThanksBeginning = z.infer<typeof ThanksBeginning>;
export const Begun = z.object({ id: z.string() });

export const Withdrawal = z.strictObject({ reason: line('理由', 200) });
export type Withdrawal = z.infer<typeof Withdrawal>;

/** What a donor reads under お礼. */
export const Letter = z.object({
  id: z.string(),
  title: z.string(),
  blocks: RichText,
  image: z.nullable(ArticleImage),
  at: Timestamp,
});
export type Letter = z.infer<typeof Letter>;
