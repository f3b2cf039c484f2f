import { kept } from '#kit/topics/kept.server.ts';
import { fundTermsToday } from '#money/funds/funds.server.ts';
import { associatesOf } from '#organisations/associates/associates.server.ts';
import { claimOfAll, claimOfFunds, commonestTerms } from './cost-claims.ts';

export const currentCostClaims = kept(['associates', 'challenges', 'sums'], async (ctx) => {
  const agreements = await associatesOf(ctx).agreements();
  return {
    ofAssociates: claimOfAll(agreements),
    ofFunds: claimOfFunds(await fundTermsToday(ctx)),
    /** Terms of the numeric example. */
    commonest: commonestTerms(agreements),
  };
});
