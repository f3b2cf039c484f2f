import * as z from 'zod/mini';
import { PlausibilityFlag } from '#domain/results/plausibility.ts';
import { Timestamp } from '#domain/values/timestamp-schema.ts';
import { optionalLine, optionalParagraphs } from '#domain/values/typed-text.ts';
import { BoxNumber, DraftItem } from './draft-item.ts';

export const appraisalsPageSize = 20;
/** More lines stand in no list; a lot of many pieces is one line. */
export const mostDraftItems = 2_000;
/** Who changed something within this time is here. */
export const hereForMs = 2 * 60 * 1000;
/** How often a screen asks what colleagues did. */
export const askEveryMs = 5_000;

/** Where an appraisal at the table is; `waiting` before anything was written. */
export const draftStates = {
  waiting: '査定待ち',
  open: '査定中',
  review: '確認待ち',
  reviewed: '結果の確定待ち',
} as const;
export type DraftState = keyof typeof draftStates;
export const draftStateKeys = Object.keys(draftStates) as DraftState[];
const DraftState = z.enum(draftStateKeys);

const Signature = z.object({ name: z.string(), at: Timestamp });

/** Boxes of an application that came and wait for their result. */
export const ListedAppraisal = z.object({
  appraisalId: z.string(),
  kind: z.enum(['direct', 'fund']),
  boxes: z.number(),
  receivedAt: Timestamp,
  state: DraftState,
  items: z.number(),
  finishedBoxes: z.number(),
  /** Who changed it last; "" before anybody did. */
  changedBy: z.string(),
  changedAt: z.nullable(Timestamp),
});
export type ListedAppraisal = z.infer<typeof ListedAppraisal>;

/** An appraisal at the table, as all who work on it see it. */
export const AppraisalDraft = z.object({
  appraisalId: z.string(),
  kind: z.enum(['direct', 'fund']),
  /** What its donor wrote on the form. */
  products: z.array(z.string()),
  receivedOn: z.string(),
  state: DraftState,
  /** Boxes that came, by number. */
  boxes: z.array(z.number()),
  finishedBoxes: z.array(z.number()),
  /** As many as were applied for. */
  appliedBoxes: z.number(),
  items: z.array(DraftItem),
  note: z.string(),
  overrideReason: z.string(),
  /** What the second look asked for; "" for nothing. */
  sentBackNote: z.string(),
  bonus: z.object({
    yen: z.number(),
    parts: z.array(z.object({ title: z.string(), yen: z.number() })),
  }),
  flags: z.array(PlausibilityFlag),
  /** Others who changed something within two minutes. */
  others: z.array(z.string()),
  finished: z.nullable(Signature),
  reviewed: z.nullable(Signature),
  /** False while its result waits to be released: there it is taken out first. */
  canReopen: z.boolean(),
  version: z.number(),
});
export type AppraisalDraft = z.infer<typeof AppraisalDraft>;

/** The answer to a saved item: `version` is of the whole draft. */
export const SavedItem = z.object({ item: DraftItem, version: z.number() });
export type SavedItem = z.infer<typeof SavedItem>;

export const FinishBox = z.strictObject({ boxNumber: BoxNumber, isFinished: z.boolean() });

/** All boxes are through: what else its donor should know, and why what looks unlikely is right. */
export const AskReview = z.strictObject({
  note: optionalParagraphs('寄付者へのひとこと', 200),
  overrideReason: optionalLine('このまま進める理由', 200),
});
export const SendBack = z.strictObject({
  note: optionalLine('差し戻しの理由', 200).check(
    z.minLength(1, '差し戻しの理由を入力してください。'),
  ),
});
