import * as z from 'zod/mini';
import { AppraisalId } from '#domain/applications/appraisal-number.ts';
import { maxStepApplications } from '#domain/applications/step-changes.ts';
import { Role } from '#domain/auth/roles.ts';
import { BankAccount } from '#domain/bank-accounts/bank-account.ts';
import { Explanation } from '#domain/month-close/month-close.ts';
import { ServiceMonth } from '#domain/values/days/month-schema.ts';

/** What of somebody's role waits for a second person. */
export const RoleChange = z.discriminatedUnion('type', [
  z.object({ type: z.literal('change'), from: Role, to: Role }),
  z.object({ type: z.literal('remove'), from: Role }),
  z.object({ type: z.literal('invite'), email: z.string(), to: Role }),
]);
export type RoleChange = z.infer<typeof RoleChange>;

/** Another account in the place of the one that holds; none where it is the first. */
export const BankAccountChange = z.object({
  beforeId: z.nullable(z.string()),
  before: z.nullable(BankAccount),
  after: BankAccount,
});
export type BankAccountChange = z.infer<typeof BankAccountChange>;

/** Applications whose money was sent on, as one person said before there were runs; only read any more. */
export const RemittanceChange = z.object({
  appraisalIds: z.array(AppraisalId).check(z.minLength(1), z.maxLength(maxStepApplications)),
  note: z.string(),
});
export type RemittanceChange = z.infer<typeof RemittanceChange>;

/** A run of remittances as it was when it was asked for. */
export const RemittanceRunChange = z.object({
  number: z.string(),
  version: z.number(),
  count: z.number(),
  amountYen: z.number(),
  periodFrom: z.string(),
  periodTo: z.string(),
  transferOn: z.string(),
});
export type RemittanceRunChange = z.infer<typeof RemittanceRunChange>;

/** A month whose books do not move any more; the digest is of the figures that who asked has seen. */
export const MonthCloseChange = z.object({
  month: ServiceMonth,
  digest: z.string(),
  postings: z.number(),
  debitYen: z.number(),
  explanations: z.array(Explanation),
  bankReason: z.optional(z.string()),
});
export type MonthCloseChange = z.infer<typeof MonthCloseChange>;

const Named = z.object({ id: z.string(), name: z.string() });

/** One of two records of an organisation, whose gifts and money owed go to the other and its account. */
export const AssociateMergeChange = z.object({
  from: Named,
  into: Named,
  /** The account that the money owed goes to from then on; null where there is none yet. */
  accountId: z.nullable(z.string()),
  account: z.nullable(BankAccount),
  donations: z.number(),
  donationYen: z.number(),
  owedYen: z.number(),
});
export type AssociateMergeChange = z.infer<typeof AssociateMergeChange>;

/** What is to be paid out of a fund; `balanceYen` is what the fund had when it was asked for. */
export const FundPayoutChange = z.object({
  socialChallengeId: z.string(),
  fundName: z.string(),
  associateId: z.string(),
  associateName: z.string(),
  amountYen: z.number(),
  reason: z.string(),
  balanceYen: z.number(),
});
export type FundPayoutChange = z.infer<typeof FundPayoutChange>;
