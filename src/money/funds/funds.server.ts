import { randomUUID } from 'node:crypto';
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import { type Database, type Transaction, transaction } from '#kit/db/database.server.ts';
import { withIdempotencyKey } from '#kit/db/idempotency.server.ts';
import { countRows, type Page, type Position, readKeysetPage } from '#kit/db/keyset.server.ts';
import { lock } from '#kit/db/locks/lock.server.ts';
import { holdsKeyword } from '#kit/db/search-texts.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { notFound, refuse } from '#kit/errors/refusal.ts';
import { kept, perProcess } from '#kit/topics/kept.server.ts';
import { createPublicReads } from '#kit/topics/public-reads.server.ts';
import type { Topic } from '#kit/topics/table-topics.server.ts';
import { formatDateTime, jstDay, toTimestamp } from '#kit/values/timestamp.ts';
import { owedAccount } from '#money/ledger/accounts.ts';
import type { Terms } from '#money/ledger/fees.ts';
import { notePostings, post, postingOf } from '#money/ledger/ledger.server.ts';
import { postingNotes } from '#money/ledger/ledger-tables.server.ts';
import { owedItems } from '#money/ledger/owed-tables.server.ts';
import { readTermsOn } from '#money/ledger/terms.server.ts';
import { basisPointsOf } from '#organisations/associates/admin-associate.ts';
import { socialChallenges } from '#organisations/challenges/challenge-tables.server.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { joinedPersonName, personName } from '#people/accounts/person-name.server.ts';
import type { AskedApproval } from '#people/approvals/approval.ts';
import { askForPayout } from './decide-payout.server.ts';
import {
  type Fund,
  type FundTermsDraft,
  type FundTermsState,
  maxCandidates,
  maxTermsShown,
  type Payout,
  type PayoutCandidate,
  type PayoutRequest,
  type PayoutWithdrawal,
  type PublicFund,
  type PublicPayout,
  publicPayoutsPageSize,
} from './fund.ts';
import { absentFund, announceFunds, lockFund, readFunds } from './fund-figures.server.ts';
import { fundPayouts, fundTerms as table } from './fund-tables.server.ts';
import {
  payoutKeys,
  payoutKeyValues,
  payoutsOf,
  selectPayouts,
  toPayout,
  toPublicPayout,
} from './payout-rows.server.ts';
import { readCoveredPayouts, readPublicFunds } from './public-funds.server.ts';

const absentPayout = () => notFound('支払い');

/**
 * Withdraws a pay-out not yet in a run, by a counter-entry with a reason; the fund's page shows it as withdrawn.
 * Refuses (Conflict) one in a run, or already withdrawn.
 */
export const withdrawPayout = (
  { db, clock }: Context,
  operator: Person,
  id: string,
  { reason, version }: PayoutWithdrawal,
): Promise<Payout> =>
  transaction(db, async (tx) => {
    const at = clock();
    const [seen] = await tx.select().from(fundPayouts).where(eq(fundPayouts.id, id));
    if (!seen) throw absentPayout();
    await lockFund(tx, seen.socialChallengeId);
    const [payout] = await tx
      .select()
      .from(fundPayouts)
      .where(eq(fundPayouts.id, id))
      .for('update');
    if (!payout) throw absentPayout();
    if (payout.version !== version) throw refuse('Conflict', await changedBy(tx, id));
    // Serialises with a run being prepared, which locks the items it takes.
    const [item] = await tx
      .select()
      .from(owedItems)
      .where(and(eq(owedItems.payoutId, id), isNull(owedItems.appraisalId)))
      .for('update');
    if (!item || item.cancelledAt || item.remittanceId !== null) {
      throw refuse(
        'Conflict',
        'この支払いは、すでに送金の準備に入っています。取り消すときは、先に送金から外してください。',
      );
    }
    const postingId = `payout-withdrawn:${id}`;
    const { amountYen, socialChallengeId } = payout;
    const lines = [
      // Where it is owed now: the organisation may have been merged into another.
      {
        account: owedAccount({ associateId: item.associateId, socialChallengeId: null }),
        amountYen,
      },
      {
        account: owedAccount({ associateId: null, socialChallengeId }),
        amountYen: -amountYen,
      },
    ];
    await post(tx, [postingOf(postingId, lines, { at })]);
    const corrects = `payout:${id}`;
    await notePostings(tx, [{ postingId, reason, corrects, actorUid: operator.uid, at }]);
    await tx.update(owedItems).set({ cancelledAt: at }).where(eq(owedItems.id, item.id));
    await tx
      .update(fundPayouts)
      .set({ withdrawnAt: at, withdrawalReason: reason, version: version + 1 })
      .where(eq(fundPayouts.id, id));
    await audit(tx, operator, 'funds.withdraw', ['fund-payout', id], {
      at,
      fund: socialChallengeId,
      yen: amountYen,
    });
    await announceFunds(tx);
    const [row] = await selectPayouts(tx, eq(fundPayouts.id, id));
    if (!row) throw absentPayout();
    return toPayout(row);
  });

/** Only a withdrawal changes a pay-out's version. */
async function changedBy(tx: Transaction, id: string): Promise<string> {
  const [note] = await tx
    .select({ name: personName(sql`${postingNotes.actorUid}`), at: postingNotes.at })
    .from(postingNotes)
    .where(eq(postingNotes.postingId, `payout-withdrawn:${id}`));
  return note
    ? `${note.name || '運営の担当者'}さんが${formatDateTime(toTimestamp(note.at))}に、この支払いを取り消しています。`
    : 'この支払いは、ほかの画面で変更されています。画面を読み込み直してください。';
}

