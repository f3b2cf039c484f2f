import { sql } from 'drizzle-orm';
import type { Transaction } from '#kit/db/database.server.ts';
import { insertAll } from '#kit/db/insert-all.server.ts';
import type { Statements } from '#kit/db/pipelined.server.ts';
import { accountOf, owedAccount, type Target } from './accounts.ts';
import type { Fees } from './fees.ts';
import { ledgerLines, postingNotes } from './ledger-tables.server.ts';

type LedgerLine = typeof ledgerLines.$inferInsert;
export type Posting = readonly LedgerLine[];

/** Amounts of a donation for the books: proceeds, bonus, what the service keeps, and the account it is owed to. */
export type BookedDonation = Target &
  Fees & {
    donationId: string;
    appraisedYen: number;
    bonusYen: number;
  };

/** A line without posting and number: yen on an account, debit positive. */
export type Amount = { account: string; amountYen: number };

/** Sums amounts per account and drops zeros. */
export function sumByAccount(amounts: readonly Amount[]): Amount[] {
  const byAccount = new Map<string, number>();
  for (const { account, amountYen } of amounts) {
    byAccount.set(account, (byAccount.get(account) ?? 0) + amountYen);
  }
  return [...byAccount]
    .filter(([, amountYen]) => amountYen !== 0)
    .map(([account, amountYen]) => ({ account, amountYen }));
}

/** Lines of one posting, with amounts summed per account and zeros dropped. */
export const postingOf = (
  postingId: string,
  amounts: readonly Amount[],
  facts: Pick<LedgerLine, 'donationId' | 'remittanceId' | 'at'>,
): LedgerLine[] =>
  sumByAccount(amounts).map((amount, index) => ({
    postingId,
    line: index + 1,
    ...amount,
    ...facts,
  }));

/** Yen owed for a donation: without what the service keeps. */
export const netYenOf = ({
  appraisedYen,
  bonusYen,
  feeYen,
  handlingYen,
}: Omit<BookedDonation, 'donationId'>) => appraisedYen + bonusYen - feeYen - handlingYen;

/** Amounts of a donation: proceeds and bonus against fee, handling and what is owed. */
export function donationAmounts(donation: Omit<BookedDonation, 'donationId'>): Amount[] {
  const { appraisedYen, bonusYen, feeYen, handlingYen } = donation;
  return [
    { account: 'proceeds', amountYen: appraisedYen },
    { account: 'bonus', amountYen: bonusYen },
    { account: accountOf('service-fee', donation), amountYen: -feeYen },
    { account: accountOf('handling', donation), amountYen: -handlingYen },
    { account: owedAccount(donation), amountYen: -netYenOf(donation) },
  ];
}

/**
 * Posting of a donation, in yen (docs/decisions/0023). `more` is what it settles besides. A donation of 0 yen has no
 * lines.
 */
export const donationLines = (
  donation: BookedDonation,
  at: Date,
  more: readonly Amount[] = [],
): LedgerLine[] =>
  postingOf(`donation:${donation.donationId}`, [...donationAmounts(donation), ...more], {
    donationId: donation.donationId,
    at,
  });

/** A posting has a few lines; insertAll writes a thousand per statement. */
const postingsAtOnce = 140;

/** Writes postings, each whole within one statement, since the database checks that it balances at its end. */
export async function post(tx: Statements, postings: readonly Posting[]): Promise<void> {
  for (let from = 0; from < postings.length; from += postingsAtOnce) {
    await insertAll(tx, ledgerLines, postings.slice(from, from + postingsAtOnce).flat());
  }
}

/** Records the reasons for postings that no donation explains. `corrects` is an earlier posting, or null. */
export const notePostings = (
  tx: Statements,
  notes: readonly (typeof postingNotes.$inferInsert)[],
): Promise<void> => insertAll(tx, postingNotes, notes);

/** Reason, actor and time of a posting. */
export type PostingReason = { reason: string; actorUid: string; at: Date };

/** Reverses donations in the books, each by a posting with opposite amounts and a note. */
export async function reverseDonationPostings(
  tx: Transaction,
  donationIds: readonly string[],
  { reason, actorUid, at }: PostingReason,
): Promise<void> {
  // What is owed may have moved to another organisation since.
  await tx.execute(sql`
    with posted as (
      insert into ledger_lines (posting_id, line, account, amount_yen, donation_id, at)
      select 'reversal:' || d.id, row_number() over (partition by d.id order by min(l.line), l.account),
        l.account, -sum(l.amount_yen), d.id, ${at.toISOString()}::timestamptz
      from json_array_elements_text(${JSON.stringify(donationIds)}::json) as d(id)
      join ledger_lines l on l.donation_id = d.id
      group by d.id, l.account having sum(l.amount_yen) <> 0
      returning posting_id, donation_id
    )
    insert into posting_notes (posting_id, reason, corrects, actor_uid, at)
    select distinct posting_id, ${reason}, 'donation:' || donation_id, ${actorUid}, ${at.toISOString()}::timestamptz from posted`);
}
