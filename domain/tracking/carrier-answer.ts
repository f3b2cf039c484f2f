import * as z from 'zod/mini';
import { answerLayouts } from './answer-columns.ts';
import { parcelStates } from './carrier-words.ts';

export const maxAnswerBytes = 20 * 1024 * 1024;
export const mostAnswerRows = 5_000;
/** Of each upload so many remarks are shown; their number is told. */
export const mostRemarks = 300;

/**
 * What is remarkable of a row: a kit that left although its application was changed or cancelled since, a number that is
 * none of ours, a box that left in no batch, a word for its state that is not known, a mistake; and a warning. The first and the last are taken nevertheless.
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
  /** As a spreadsheet counts, from 1. */
  row: z.number(),
  kind: z.enum(remarkKinds),
  /** The number as the file has it. */
  code: z.string(),
  message: z.string(),
});
export type Remark = z.infer<typeof Remark>;

/** So many distinct words are asked about at once; a state is one of some dozen. */
export const mostUnknownWords = 20;

/** What a person said that words of a carrier mean which are not known here: a field beside the file. */
export const WordMeanings = z
  .array(
    z.strictObject({
      word: z.string().check(z.minLength(1), z.maxLength(200)),
      state: z.enum(parcelStates, '状態を一覧から選んでください。'),
    }),
  )
  .check(z.maxLength(mostUnknownWords, '一度に答えられる言葉の数を超えています。'));
export type WordMeanings = z.infer<typeof WordMeanings>;

/** What a carrier's file does, or would do: the dry run and the upload say the same. */
export const CarrierAnswer = z.object({
  encoding: z.enum(['UTF-8', 'Shift_JIS']),
  layout: z.enum(answerLayouts),
  hasHeader: z.boolean(),
  /** The columns that are read, counted from 1. */
  boxColumn: z.number(),
  slipColumn: z.number(),
  rows: z.number(),
  /** Boxes that something is new of, and those of which all is known. */
  fresh: z.number(),
  known: z.number(),
  delivered: z.number(),
  returned: z.number(),
  /** Boxes that are looked for, lost or damaged by this. */
  troubled: z.number(),
  /** Words for a state that are not known, with the first row of each: the file waits until a person says what they mean. */
  unknownWords: z.array(z.object({ word: z.string(), row: z.number(), rows: z.number() })),
  /** Applications whose kit is noted as sent by this. */
  sentApplications: z.number(),
  remarkCounts: z.record(z.enum(remarkKinds), z.number()),
  remarks: z.array(Remark),
});
export type CarrierAnswer = z.infer<typeof CarrierAnswer>;