type Source = Database | Transaction;

const newest = (source: Source, count = maxTermsShown) =>
  source
    .select({ row: table, createdBy: joinedPersonName })
    .from(table)
    .leftJoin(users, eq(users.uid, table.createdBy))
    .orderBy(desc(table.createdAt), desc(table.id))
    .limit(count);

const readTermsState = async (tx: Transaction, at: Date): Promise<FundTermsState> => ({
  ...(await readTermsOn(tx, { associateId: null, day: jstDay(at) })),
  recorded: (await newest(tx)).map(({ row, createdBy }) => ({
    ...row,
    createdBy,
    createdAt: toTimestamp(row.createdAt),
  })),
});

/** Fee and handling of gifts to funds. New terms apply from a day on; earlier ones stay for gifts made under them. */
export const fundTermsState = ({ db, clock }: Context): Promise<FundTermsState> =>
  transaction(db, (tx) => readTermsState(tx, clock()));

/** Refuses a past day, and (Conflict, says who) a page older than the newest terms. */
export const addFundTerms = (
  { db, clock }: Context,
  operator: Person,
  draft: FundTermsDraft,
): Promise<FundTermsState> =>
  transaction(db, async (tx) => {
    await lock(tx, 'fund-terms');
    const at = clock();
    const [last] = await newest(tx, 1);
    if ((last?.row.id ?? '') !== draft.after) {
      const who = last
        ? `${last.createdBy || '運営の担当者'}さんが${formatDateTime(toTimestamp(last.row.createdAt))}に、新しい決まりを記録しています。`
        : '';
      throw refuse('Conflict', `${who}画面を読み込み直して、内容をご確認ください。`);
    }
    if (draft.startsOn < jstDay(at)) {
      const message = '始まる日は、今日からあとの日を選んでください。';
      throw refuse('ValidationError', message, { errors: [{ path: 'startsOn', message }] });
    }
    const { after: _, feePercent, ...terms } = draft;
    const feeBasisPoints = basisPointsOf(feePercent);
    await tx.insert(table).values({
      ...{ ...terms, id: randomUUID(), feeBasisPoints },
      createdBy: operator.uid,
      createdAt: at,
    });
    await audit(tx, operator, 'funds.change-terms', ['fund-terms', draft.startsOn], {
      at,
      feeBasisPoints,
      handlingYen: draft.handlingYen,
    });
    return readTermsState(tx, at);
  });

const madeOf: readonly Topic[] = ['challenges', 'sums'];
const publicReads = perProcess(createPublicReads);

/** Every fund with its balance, for the public. */
export const currentFunds = kept(madeOf, (ctx) => publicReads(ctx)(madeOf, readPublicFunds));

/** Today's terms of gifts to funds. */
export const fundTermsToday = ({ db, clock }: Context): Promise<Terms> =>
  readTermsOn(db, { associateId: null, day: jstDay(clock()) });

/** One fund for the public, or undefined. */
export const findFund = async (
  ctx: Context,
  socialChallengeId: string,
): Promise<PublicFund | undefined> =>
  (await currentFunds(ctx)).find((fund) => fund.socialChallengeId === socialChallengeId);

/** The newest pay-outs of a fund, or those from `position` on; undefined for an unknown fund. */
export async function fundPayoutsOf(
  { db }: Context,
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
  const covered = await readCoveredPayouts(db, socialChallengeId);
  const items = rows.map((row) => {
    const { amountYen, ...payout } = toPublicPayout(row);
    return { ...payout, amountYen: covered.has(payout.id) ? amountYen : null };
  });
  return { items, next, previous, total };
}

/** One fund, uncached, for decisions; refuses an unknown one. */
export async function readFund({ db }: Context, socialChallengeId: string): Promise<Fund> {
  const found = (await readFunds(db)).find((fund) => fund.socialChallengeId === socialChallengeId);
  if (!found) throw absentFund();
  return found;
}

/** First published organisations that work on the challenge and match words in name, reading or id. */
export async function payoutCandidates(
  { db }: Context,
  socialChallengeId: string,
  name: string,
): Promise<PayoutCandidate[]> {
  const { rows } = await db.execute<PayoutCandidate>(sql`
    select a.id, a.name, a.address,
      exists (select from bank_accounts b where b.associate_id = a.id) as "hasAccount"
    from associate_challenges c join associates a on a.id = c.associate_id
    where c.social_challenge_id = ${socialChallengeId} and a.state = 'published' and a.merged_into is null
      and ${holdsKeyword(sql`a.folded`, name) ?? sql`true`}
    order by a.name_kana, a.name, a.id limit ${maxCandidates}`);
  return rows;
}

/** Idempotent by key: a replay returns the earlier outcome. */
export function askForFundPayout(
  ctx: Context,
  operator: Person,
  socialChallengeId: string,
  request: PayoutRequest,
  key: string | undefined,
): Promise<AskedApproval> {
  const attempt = {
    actor: operator.uid,
    key,
    route: 'fund-payouts',
    body: { socialChallengeId, ...request },
  };
  return withIdempotencyKey(ctx.db, attempt, ctx.clock(), (tx) =>
    askForPayout(ctx, tx, operator, { socialChallengeId, ...request }),
  );
}
