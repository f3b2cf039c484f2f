import { and, eq, sql } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { auditedList } from '#kit/audit/audited-list.server.ts';
import { type Database, type Transaction, transaction } from '#kit/db/database.server.ts';
import { withIdempotencyKey } from '#kit/db/idempotency.server.ts';
import { countRows, type Page, type Position, readKeysetPage } from '#kit/db/keyset.server.ts';
import { holdsKeyword } from '#kit/db/search-texts.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { cached } from '#kit/topics/cached.server.ts';
import { createPublicReads } from '#kit/topics/public-reads.server.ts';
import type { Topic } from '#kit/topics/table-topics.server.ts';
import type { Topics } from '#kit/topics/topics.server.ts';
import { socialChallenges } from '#organisations/challenges/challenge-tables.server.ts';
import type { AskedApproval } from '#people/approvals/approval.ts';
import { askForPayout, readWaitingPayouts } from './decide-payout.server.ts';
import {
  type Fund,
  maxCandidates,
  type Payout,
  type PayoutCandidate,
  type PayoutRequest,
  type PayoutWithdrawal,
  type PublicPayout,
  publicPayoutsPageSize,
} from './fund.ts';
import { readFunds } from './fund-figures.server.ts';
import { fundPayouts } from './fund-tables.server.ts';
import { fundTerms } from './fund-terms.server.ts';
import { absentFund } from './lock-fund.server.ts';
import {
  payoutKeys,
  payoutKeyValues,
  payoutList,
  payoutsOf,
  selectPayouts,
  toPayout,
  toPublicPayout,
} from './payout-rows.server.ts';
import { absentPayout, withdrawPayout } from './withdraw-payout.server.ts';

const madeOf: readonly Topic[] = ['challenges', 'sums'];

/** The challenges' funds: balances, pay-outs to organisations with their reasons, and terms (docs/decisions/0027). */
export const funds = ({ topics, ...dependencies }: Context & { topics: Topics }) => {
  const { db, readDb, clock } = dependencies;
  const read = createPublicReads({ db, readDb, topics });
  const figures = cached({ topics, clock }, madeOf, () => read(madeOf, readFunds));

  async function findPayout(source: Database | Transaction, id: string): Promise<Payout> {
    const [row] = await selectPayouts(source, eq(fundPayouts.id, id));
    if (!row) throw absentPayout();
    return toPayout(row);
  }

  return {
    ...fundTerms(dependencies),
    payoutList: auditedList(dependencies, payoutList),

    /** Every fund with its balance, for the public. */
    list: figures,

    /** One fund for the public, or undefined. */
    find: async (socialChallengeId: string): Promise<Fund | undefined> =>
      (await figures()).find((fund) => fund.socialChallengeId === socialChallengeId),

    /** The newest pay-outs of a fund, or those from `position` on; undefined for an unknown fund. */
    async payouts(
      socialChallengeId: string,
      size = publicPayoutsPageSize,
      position?: Position,
    ): Promise<Page<PublicPayout> | undefined> {
      const known = await db.$count(socialChallenges, eq(socialChallenges.id, socialChallengeId));
      if (known === 0) return undefined;
      const ofFund = payoutsOf({ socialChallengeId });
      const { rows, next, previous } = await readKeysetPage({
        keys: payoutKeys,
        position,
        size,
        read: (part) =>
          selectPayouts(db, and(ofFund, part.where))
            .orderBy(...part.orderBy)
            .limit(part.limit),
        valuesOf: payoutKeyValues,
      });
      const total = await countRows(db, fundPayouts, ofFund);
      return { items: rows.map(toPublicPayout), next, previous, total };
    },

    /** Current funds, uncached, for decisions. */
    current: () => readFunds(db),

    /** One of them; refuses an unknown one. */
    async currentFund(socialChallengeId: string): Promise<Fund> {
      const found = (await readFunds(db)).find(
        (fund) => fund.socialChallengeId === socialChallengeId,
      );
      if (!found) throw absentFund();
      return found;
    },

    /** First published organisations that work on the challenge and match words in name, reading or id. */
    async candidates(socialChallengeId: string, name: string): Promise<PayoutCandidate[]> {
      const { rows } = await db.execute<PayoutCandidate>(sql`
        select a.id, a.name, a.address,
          exists (select from bank_accounts b where b.associate_id = a.id) as "hasAccount"
        from associate_challenges c join associates a on a.id = c.associate_id
        where c.social_challenge_id = ${socialChallengeId} and a.state = 'published' and a.merged_into is null
          and ${holdsKeyword(sql`a.folded`, name) ?? sql`true`}
        order by a.name_kana, a.name, a.id limit ${maxCandidates}`);
      return rows;
    },

    /** Pay-outs that wait for approval. */
    waitingPayouts: (socialChallengeId: string) => readWaitingPayouts(db, socialChallengeId),

    /** Idempotent by key: a replay returns the earlier outcome. */
    askForPayout: (
      operator: Person,
      socialChallengeId: string,
      request: PayoutRequest,
      key: string | undefined,
    ): Promise<AskedApproval> => {
      const attempt = {
        actor: operator.uid,
        key,
        route: 'fund-payouts',
        body: { socialChallengeId, ...request },
      };
      return withIdempotencyKey(db, attempt, clock(), (tx) =>
        askForPayout(dependencies, tx, operator, { socialChallengeId, ...request }),
      );
    },

    withdraw: (operator: Person, id: string, order: PayoutWithdrawal): Promise<Payout> =>
      transaction(db, async (tx) => {
        await withdrawPayout(tx, operator, id, order, clock());
        return findPayout(tx, id);
      }),
  };
};
