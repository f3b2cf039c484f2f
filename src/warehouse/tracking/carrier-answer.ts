import * as z from 'zod/mini';
import { answerLayouts } from './answer-columns.ts';
import { parcelStates } from './carrier-words.ts';

export const maxAnswerBytes = 20 * 1024 * 1024;
export const mostAnswerRows = 5_000;
/** Remarks shown per upload; their number is shown as well. */
export const maxRemarks = 300;

/**
 * Remarks on a row: the application changed or was cancelled after its kit left, unknown state
 * word, number that is not ours, box that was not sent, unreadable row, warning. Rows with the
 * first or the last are accepted all the same.
 */
export const remarkKinds = [
  'changed',
  'unknown-word',
  'unknown',
  'not-sent',
  'wrong',
  'warning',
] as const;
export type RemarkKind = (typeof remarkKinds)[number];

export const remarkLabels: Record<RemarkKind, string> = {
  changed: '束にしたあとで変わったお申し込み',
  unknown: 'ほかの荷物・知らない番号',
  'not-sent': '発送していない箱',
  'unknown-word': '意味のわからない配達状況',
  wrong: '読み取れない行',
  warning: 'ご確認ください',
};

const Remark = z.object({
  /** Row number as in a spreadsheet, from 1. */
  row: z.number(),
  kind: z.enum(remarkKinds),
  /** The number in the file. */
  code: z.string(),
  message: z.string(),
});
export type Remark = z.infer<typeof Remark>;

/** Distinct unknown words asked about at once; carriers use about a dozen states. */
export const maxUnknownWords = 20;

/** Meanings of unknown state words, chosen by a person: a form field beside the file. */
export const WordMeanings = z
  .array(
    z.strictObject({
      word: z.string().check(z.minLength(1), z.maxLength(200)),
      state: z.enum(parcelStates, '状態を一覧から選んでください。'),
    }),
  )
  .check(z.maxLength(maxUnknownWords, '一度に答えられる言葉の数を超えています。'));
export type WordMeanings = z.infer<typeof WordMeanings>;

/** Effect of a carrier's file, the same for dry run and upload. */
export const CarrierAnswer = z.object({
  encoding: z.enum(['UTF-8', 'Shift_JIS']),
  layout: z.enum(answerLayouts),
  hasHeader: z.boolean(),
  /** Columns that are read, counted from 1. */
  boxColumn: z.number(),
  slipColumn: z.number(),
  rows: z.number(),
  /** Boxes with news, and boxes without. */
  fresh: z.number(),
  known: z.number(),
  delivered: z.number(),
  returned: z.number(),
  /** Boxes that become missing, lost or damaged. */
  troubled: z.number(),
  /** Unknown state words, each with its first row: the file waits until a person chooses their meanings. */
  unknownWords: z.array(z.object({ word: z.string(), row: z.number(), rows: z.number() })),
  /** Applications whose kit is recorded as sent. */
  sentApplications: z.number(),
  remarkCounts: z.record(z.enum(remarkKinds), z.number()),
  remarks: z.array(Remark),
});
export type CarrierAnswer = z.infer<typeof CarrierAnswer>;
