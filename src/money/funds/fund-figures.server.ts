import { eq, type SQL, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { lock } from '#kit/db/locks/lock.server.ts';
import { notFound } from '#kit/errors/refusal.ts';
import { accountOf, owedAccount } from '#money/ledger/accounts.ts';
import { readSums } from '#money/sums/kept-sums.server.ts';
import { socialChallenges } from '#organisations/challenges/challenge-tables.server.ts';
import type { Fund } from './fund.ts';

export const absentFund = () => notFound('基金');

/** Serialises changes of a fund until the transaction ends; read the balance after this. */
export async function lockFund(tx: Transaction, socialChallengeId: string): Promise<void> {
  await lock(tx, 'fund', socialChallengeId);
  const found = await tx
    .select({ id: socialChallenges.id })
    .from(socialChallenges)
    .where(eq(socialChallenges.id, socialChallengeId));
  if (found.length === 0) throw absentFund();
}

/** Drops public pages that show funds. Call late in a transaction, since it locks a row that others need. */
export async function announceFunds(tx: Transaction): Promise<void> {
  await tx.execute(sql`update topic_versions set version = version + 1 where topic = 'sums'`);
  await tx.execute(sql`select pg_notify('topics', 'sums')`);
}

type Source = Database | Transaction;

/**
 * Debits less credits of an account in yen, from its kept sums: a fund with a million gifts reads as fast as an empty
 * one, and a transaction sees its own writes. The bounds let the index be used under any collation.
 */
const debitOf = (account: SQL): SQL => sql`(
  select coalesce(sum(case k.name when 'ledger-debit' then k.amount else -k.amount end), 0)
  from kept_sums k where k.name in ('ledger-debit', 'ledger-credit')
    and k.key between ${account} || ' 0000-00' and ${account} || ' 9999-99' and starts_with(k.key, ${account} || ' '))`;

/** A fund's balance in yen: what it is owed, less overpayments for gifts reversed since. */
export async function readBalance(tx: Source, socialChallengeId: string): Promise<number> {
  const fund = { associateId: null, socialChallengeId };
  const { rows } = await tx.execute<{ yen: number }>(sql`
    select (-${debitOf(sql`${owedAccount(fund)}::text`)} - ${debitOf(sql`${accountOf('overpaid', fund)}::text`)})::float8 as yen`);
  return rows[0]?.yen ?? 0;
}

type Booked = {
  id: string;
  fundName: string;
  balanceYen: number;
  keptYen: number;
  payouts: number;
  paidOutYen: number;
  lastPayoutOn: string | null;
};

/** Every fund with its figures, in the editors' order. */
export async function readFunds(source: Source): Promise<Fund[]> {
  const balanceOf = (code: string) => debitOf(sql`${`${code}:fund:`} || c.id`);
  const { rows } = await source.execute<Booked>(sql`
    select c.id, c.fund_name as "fundName",
      (-${balanceOf('owed')} - ${balanceOf('overpaid')})::float8 as "balanceYen",
      (-${balanceOf('service-fee')} - ${balanceOf('handling')})::float8 as "keptYen",
      coalesce(p.payouts, 0) as payouts, coalesce(p.yen, 0) as "paidOutYen", p.last::text as "lastPayoutOn"
    from social_challenges c left join (
      select social_challenge_id, count(*)::float8 as payouts, sum(amount_yen)::float8 as yen, max(decided_on) as last
      from fund_payouts where withdrawn_at is null group by social_challenge_id
    ) p on p.social_challenge_id = c.id
    order by c.orders, c.id`);
  const given = await readSums(source, 'fund-donations');
  return rows.map(({ id, ...booked }) => {
    const { count = 0, amount = 0 } = given.get(id) ?? {};
    return {
      ...booked,
      socialChallengeId: id as Fund['socialChallengeId'],
      gifts: count,
      givenYen: amount,
      sentBeforeYen: amount - booked.keptYen - booked.paidOutYen - booked.balanceYen,
    };
  });
}
