import * as z from 'zod/mini';
import { AppraisalId } from '#giving/applications/appraisal-number.ts';
import { maxStepApplications } from '#giving/applications/step-changes.ts';
import { Role } from '#kit/permissions/roles.ts';
import { ServiceMonth } from '#kit/values/days/month-schema.ts';
import { BankAccount } from '#money/bank-accounts/bank-account.ts';
import { Explanation } from '#money/month-close/month-close.ts';

/** A role change that waits for a second person. */
export const RoleChange = z.discriminatedUnion('type', [
  z.object({ type: z.literal('change'), from: Role, to: Role }),
  z.object({ type: z.literal('remove'), from: Role }),
  z.object({ type: z.literal('invite'), email: z.string(), to: Role }),
]);
export type RoleChange = z.infer<typeof RoleChange>;

/** Replacement of a bank account; `before` is null for the first one. */
export const BankAccountChange = z.object({
  beforeId: z.nullable(z.string()),
  before: z.nullable(BankAccount),
  after: BankAccount,
});
export type BankAccountChange = z.infer<typeof BankAccountChange>;

/** Applications marked as remitted by one person, from before remittance runs; read only. */
export const RemittanceChange = z.object({
  appraisalIds: z.array(AppraisalId).check(z.minLength(1), z.maxLength(maxStepApplications)),
  note: z.string(),
});
export type RemittanceChange = z.infer<typeof RemittanceChange>;

/** A remittance run at the time of the request. */
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

/** Closing of a month; the digest covers the figures that the requester saw. */
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

/** Merge of two records of one organisation: gifts and owed money of `from` go to `into` and its account. */
export const AssociateMergeChange = z.object({
  from: Named,
  into: Named,
  /** Account that the owed money goes to afterwards; null if there is none yet. */
  accountId: z.nullable(z.string()),
  account: z.nullable(BankAccount),
  donations: z.number(),
  donationYen: z.number(),
  owedYen: z.number(),
});
export type AssociateMergeChange = z.infer<typeof AssociateMergeChange>;

/** A pay-out from a fund; `balanceYen` is the fund's balance at the time of the request. */
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
