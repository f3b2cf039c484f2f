import {
  type AgreementsInForce,
  claimOfAll,
  claimOfFunds,
  commonestTerms,
} from '#domain/ledger/cost-claims.ts';
import type { Terms } from '#domain/ledger/fees.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { cached } from '#server/topics/cached.ts';
import type { Topics } from '#server/topics/topics.ts';

type CostClaimsDeps = Pick<Dependencies, 'clock'> & {
  topics: Topics;
  associates: { agreements(): Promise<AgreementsInForce> };
  funds: { termsOfToday(): Promise<Terms> };
};

/** Statements of public pages about the cost of gifts, derived from today's agreements and terms of funds. */
export const costClaims = ({ topics, clock, associates, funds }: CostClaimsDeps) => ({
  shown: cached({ topics, clock }, ['associates', 'challenges', 'sums'], async () => {
    const agreements = await associates.agreements();
    return {
      ofAssociates: claimOfAll(agreements),
      ofFunds: claimOfFunds(await funds.termsOfToday()),
      /** Terms of the numeric example. */
      commonest: commonestTerms(agreements),
    };
  }),
});
