import * as z from 'zod/mini';
import { parseAppraisalId } from '#giving/applications/appraisal-number.ts';
import { serviceDay } from '#kit/values/days/day-schema.ts';
import { Timestamp } from '#kit/values/timestamp-schema.ts';
import { line, optionalParagraphs, paragraphs } from '#kit/values/typed-text.ts';
import { type TroubleState, troubleStates } from '#warehouse/tracking/carrier-words.ts';
import type { ScanOutcome } from './scan.ts';

/** Reasons why a box is set aside. */
export const exceptionKinds = {
  'no-number': '番号がない',
  'unknown-number': '番号が見つからない',
  again: '受付済みの番号',
  extra: 'お申し込みより多い',
  cancelled: '取り消されたお申し込み',
  ended: '査定が済んだお申し込み',
  damaged: '破損・濡れ',
  'not-accepted': 'お引き受けできない品物',
  inquiry: '運送会社で調査中',
  lost: '運送中の紛失',
  'damaged-on-way': '運送中の破損',
  other: 'そのほか',
} as const;
export type ExceptionKind = keyof typeof exceptionKinds;
const kinds = Object.keys(exceptionKinds) as [ExceptionKind, ...ExceptionKind[]];

/** Shelf kinds for parcels with trouble on the way, derived from the parcel's state (docs/decisions/0020). */
const kindsOnWay = { inquiry: 'inquiry', lost: 'lost', damaged: 'damaged-on-way' } as const;
export type KindOnWay = (typeof kindsOnWay)[TroubleState];
export const kindOfTrouble = (state: TroubleState): KindOnWay => kindsOnWay[state];
export const troubleOfKind = (kind: string): TroubleState | undefined =>
  troubleStates.find((state) => kindsOnWay[state] === kind);

/** Outcomes of an exception. */
export const exceptionEndings = {
  received: '受け付けた',
  appraised: '査定した',
  returned: '返送した',
  discarded: '処分した',
  found: '見つかった・お届けできる',
  'given-up': 'あきらめた',
  other: 'そのほか',
} as const;
export type ExceptionEnding = keyof typeof exceptionEndings;
const endingsOnWay: readonly string[] = ['found', 'given-up'];

/** Outcomes allowed for a kind. */
export const endingsOf = (kind: string): ExceptionEnding[] =>
  endings.filter((one) => endingsOnWay.includes(one) === (troubleOfKind(kind) !== undefined));
/** Kinds that a person may change this kind to. */
export const kindsBeside = (kind: string): ExceptionKind[] =>
  troubleOfKind(kind)
    ? kinds.filter((one) => one === kind)
    : kinds.filter((one) => troubleOfKind(one) === undefined);
const endings = Object.keys(exceptionEndings) as [ExceptionEnding, ...ExceptionEnding[]];

/** Kind of the exception that a scan's outcome leads to. */
export const kindOfOutcome = (outcome: ScanOutcome): ExceptionKind =>
  outcome === 'unknown' ? 'unknown-number' : outcome === 'received' ? 'other' : outcome;

export const exceptionsPageSize = 20;
export const mostExceptionPictures = 6;
/** Default deadline of an exception in days. */
export const exceptionDays = 3;

/** Filters of the list. */
export const exceptionFilters = {
  open: '対応中',
  overdue: '期限切れ',
  mine: '自分の担当',
  ended: '終わったもの',
} as const;
export type ExceptionFilter = keyof typeof exceptionFilters;
const filters = Object.keys(exceptionFilters) as [ExceptionFilter, ...ExceptionFilter[]];
export const ExceptionFilter = z.enum(filters, '絞り込みの指定が正しくありません。');

const NumberOrNone = z.string().check(
  z.overwrite((text) => parseAppraisalId(text.slice(0, 64)) ?? text.trim()),
  z.maxLength(64, '申込番号をご確認ください。'),
  z.refine(
    (text) => text === '' || parseAppraisalId(text) !== undefined,
    '申込番号をご確認ください。',
  ),
);

/** Editable fields of an exception; `ending` is '' while it is open. */
const written = {
  kind: z.enum(kinds, '理由の種類を一覧から選んでください。'),
  appraisalId: NumberOrNone,
  place: line('置き場所', 60),
  reason: paragraphs('詳しい理由', 1_000),
  imageIds: z
    .array(z.string().check(z.maxLength(100, '写真の指定が正しくありません。')))
    .check(z.maxLength(mostExceptionPictures, `写真は${mostExceptionPictures}枚までです。`)),
  ownerUid: z
    .string()
    .check(
      z.minLength(1, '担当者を選んでください。'),
      z.maxLength(100, '担当者を一覧から選んでください。'),
    ),
  dueOn: serviceDay(),
  ending: z.enum(['', ...endings], 'どうなったかを一覧から選んでください。'),
  endingNote: optionalParagraphs('どうなったかのメモ', 1_000),
};

const otherNeedsNote = z.refine<{ ending: string; endingNote: string }>(
  ({ ending, endingNote }) => (ending !== 'other' && ending !== 'given-up') || endingNote !== '',
  {
    path: ['endingNote'],
    error: '「そのほか」と「あきらめた」のときは、どうなったかを書いてください。',
  },
);
const endingFitsKind = z.refine<{ kind: string; ending: string }>(
  ({ kind, ending }) => ending === '' || (endingsOf(kind) as string[]).includes(ending),
  { path: ['ending'], error: 'この種類の保留は、このようには終えられません。' },
);

export const BoxExceptionDraft = z.strictObject(written).check(otherNeedsNote, endingFitsKind);
export type BoxExceptionDraft = z.infer<typeof BoxExceptionDraft>;

/**
 * Edits an exception on the shelf; changing the outcome later than ten minutes after it ended
 * requires a reason.
 */
export const BoxExceptionEdit = z
  .strictObject({ ...written, endingReason: optionalParagraphs('理由', 500) })
  .check(otherNeedsNote, endingFitsKind);
export type BoxExceptionEdit = z.infer<typeof BoxExceptionEdit>;

/** A new exception: entered by hand, or from a scan. */
export const NewBoxException = z.strictObject({
  scanId: z.nullable(z.string().check(z.maxLength(64, '読み取りの指定が正しくありません。'))),
  exception: BoxExceptionDraft,
});
export type NewBoxException = z.infer<typeof NewBoxException>;

const Colleague = z.object({ uid: z.string(), name: z.string() });
export const Colleagues = z.array(Colleague);
export type Colleague = z.infer<typeof Colleague>;

/** A line of the shelf. */
export const ListedException = z.object({
  id: z.string(),
  kind: z.enum(kinds),
  appraisalId: z.string(),
  /** Scanned code; '' if there was no scan. */
  code: z.string(),
  /** Presumed donor; '' if unknown. */
  donorName: z.string(),
  place: z.string(),
  reason: z.string(),
  owner: Colleague,
  dueOn: z.string(),
  isOverdue: z.boolean(),
  ending: z.enum(['', ...endings]),
  createdAt: Timestamp,
});
export type ListedException = z.infer<typeof ListedException>;

/** A complete exception; pictures are signed paths that expire. */
export const BoxException = z.extend(ListedException, {
  boxNumber: z.nullable(z.number()),
  pictures: z.array(z.object({ imageId: z.string(), image: z.string() })),
  endingNote: z.string(),
  createdByName: z.string(),
  changedByName: z.string(),
  changedAt: Timestamp,
  ended: z.nullable(z.object({ at: Timestamp, byName: z.string() })),
  version: z.number(),
});
export type BoxException = z.infer<typeof BoxException>;
