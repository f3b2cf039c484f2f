import * as z from 'zod/mini';
import { AppraisalId } from '#giving/applications/appraisal-number.ts';
import { serviceDay } from '#kit/values/days/day-schema.ts';
import { Timestamp } from '#kit/values/timestamp-schema.ts';
import { line, optionalLine } from '#kit/values/typed-text.ts';
import { missingFactKeys } from '#warehouse/dealer-ledger/duty.ts';
import { IdentityCheckStatus } from './identity-check-schema.ts';
import { identityMethods } from './methods.ts';

const optionalDay = z.union([z.literal(''), serviceDay()]);
const wholeNumber = (label: string, least: number) =>
  z
    .int(`${label}を数字で入力してください。`)
    .check(
      z.minimum(least, `${label}は${least}以上の数字で入力してください。`),
      z.maximum(100_000_000, `${label}が大きすぎます。`),
    );

/** Method of confirmation, and the outcome of the letter. */
export const LetterFacts = z
  .strictObject({
    method: z.enum(identityMethods, '本人確認の方法を選んでください。'),
    letterNumber: z
      .string()
      .check(z.trim(), z.regex(/^[\w-]{0,40}$/, '郵便の番号は半角の英数字で入力してください。')),
    sentOn: optionalDay,
    deliveredOn: optionalDay,
    returnedOn: optionalDay,
  })
  .check(
    z.refine((days) => (days.deliveredOn === '' && days.returnedOn === '') || days.sentOn !== '', {
      path: ['sentOn'],
      message: '発送した日を入力してください。',
    }),
    z.refine(({ sentOn, letterNumber }) => sentOn === '' || letterNumber !== '', {
      path: ['letterNumber'],
      message: '郵便の番号を入力してください。',
    }),
    z.refine(({ sentOn, deliveredOn }) => deliveredOn === '' || sentOn <= deliveredOn, {
      path: ['deliveredOn'],
      message: '到達の日が、発送の日より前になっています。',
    }),
    z.refine(({ sentOn, returnedOn }) => returnedOn === '' || sentOn <= returnedOn, {
      path: ['returnedOn'],
      message: '返送の日が、発送の日より前になっています。',
    }),
    z.refine(({ deliveredOn, returnedOn }) => deliveredOn === '' || returnedOn === '', {
      path: ['returnedOn'],
      message: '到達と返送は、どちらか一方にしてください。',
    }),
  );
export type LetterFacts = z.infer<typeof LetterFacts>;

/** An item with the fields that the ledger requires. */
export const LedgerItem = z.strictObject({
  name: line('品目', 100),
  feature: optionalLine('特徴', 200),
  quantity: wholeNumber('点数', 1),
  amountYen: wholeNumber('金額', 0),
});
export type LedgerItem = z.infer<typeof LedgerItem>;

/** Body for completing the items of an application on hold. */
export const LedgerItems = z.strictObject({
  items: z
    .array(LedgerItem)
    .check(
      z.minLength(1, '明細を1行以上入力してください。'),
      z.maxLength(200, '明細は200行までです。'),
    ),
});
export type LedgerItems = z.infer<typeof LedgerItems>;

/** Data to compare the papers of a check with, and what its approval still lacks. */
export const SellerReview = z.object({
  appraisalId: AppraisalId,
  state: z.string(),
  identity: IdentityCheckStatus.shape.identity,
  version: z.number(),
  applicant: z.object({
    name: z.string(),
    kana: z.string(),
    zipcode: z.string(),
    address: z.string(),
    birth: z.string(),
    occupation: z.string(),
  }),
  result: z.nullable(
    z.object({ itemCount: z.number(), appraisedYen: z.number(), donationYen: z.number() }),
  ),
  items: z.array(LedgerItem),
  letter: LetterFacts,
  /** 0 before the first change. */
  letterVersion: z.number(),
  /** Address that the letter went to, if the applicant's address changed since; else ''. */
  formerAddress: z.string(),
  missing: z.array(z.enum(missingFactKeys)),
});
export type SellerReview = z.infer<typeof SellerReview>;

export const identityLettersPageSize = 50;
/** States of letters: to send, sent, silent for long, returned. */
export const letterStates = ['to-send', 'sent', 'silent', 'returned'] as const;
export const LetterState = z.enum(letterStates, '絞り込みの指定が正しくありません。');
export type LetterState = z.infer<typeof LetterState>;
export const letterStateLabels: Record<LetterState, string> = {
  'to-send': '発送待ち',
  sent: '発送済み',
  silent: '到達が未確認',
  returned: '返送',
};

/** A row of the list of letters. */
export const IdentityLetter = z.object({
  appraisalId: AppraisalId,
  name: z.string(),
  address: z.string(),
  identity: IdentityCheckStatus.shape.identity,
  method: z.string(),
  letterNumber: z.string(),
  sentOn: z.string(),
  returnedOn: z.string(),
  since: Timestamp,
});
export type IdentityLetter = z.infer<typeof IdentityLetter>;

export const labelSheets = ['24', '12'] as const;
/** The body of printing labels. */
export const LetterLabels = z.strictObject({
  appraisalIds: z
    .array(AppraisalId)
    .check(
      z.minLength(1, 'お申し込みを選んでください。'),
      z.maxLength(240, '一度に印刷できるのは240枚までです。'),
    ),
  sheet: z.enum(labelSheets, '用紙を選んでください。'),
});
export type LetterLabels = z.infer<typeof LetterLabels>;
