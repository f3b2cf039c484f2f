import * as z from 'zod/mini';
import { ApplicationState } from '#giving/applications/choice-schemas.ts';
import { Timestamp } from '#kit/values/timestamp-schema.ts';
import { paragraphs } from '#kit/values/typed-text.ts';
import { SagawaLines, YamatoLines } from './slip-lines.ts';

export const kitBatchesPageSize = 20;
export const kitBatchEntriesPageSize = 50;
/** Several days' work; the rest waits for the next batch. */
export const maxKitsPerBatch = 1_000;

const KitBatchState = z.enum(['frozen', 'marked', 'dissolved']);
export const kitBatchStateLabels = {
  frozen: '発送前',
  marked: '発送済み',
  dissolved: '解除',
} as const satisfies Record<z.infer<typeof KitBatchState>, string>;

/** A frozen batch of kits. */
export const KitBatch = z.object({
  id: z.string(),
  /** YYYY-MM-DD in Asia/Tokyo; `number` counts the batches of the day. */
  day: z.string(),
  number: z.number(),
  state: KitBatchState,
  applications: z.number(),
  boxes: z.number(),
  createdAt: Timestamp,
  createdBy: z.string(),
  markedAt: z.nullable(Timestamp),
  markedBy: z.string(),
  dissolvedAt: z.nullable(Timestamp),
  dissolvedBy: z.string(),
  dissolvedReason: z.string(),
  version: z.number(),
});
export type KitBatch = z.infer<typeof KitBatch>;

/** Formats a batch's name: 11月20日 その1. */
export function kitBatchName({ day, number }: Pick<KitBatch, 'day' | 'number'>): string {
  const [, month, date] = day.split('-').map(Number);
  return `${month}月${date}日 その${number}`;
}

/** Kits due today. */
export const KitsToday = z.object({
  day: z.string(),
  applications: z.number(),
  boxes: z.number(),
  /** The newest batch; a freeze sends it back, so that two concurrent freezes make one batch. */
  latestBatchId: z.string(),
});
export type KitsToday = z.infer<typeof KitsToday>;

export const FreezeRequest = z.strictObject({
  after: z.string().check(z.regex(/^[\w-]{0,64}$/, '束の指定が正しくありません。')),
});

const EntryState = z.enum(['waiting', 'sent', 'left-out']);
/** Why an application's kit was left out of its batch. */
export const leftOutReasons = {
  cancelled: 'キャンセル・返送になったため',
  changed: '内容が変わったため',
  dissolved: '束を解除したため',
  'taken-back': '発送済みの記録を取り消したため',
  'taken-out': '手作業で外したため',
} as const;
export type LeftOutReason = keyof typeof leftOutReasons;

const Problems = z.array(z.string());

/** An application's kits in a batch, with their printed lines. */
export const KitBatchEntry = z.object({
  position: z.number(),
  appraisalId: z.string(),
  /** As of the freeze. */
  name: z.string(),
  address: z.string(),
  boxes: z.number(),
  deliveryDate: z.string(),
  deliverySlot: z.string(),
  state: EntryState,
  leftOutReason: z.string(),
  /** Current state of the application, and whether its kit was marked as sent outside the batch. */
  applicationState: ApplicationState,
  isSentByHand: z.boolean(),
  yamato: z.object({ lines: YamatoLinesShown(), isMended: z.boolean(), problems: Problems }),
  sagawa: z.object({ lines: SagawaLinesShown(), isMended: z.boolean(), problems: Problems }),
});
export type KitBatchEntry = z.infer<typeof KitBatchEntry>;

// Unvalidated: lines that are too long are shown for mending.
function YamatoLinesShown() {
  return z.object({ address: z.string(), building: z.string(), name: z.string() });
}
function SagawaLinesShown() {
  const line = z.string();
  return z.object({ address1: line, address2: line, address3: line, name1: line, name2: line });
}

/** Lines mended by a person, with the lines they saw: of two concurrent edits the second is refused. */
export const MendRequest = z.discriminatedUnion('carrier', [
  z.strictObject({
    carrier: z.literal('yamato'),
    lines: YamatoLines,
    seen: z.strictObject(YamatoLinesShown().shape),
  }),
  z.strictObject({
    carrier: z.literal('sagawa'),
    lines: SagawaLines,
    seen: z.strictObject(SagawaLinesShown().shape),
  }),
]);
export type MendRequest = z.infer<typeof MendRequest>;

const FieldChange = z.object({ label: z.string(), before: z.string(), after: z.string() });

/** Check before a batch is marked as sent. */
export const KitReview = z.object({
  /** Fingerprint of this review; marking is refused if it is stale. */
  seen: z.string(),
  ready: z.number(),
  changed: z.array(
    z.object({ appraisalId: z.string(), name: z.string(), changes: z.array(FieldChange) }),
  ),
  cancelled: z.array(
    z.object({ appraisalId: z.string(), name: z.string(), state: ApplicationState }),
  ),
  sentByHand: z.array(z.object({ appraisalId: z.string(), name: z.string() })),
  /** Slips per carrier that need mending. */
  toMend: z.object({ yamato: z.number(), sagawa: z.number() }),
});
export type KitReview = z.infer<typeof KitReview>;

export const MarkRequest = z.strictObject({
  seen: z.string().check(z.maxLength(100)),
  choices: z
    .array(
      z.strictObject({
        appraisalId: z.string().check(z.maxLength(20)),
        choice: z.enum(['send', 'leave-out'], '変更のあった申し込みの扱いを選んでください。'),
      }),
    )
    .check(z.maxLength(maxKitsPerBatch)),
});
export type MarkRequest = z.infer<typeof MarkRequest>;

export const DissolveRequest = z.strictObject({ reason: paragraphs('理由', 500) });
export type DissolveRequest = z.infer<typeof DissolveRequest>;

/** Result of marking a batch as sent. */
export const MarkOutcome = z.object({ batch: KitBatch, sent: z.number(), leftOut: z.number() });
export type MarkOutcome = z.infer<typeof MarkOutcome>;

/** Result of taking that back; kits that were sent otherwise or have moved on stay. */
export const TakeBackMarkOutcome = z.object({
  batch: KitBatch,
  takenBack: z.number(),
  stayed: z.number(),
});
export type TakeBackMarkOutcome = z.infer<typeof TakeBackMarkOutcome>;

/** Label sheets; `perSheet` is 1 for a roll. */
export const labelSheets = {
  'a4-12': { label: 'A4・12面', perSheet: 12 },
  'a4-24': { label: 'A4・24面', perSheet: 24 },
  thermal: { label: '感熱ロール（100×150mm）', perSheet: 1 },
} as const;
export type LabelSheet = keyof typeof labelSheets;
export const labelSheetNames = Object.keys(labelSheets) as [LabelSheet, ...LabelSheet[]];

/** Boxes per file of labels; a multiple of every sheet. */
export const labelsInFile = 480;

/** Number of label files of a batch if the first label goes to place `start` of its sheet. */
export const labelFiles = (boxes: number, start: number): number =>
  Math.max(1, Math.ceil((boxes + start - 1) / labelsInFile));

/** Labels of the n-th file. The first file ends with a full sheet as well. */
export const labelsOfFile = <Label>(
  labels: readonly Label[],
  { part, start }: { part: number; start: number },
): Label[] =>
  labels.slice(
    Math.max(0, (part - 1) * labelsInFile - (start - 1)),
    part * labelsInFile - (start - 1),
  );
