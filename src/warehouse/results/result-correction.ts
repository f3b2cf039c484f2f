import * as z from 'zod/mini';
import { Timestamp } from '#kit/values/timestamp-schema.ts';
import { line, optionalLine, optionalParagraphs, paragraphs } from '#kit/values/typed-text.ts';
import { formatYen } from '#kit/values/yen.ts';
import { type AppraisalOutcome, appraisalOutcomes } from './appraisal-result.ts';

/** Minutes in which a correction can be undone. */
export const correctionUndoMinutes = 10;
const maxYen = 10_000_000;
const maxPieces = 9_999;
const maxItems = 2_000;

const Outcome = z.enum(
  Object.keys(appraisalOutcomes) as AppraisalOutcome[],
  '結果を一覧から選んでください。',
);
const count = (label: string, max: number, unit: string) => {
  const message = `${label}は、0以上${formatYen(max)}${unit}以下の数字で入力してください。`;
  return z.int(message).check(z.minimum(0, message), z.maximum(max, message));
};

/** An item of the corrected result; `from` is the index of the earlier item, whose pictures it keeps. */
const CorrectedItem = z.strictObject({
  from: z.nullable(z.int()),
  name: line('品目', 100),
  quantity: count('点数', maxPieces, '点').check(
    z.minimum(1, '点数は1以上の数字で入力してください。'),
  ),
  amountYen: count('金額', maxYen, '円'),
  destination: line('行き先', 60),
  reason: optionalLine('理由', 200),
});

const resultFields = {
  outcome: Outcome,
  itemCount: count('点数', maxPieces, '点'),
  pricedCount: count('値段がついた点数', maxPieces, '点'),
  appraisedYen: count('査定金額', maxYen, '円'),
  bonusYen: count('加算額', maxYen, '円'),
  note: optionalParagraphs('備考', 500),
};

/** Body of POST /api/office/results/:appraisalId/correct; without `items` the earlier ones stay. */
export const ResultCorrection = z
  .strictObject({
    ...resultFields,
    /** Version of the application that the form showed. */
    version: z.int(),
    reason: paragraphs('訂正の理由', 500),
    /** The confirmed sum of both amounts, if it is unlikely. */
    checkedYen: z.optional(z.int()),
    items: z.optional(z.array(CorrectedItem).check(z.maxLength(maxItems))),
  })
  .check(
    z.refine(({ itemCount, pricedCount }) => pricedCount <= itemCount, {
      path: ['pricedCount'],
      error: '値段がついた点数が、点数より多くなっています。',
    }),
    z.refine(
      ({ outcome, pricedCount, appraisedYen, bonusYen }) =>
        outcome !== 'completed' || (pricedCount > 0 && appraisedYen + bonusYen > 0),
      {
        path: ['appraisedYen'],
        error:
          '成立には、1円以上の金額が必要です。値段がつかないときは「値付不可」を選んでください。',
      },
    ),
    z.refine(
      ({ outcome, pricedCount, appraisedYen, bonusYen }) =>
        outcome === 'completed' || pricedCount + appraisedYen + bonusYen === 0,
      {
        path: ['appraisedYen'],
        error: '成立でない結果では、金額と値段がついた点数を0にしてください。',
      },
    ),
    z.refine(
      ({ items, itemCount, appraisedYen }) =>
        items === undefined ||
        items.length === 0 ||
        (sum(items.map(({ quantity }) => quantity)) === itemCount &&
          sum(items.map(({ amountYen }) => amountYen)) === appraisedYen),
      { path: ['items'], error: '明細の合計が、点数か査定金額と合いません。' },
    ),
  );
export type ResultCorrection = z.infer<typeof ResultCorrection>;
export type CorrectedItem = z.infer<typeof CorrectedItem>;

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

/** The body of POST /api/office/results/:appraisalId/correct/undo. */
export const CorrectionUndo = z.strictObject({ version: z.int() });

const RecordedItem = z.object({
  position: z.number(),
  name: z.string(),
  quantity: z.number(),
  amountYen: z.number(),
  destination: z.string(),
  reason: z.string(),
});

/** A result that donors were notified of, or that replaced one. */
export const RecordedResult = z.object({
  outcome: Outcome,
  itemCount: z.number(),
  pricedCount: z.number(),
  appraisedYen: z.number(),
  bonusYen: z.number(),
  donationYen: z.number(),
  note: z.string(),
  at: Timestamp,
  /** Author and reason of the correction; "" for the first result. */
  correctedBy: z.string(),
  reason: z.string(),
});
export type RecordedResult = z.infer<typeof RecordedResult>;

/** The current result of an application and its earlier ones. */
export const ResultHistory = z.object({
  version: z.number(),
  /** Current result first, then earlier ones. */
  results: z.array(RecordedResult),
  items: z.array(RecordedItem),
  /** Why it cannot be corrected; "" if it can. */
  blocker: z.string(),
  /** Deadline for undoing the last correction; null if it cannot be undone. */
  undoUntil: z.nullable(Timestamp),
  /** What a correction invalidates or changes along with the result. */
  receipts: z.array(z.string()),
  hasPledge: z.boolean(),
});
export type ResultHistory = z.infer<typeof ResultHistory>;
