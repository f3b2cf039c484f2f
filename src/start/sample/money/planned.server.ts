import type { CarriedReason } from '#money/remittances/run.ts';
import type { SocialChallengeId } from '#organisations/challenges/social-challenge.ts';
import type { SampleOrganisation } from '#start/sample/organisations.server.ts';
import type { RunDays } from './run-days.server.ts';

/** An amount owed to an organisation other than a gift. */
export type PlannedItem = {
  kind: 'payout' | 'return' | 'correction';
  organisation: SampleOrganisation;
  amountYen: number;
  at: Date;
  postingId: string;
  payout?: PlannedPayout;
  returned?: PlannedRemittance;
  appraisalId?: string;
  remittance?: PlannedRemittance;
};

export type PlannedRemittance = {
  id: string;
  run: PlannedRun;
  organisation: SampleOrganisation;
  state: 'prepared' | 'sent' | 'confirmed' | 'returned';
  openingYen: number;
  giftCount: number;
  giftYen: number;
  feeYen: number;
  handlingYen: number;
  correctionYen: number;
  payoutYen: number;
  amountYen: number;
  /** Part of it that sets off overpaid sums; at most 0. */
  overpaidYen: number;
  statementNumber: string | null;
  returnedAt?: Date;
};

export type PlannedRun = RunDays & {
  id: string;
  /** YYYY-NNN. */
  number: string;
  periodFrom: string;
  remittances: PlannedRemittance[];
  carried: {
    organisation: SampleOrganisation;
    amountYen: number;
    reason: Extract<CarriedReason, 'below-minimum' | 'account-blocked'>;
  }[];
};

export type PlannedPayout = {
  id: string;
  fund: SocialChallengeId;
  amountYen: number;
  /** Part of it set against gifts of the fund. */
  coveredYen: number;
  reason: string;
  decidedAt: Date;
  item: PlannedItem;
};
