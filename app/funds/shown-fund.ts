import type { Fund, PublicPayout } from '#domain/funds/fund.ts';

/** A fund as its page shows it first: its figures and the newest pay-outs. */
export type ShownFund = {
  figures: Fund;
  payouts: readonly PublicPayout[];
  hasMore: boolean;
};
