import * as z from 'zod/mini';
import { Timestamp } from '#kit/values/timestamp-schema.ts';
import { optionalLine, optionalParagraphs } from '#kit/values/typed-text.ts';
import { PlausibilityFlag } from '#warehouse/results/plausibility.ts';
import { BoxNumber, DraftItem } from './draft-item.ts';

export const appraisalsPageSize = 20;
/** Lines per draft; a lot of many pieces is one line. */
export const maxDraftItems = 2_000;
/** People whose last change is within this time count as present. */
export const presenceMs = 2 * 60 * 1000;
/** Polling interval for colleagues' changes. */
export const pollIntervalMs = 5_000;

/** Progress of an appraisal; `waiting` before anything is entered. */
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

/** An application whose boxes arrived and wait for their result. */
export const ListedAppraisal = z.object({
  appraisalId: z.string(),
  kind: z.enum(['direct', 'fund']),
  boxes: z.number(),
  receivedAt: Timestamp,
  state: DraftState,
  items: z.number(),
  finishedBoxes: z.number(),
  /** Last editor; "" before the first change. */
  changedBy: z.string(),
  changedAt: z.nullable(Timestamp),
});
export type ListedAppraisal = z.infer<typeof ListedAppraisal>;

/** An appraisal in progress, as everyone who works on it sees it. */
export const AppraisalDraft = z.object({
  appraisalId: z.string(),
  kind: z.enum(['direct', 'fund']),
  /** Kinds of goods that the donor ticked. */
  products: z.array(z.string()),
  receivedOn: z.string(),
  state: DraftState,
  /** Numbers of the boxes that arrived. */
  boxes: z.array(z.number()),
  finishedBoxes: z.array(z.number()),
  /** Number of boxes in the application. */
  appliedBoxes: z.number(),
  items: z.array(DraftItem),
  note: z.string(),
  overrideReason: z.string(),
  /** The reviewer's request when the draft was sent back; "" for none. */
  sentBackNote: z.string(),
  bonus: z.object({
    yen: z.number(),
    parts: z.array(z.object({ title: z.string(), yen: z.number() })),
  }),
  flags: z.array(PlausibilityFlag),
  /** Colleagues who changed something within `presenceMs`. */
  others: z.array(z.string()),
  finished: z.nullable(Signature),
  reviewed: z.nullable(Signature),
  /** False while its result waits for release: take it out of there first. */
  canReopen: z.boolean(),
  version: z.number(),
});
export type AppraisalDraft = z.infer<typeof AppraisalDraft>;

/** Response to a saved item; `version` is that of the whole draft. */
export const SavedItem = z.object({ item: DraftItem, version: z.number() });
export type SavedItem = z.infer<typeof SavedItem>;

export const FinishBox = z.strictObject({ boxNumber: BoxNumber, isFinished: z.boolean() });

/** Sent when all boxes are done: a note to the donor, and the reason why an unlikely value is right. */
export const AskReview = z.strictObject({
  note: optionalParagraphs('寄付者へのひとこと', 200),
  overrideReason: optionalLine('このまま進める理由', 200),
});
export const SendBack = z.strictObject({
  note: optionalLine('差し戻しの理由', 200).check(
    z.minLength(1, '差し戻しの理由を入力してください。'),
  ),
});
