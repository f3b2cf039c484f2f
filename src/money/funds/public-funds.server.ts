import { sql } from 'drizzle-orm';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { readPublished } from '#money/public-book/published-sums.server.ts';
import type { PublicFund } from './fund.ts';
import { readFunds } from './fund-figures.server.ts';

type Source = Database | Transaction;

/**
 * Pay-outs whose sums are public, by fund: the published gifts, less their cost, cover each with those decided before it.
 * A withdrawn one has no public sum.
 */
async function readCovered(source: Source, socialChallengeId?: string) {
  const { rows } = await source.execute<{ fund: string; id: string; yen: number }>(sql`
    select social_challenge_id as fund, id, amount_yen::float8 as yen from (
      select p.social_challenge_id, p.id, p.amount_yen, f.yen - f.cost_yen as published,
        sum(p.amount_yen) over (partition by p.social_challenge_id order by p.created_at, p.id) as paid
      from fund_payouts p join published_sums f on f.scope = 'fund' and f.key = p.social_challenge_id
      where p.withdrawn_at is null
        ${socialChallengeId === undefined ? sql`` : sql`and p.social_challenge_id = ${socialChallengeId}`}
    ) as decided where paid <= published`);
  return rows;
}

/** Ids of a fund's pay-outs with a public sum. */
export const readCoveredPayouts = async (
  source: Source,
  socialChallengeId: string,
): Promise<ReadonlySet<string>> =>
  new Set((await readCovered(source, socialChallengeId)).map(({ id }) => id));

/** Every fund with its public figures, in the editors' order. */
export async function readPublicFunds(source: Source): Promise<PublicFund[]> {
  const published = await readPublished(source, 'fund');
  const covered = await readCovered(source);
  return (await readFunds(source)).map((fund) => {
    const sum = published.get(fund.socialChallengeId);
    if (!sum) {
      const withheld = { balanceYen: null, givenYen: null, keptYen: null };
      return { ...fund, ...withheld, paidOutYen: null, sentBeforeYen: null };
    }
    const paidOutYen = covered
      .filter(({ fund: id }) => id === fund.socialChallengeId)
      .reduce((total, { yen }) => total + yen, 0);
    // Sent before pay-outs named organisations, as far as the published gifts cover it.
    const sentBeforeYen = Math.max(
      0,
      Math.min(fund.sentBeforeYen, sum.yen - sum.costYen - paidOutYen),
    );
    return {
      ...fund,
      givenYen: sum.yen,
      keptYen: sum.costYen,
      paidOutYen,
      sentBeforeYen,
      balanceYen: sum.yen - sum.costYen - paidOutYen - sentBeforeYen,
    };
  });
}
