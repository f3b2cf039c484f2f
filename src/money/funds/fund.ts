import * as z from 'zod/mini';
import { SocialChallengeId } from '#giving/applications/choice-schemas.ts';
import { serviceDay } from '#kit/values/days/day-schema.ts';
import { minLetters } from '#kit/values/text/letter-count.ts';
import { Timestamp } from '#kit/values/timestamp-schema.ts';
import { line, paragraphs } from '#kit/values/typed-text.ts';
import { payoutStates } from './payout-state.ts';

/** Pay-outs per page, in the operator's list and on the fund's public page. */
export const payoutsPageSize = 50;
export const publicPayoutsPageSize = 20;
/** Organisations offered at once. */
export const maxCandidates = 20;
/** Shown terms, newest first. */
export const maxTermsShown = 50;
export const reasonLetters = { fewest: 10, most: 500 } as const;

/** A fund in whole yen. Balance = gifts − deductions − pay-outs. */
export const Fund = z.object({
  socialChallengeId: SocialChallengeId,
  fundName: z.string(),
  balanceYen: z.number(),
  /** Gifts that were not reversed. */
  gifts: z.number(),
  givenYen: z.number(),
  /** Fee, shipping and handling. */
  keptYen: z.number(),
  /** Pay-outs that were not withdrawn. */
  payouts: z.number(),
  paidOutYen: z.number(),
  /** Remitted before pay-outs named organisations. */
  sentBeforeYen: z.number(),
  /** YYYY-MM-DD; null before the first. */
  lastPayoutOn: z.nullable(z.string()),
});
export type Fund = z.infer<typeof Fund>;

/**
 * A fund for the public: published gifts with their cost, and pay-outs that these cover; null while withheld
 * (docs/product.md, Public figures). Counts are of today.
 */
export const PublicFund = z.object({
  ...Fund.shape,
  balanceYen: z.nullable(z.number()),
  givenYen: z.nullable(z.number()),
  keptYen: z.nullable(z.number()),
  paidOutYen: z.nullable(z.number()),
  sentBeforeYen: z.nullable(z.number()),
});
export type PublicFund = z.infer<typeof PublicFund>;

export const PayoutState = z.enum(payoutStates);

/** The public part of a pay-out. */
export const PublicPayout = z.object({
  id: z.string(),
  decidedOn: z.string(),
  /** Null while the published gifts of its fund do not cover it, and once it is withdrawn. */
  amountYen: z.nullable(z.number()),
  associateId: z.string(),
  associateName: z.string(),
  reason: z.string(),
  state: PayoutState,
  /** Day on which the organisation received it; null before. */
  receivedOn: z.nullable(z.string()),
  withdrawalReason: z.string(),
});
export type PublicPayout = z.infer<typeof PublicPayout>;

/** A pay-out for the operator. */
export const Payout = z.object({
  ...PublicPayout.shape,
  amountYen: z.number(),
  socialChallengeId: SocialChallengeId,
  fundName: z.string(),
  decidedBy: z.string(),
  decidedAt: Timestamp,
  withdrawnAt: z.nullable(Timestamp),
  /** Number of its run, YYYY-NNN; '' if there is none. */
  runNumber: z.string(),
  /** Whether it can be withdrawn: no run has taken it yet. */
  mayWithdraw: z.boolean(),
  version: z.number(),
});
export type Payout = z.infer<typeof Payout>;

/** A pay-out that waits for a second person. */
export const WaitingPayout = z.object({
  /** Id of the request. */
  id: z.string(),
  associateName: z.string(),
  amountYen: z.number(),
  askedBy: z.string(),
  askedAt: Timestamp,
});
export type WaitingPayout = z.infer<typeof WaitingPayout>;

/** An organisation that can receive a pay-out of a fund. */
export const PayoutCandidate = z.object({
  id: z.string(),
  name: z.string(),
  address: z.string(),
  hasAccount: z.boolean(),
});
export type PayoutCandidate = z.infer<typeof PayoutCandidate>;

const amountMessage = '金額は、1円以上の整数で入力してください。';

export const PayoutRequest = z.strictObject({
  associateId: z
    .string('団体を選んでください。')
    .check(
      z.minLength(1, '団体を選んでください。'),
      z.maxLength(100, '団体を選び直してください。'),
    ),
  amountYen: z
    .int(amountMessage)
    .check(
      z.minimum(1, amountMessage),
      z.maximum(999_999_999_999, '金額が大きすぎます。ご確認ください。'),
    ),
  reason: paragraphs('理由', reasonLetters.most).check(
    minLetters(reasonLetters.fewest, `理由は${reasonLetters.fewest}文字以上で書いてください。`),
  ),
  /** Balance that the page showed; a request on a stale one is refused. */
  balanceSeenYen: z.int('画面を読み込み直してください。'),
});
export type PayoutRequest = z.infer<typeof PayoutRequest>;

export const PayoutWithdrawal = z.strictObject({
  reason: line('理由', 200),
  version: z.int('画面を読み込み直してください。').check(z.minimum(1)),
});
export type PayoutWithdrawal = z.infer<typeof PayoutWithdrawal>;

const percentMessage = '手数料は0から100までの数字で、小数は2桁までにしてください。';

export const FundTermsDraft = z.strictObject({
  startsOn: serviceDay('始まる日を入力してください。'),
  /** Per cent as typed, with up to two decimals: "12.5". */
  feePercent: z
    .string()
    .check(z.trim(), z.regex(/^(?:100(?:\.0{1,2})?|\d{1,2}(?:\.\d{1,2})?)$/, percentMessage)),
  handlingYen: z
    .int('送料・作業費は、円の整数で入力してください。')
    .check(
      z.minimum(0, '送料・作業費は、0円以上にしてください。'),
      z.maximum(100_000, '送料・作業費は、10万円までにしてください。'),
    ),
  reason: line('理由', 200),
  /** Newest terms that the page showed; '' for none. */
  after: z.string().check(z.regex(/^[\w-]{0,64}$/, '指定が正しくありません。')),
});
export type FundTermsDraft = z.infer<typeof FundTermsDraft>;

export const FundTerms = z.object({
  id: z.string(),
  startsOn: z.string(),
  feeBasisPoints: z.number(),
  handlingYen: z.number(),
  reason: z.string(),
  createdBy: z.string(),
  createdAt: Timestamp,
});
export type FundTerms = z.infer<typeof FundTerms>;

/** Current terms and all recorded ones, newest record first. */
export const FundTermsState = z.object({
  feeBasisPoints: z.number(),
  handlingYen: z.number(),
  recorded: z.array(FundTerms),
});
export type FundTermsState = z.infer<typeof FundTermsState>;
