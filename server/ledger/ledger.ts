import { sql } from 'drizzle-orm';
import type { Transaction } from '#server/db/database.ts';
import { insertAll } from '#server/db/insert-all.ts';
import type { Statements } from '#server/db/pipelined.ts';
import { ledgerLines } from '#server/db/schema/ledger.ts';

type LedgerLine = typeof ledgerLines.$inferInsert;
export type Posting = readonly LedgerLine[];

/** A donation as the books see it: what the goods bring, what the operator adds, whom it is owed. */
export type Earned = {
  donationId: string;
  associateId: string | null;
  socialChallengeId: string | null;
  appraisedYen: number;
  bonusYen: number;
};

/**
 * The posting of a donation, in yen; a debit is positive. `proceeds` is the worth of the goods that
 * the operator sells, `bonus` what it adds of its own, `owed:associate:<id>` and
 * `owed:fund:<challenge>` what is to be sent on. A donation of 0 yen leaves no line.
 */
export function donationLines(donation: Earned, at: Date): LedgerLine[] {
  const { donationId, appraisedYen, bonusYen } = donation;
  return [
    { account: 'proceeds', amountYen: appraisedYen },
    { account: 'bonus', amountYen: bonusYen },
    { account: owedAccount(donation), amountYen: -(appraisedYen + bonusYen) },
  ]
    .filter(({ amountYen }) => amountYen !== 0)
    .map((line, index) => ({
      ...line,
      postingId: `donation:${donationId}`,
      line: index + 1,
      donationId,
      at,
    }));
}

/** Books donations, one posting each. */
export async function postDonations(
  tx: Statements,
  donations: readonly Earned[],
  at: Date,
): Promise<void> {
  await post(
    tx,
    donations.map((donation) => donationLines(donation, at)),
  );
}

/** A posting has some lines, a statement of insertAll a thousand. */
const postingsAtOnce = 300;

/** Writes postings, each whole in one statement: the database checks that it balances there. */
export async function post(tx: Statements, postings: readonly Posting[]): Promise<void> {
  for (let from = 0; from < postings.length; from += postingsAtOnce) {
    await insertAll(tx, ledgerLines, postings.slice(from, from + postingsAtOnce).flat());
  }
}

/** The posting of money sent on: what was owed is paid from `bank`. Yen, more than 0. */
export function remittanceLines(
  remittance: Pick<Earned, 'associateId' | 'socialChallengeId'> & {
    remittanceId: string;
    amountYen: number;
  },
  at: Date,
): LedgerLine[] {
  const { remittanceId, amountYen } = remittance;
  const posting = { postingId: `remittance:${remittanceId}`, remittanceId, at };
  return [
    { ...posting, line: 1, account: owedAccount(remittance), amountYen },
    { ...posting, line: 2, account: 'bank', amountYen: -amountYen },
  ];
}

/** Takes donations out of the books again, each by a posting with the opposite amounts. */
export async function reverseDonationPostings(
  tx: Transaction,
  donationIds: readonly string[],
  at: Date,
): Promise<void> {
  // What is owed may have moved to another organisation since.
  await tx.execute(sql`
    insert into ledger_lines (posting_id, line, account, amount_yen, donation_id, at)
    select 'reversal:' || d.id, row_number() over (partition by d.id order by min(l.line), l.account),
      l.account, -sum(l.amount_yen), d.id, ${at.toISOString()}::timestamptz
    from json_array_elements_text(${JSON.stringify(donationIds)}::json) as d(id)
    join ledger_lines l on l.donation_id = d.id
    group by d.id, l.account having sum(l.amount_yen) <> 0`);
}

/** Moves what is owed for an organisation's donations that were not sent on yet to another one. */
export async function moveOwed(
  tx: Transaction,
  { from, into, mergeId }: { from: string; into: string; mergeId: string },
  at: Date,
): Promise<void> {
  const account = `owed:associate:${from}`;
  await tx.execute(sql`
    with moved as (
      select l.donation_id as id, sum(l.amount_yen) as yen from donations d
      join applications a on a.appraisal_id = d.appraisal_id and a.state = 'donated'
      join ledger_lines l on l.donation_id = d.id and l.account = ${account}
      where d.associate_id = ${from} and d.reversed_at is null
      group by 1 having sum(l.amount_yen) <> 0
    )
    insert into ledger_lines (posting_id, line, account, amount_yen, donation_id, at)
    select 'merge:' || ${mergeId} || ':' || id, line, account,
      case line when 1 then -yen else yen end, id, ${at.toISOString()}::timestamptz
    from moved cross join (values (1, ${account}), (2, ${`owed:associate:${into}`})) as one (line, account)`);
}

const owedAccount = ({
  associateId,
  socialChallengeId,
}: Pick<Earned, 'associateId' | 'socialChallengeId'>) =>
  associateId === null ? `owed:fund:${socialChallengeId}` : `owed:associate:${associateId}`;
