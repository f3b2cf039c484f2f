import type { PublicFund, PublicPayout } from './fund.ts';

/** A fund as its page first shows it: its figures and the latest pay-outs. */
export type ShownFund = {
  figures: PublicFund;
  payouts: readonly PublicPayout[];
  hasMore: boolean;
};
