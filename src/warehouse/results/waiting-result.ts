import * as z from 'zod/mini';
import { AppraisalId } from '#giving/applications/appraisal-number.ts';
import { maxLetters } from '#kit/values/text/letter-count.ts';
import { Timestamp } from '#kit/values/timestamp-schema.ts';
import { categoryOf } from '#warehouse/appraisals/categories.ts';
import { conditionOf } from '#warehouse/appraisals/item-words.ts';
import { type AppraisalOutcome, appraisalOutcomes } from './appraisal-result.ts';
import { PlausibilityFlag } from './plausibility.ts';

const Outcome = z.enum(Object.keys(appraisalOutcomes) as AppraisalOutcome[], {
  error: '結果区分を選んでください。',
});

const noControl = /^(?:[^\p{Cc}\p{Cs}]|[\n\r\t])*$/u;
const text = (name: string, max: number) =>
  z
    .string(`${name}を文字列で送ってください。`)
    .check(
      z.trim(),
      maxLetters(max, `${name}は${max}文字以内で入力してください。`),
      z.regex(noControl, `${name}に使えない文字が含まれています。`),
    );
const requiredText = (name: string, max: number) =>
  text(name, max).check(z.minLength(1, `${name}を入力してください。`));
const integer = (name: string, max: number) =>
  z
    .int(`${name}を数字で入力してください。`)
    .check(
      z.minimum(0, `${name}を0以上の数字で入力してください。`),
      z.maximum(max, `${name}は${max.toLocaleString('ja-JP')}以下で入力してください。`),
    );

/** Reason why an unlikely value is right; '' for none. */
export const OverrideReason = text('理由', 500);
/** Reason for taking out a row or dropping a batch. */
export const TakingOutReason = requiredText('理由', 500);

/** An item of a waiting result. */
export const WaitingItem = z.strictObject({
  name: requiredText('品目', 100),
  quantity: integer('点数', 9_999),
  amountYen: integer('査定金額', 10_000_000),
  destination: requiredText('行き先', 60),
  reason: text('理由', 200),
  category: text('カテゴリ', 60).check(z.overwrite(categoryOf)),
  brand: text('ブランド', 60),
  feature: text('特徴', 200),
  condition: text('状態', 60).check(z.overwrite(conditionOf)),
  boxNumber: z.nullable(integer('箱', 9_999)),
  imageIds: z.array(z.string().check(z.regex(/^[\w-]{1,64}$/))).check(z.maxLength(20)),
});
export type WaitingItem = z.infer<typeof WaitingItem>;

const maxItems = 2_000;

/** A waiting result as an operator corrects or adds it. */
export const WaitingEdit = z.strictObject({
  receivedOn: z.string('受付日を入力してください。'),
  appraisedOn: z.string('査定完了日を入力してください。'),
  itemCount: integer('点数', 9_999),
  pricedCount: integer('買取点数', 9_999),
  appraisedYen: integer('査定金額', 10_000_000),
  bonusYen: integer('加算額', 10_000_000),
  outcome: Outcome,
  note: text('備考', 500),
  items: z.array(WaitingItem).check(z.maxLength(maxItems, '明細は2,000行までです。')),
  overrideReason: OverrideReason,
});
export type WaitingEdit = z.infer<typeof WaitingEdit>;

/** A result added by hand also names its application. */
export const NewWaitingResult = z.extend(WaitingEdit, { appraisalId: AppraisalId });
export type NewWaitingResult = z.infer<typeof NewWaitingResult>;

export const waitingRowsPageSize = 100;

/** Filter of a batch's rows: those that block its release, those included, those taken out. */
export const waitingViews = ['flagged', 'in', 'out'] as const;
export type WaitingView = (typeof waitingViews)[number];

/** A row of a waiting batch. */
export const WaitingRow = z.object({
  id: z.string(),
  batchId: z.string(),
  row: z.number(),
  appraisalId: AppraisalId,
  targetName: z.string(),
  receivedOn: z.string(),
  appraisedOn: z.string(),
  itemCount: z.number(),
  pricedCount: z.number(),
  appraisedYen: z.number(),
  bonusYen: z.number(),
  donationYen: z.number(),
  outcome: Outcome,
  note: z.string(),
  source: z.enum(['csv', 'tablet']),
  flags: z.array(PlausibilityFlag),
  overrideReason: z.string(),
  addedBy: z.string(),
  addedAt: Timestamp,
  changedBy: z.string(),
  changedAt: Timestamp,
  takenOut: z.nullable(z.object({ by: z.string(), at: Timestamp, reason: z.string() })),
  version: z.number(),
});
export type WaitingRow = z.infer<typeof WaitingRow>;

/** A row with its items, for editing. */
export const WaitingResult = z.extend(WaitingRow, { items: z.array(WaitingItem) });
export type WaitingResult = z.infer<typeof WaitingResult>;
