import type { Dependencies } from '#kit/dependencies.server.ts';
import { cached } from '#kit/topics/cached.server.ts';
import type { Topics } from '#kit/topics/topics.server.ts';
import { type AgreementsInForce, claimOfAll, claimOfFunds, commonestTerms } from './cost-claims.ts';
import type { Terms } from './fees.ts';

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
