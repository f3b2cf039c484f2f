import * as z from 'zod/mini';
import { GiftNumber } from '#giving/donations/gift-number.ts';
import { PictureId } from '#kit/images/picture-id.ts';
import { serviceDay } from '#kit/values/days/day-schema.ts';
import { RichText } from '#kit/values/text/rich-text-schema.ts';
import { Timestamp } from '#kit/values/timestamp-schema.ts';
import { line, paragraphs } from '#kit/values/typed-text.ts';
import { VersionState } from '#kit/versions/version.ts';
import { ArticleImage } from '#organisations/associates/associate.ts';
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

/** Text fields of a message and of a template. */
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

/** Content and audience of one version of a thank-you message. */
export const ThanksContent = z
  .strictObject({
    ...thanksWords,
    imageId: PictureId,
    scope: Scope,
    /** 寄付番号 of its gift; "" for other scopes. */
    appraisalId: z.union([z.literal(''), GiftNumber]),
    /** First and last donation day of its period; "" for other scopes. */
    periodFrom: z.union([z.literal(''), serviceDay()]),
    periodTo: z.union([z.literal(''), serviceDay()]),
    /** Whether later donations get it, too. */
    isStanding: z.boolean(),
    /** Whether it is also shown on the organisation's public page. */
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

/** Clears the fields of other scopes than the chosen one. */
export const forItsReaders = (content: ThanksContent): ThanksContent => ({
  ...content,
  appraisalId: content.scope === 'donation' ? content.appraisalId : '',
  periodFrom: content.scope === 'period' ? content.periodFrom : '',
  periodTo: content.scope === 'period' ? content.periodTo : '',
  isStanding: content.scope === 'all' && content.isStanding,
});

/** A published message, as the organisation's staff sees it. */
export const StaffThanks = z.object({
  id: z.string(),
  title: z.string(),
  scope: Scope,
  appraisalId: z.string(),
  periodFrom: z.string(),
  periodTo: z.string(),
  isStanding: z.boolean(),
  isPublic: z.boolean(),
  /** False if it was only published on the page. */
  isDelivered: z.boolean(),
  isWithdrawn: z.boolean(),
  /** Donations it was meant for at publication, and those that have it. */
  aimedCount: z.number(),
  givenCount: z.number(),
  isDone: z.boolean(),
  publishedAt: Timestamp,
});
export type StaffThanks = z.infer<typeof StaffThanks>;

/** An unpublished draft. */
export const RoomDraft = z.object({
  id: z.string(),
  title: z.string(),
  state: VersionState,
  /** Reason for sending it back. */
  note: z.string(),
  changedBy: z.string(),
  changedAt: Timestamp,
});
export type RoomDraft = z.infer<typeof RoomDraft>;

/** Starts a message from a built-in template, one of their own, or an earlier message. */
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

/** A message under the donor's お礼. */
export const Letter = z.object({
  id: z.string(),
  title: z.string(),
  blocks: RichText,
  image: z.nullable(ArticleImage),
  at: Timestamp,
});
export type Letter = z.infer<typeof Letter>;
