import { and, eq } from 'drizzle-orm';
import { copyAll } from '#server/db/copy-all.ts';
import type { Transaction } from '#server/db/database.ts';
import { insertAll } from '#server/db/insert-all.ts';
import { payerRow } from '#server/db/sample/money/bank-accounts.ts';
import {
  itemRow,
  payoutNote,
  payoutPosting,
  payoutRow,
} from '#server/db/sample/money/item-rows.ts';
import type { MoneyPlan } from '#server/db/sample/money/plan.ts';
import type { PlannedRemittance, PlannedRun } from '#server/db/sample/money/planned.ts';
import {
  blockedRow,
  carriedRows,
  fileRow,
  remittancePostings,
  remittanceRow,
  runRow,
} from '#server/db/sample/money/run-rows.ts';
import { fundTermsRow } from '#server/db/sample/money/sample-terms.ts';
import { writeCorrection } from '#server/db/sample/money/write-correction.ts';
import { sampleUids } from '#server/db/sample/sign-ins.ts';
import { bankAccounts } from '#server/db/schema/associates.ts';
import { postingNotes } from '#server/db/schema/ledger.ts';
import { bankAccountEvents } from '#server/db/schema/money/blocked-accounts.ts';
import { fundPayouts, fundTerms } from '#server/db/schema/money/funds.ts';
import { owedItems } from '#server/db/schema/money/owed.ts';
import { carriedOver, moneySettings, transferFiles } from '#server/db/schema/money/transfers.ts';
import { approvals } from '#server/db/schema/people.ts';
import { remittanceRuns, remittances } from '#server/db/schema/remittances.ts';
import type { WriteTo, Written } from './write-to.ts';

/** Identifies the sample's settings on removal. */
export const sampleConsignor = { consignorCode: '0000000000', consignorName: 'ﾐﾎﾝ ﾀｽｷ' };

/** Writes settings, terms, the payer's account, and the runs. */
export async function writeRuns(tx: Transaction, { runs }: MoneyPlan, now: Date): Promise<void> {
  await tx.insert(bankAccounts).values(payerRow());
  await tx.insert(fundTerms).values(fundTermsRow());
  await tx
    .update(moneySettings)
    .set({
      ...sampleConsignor,
      version: 2,
      changedBy: sampleUids.owner,
      changedAt: payerRow().createdAt,
    })
    .where(and(eq(moneySettings.id, 1), eq(moneySettings.consignorCode, '')));
  await insertAll(tx, remittanceRuns, runs.map(runRow));
  await insertAll(tx, carriedOver, runs.flatMap(carriedRows));
  await insertAll(tx, transferFiles, runs.filter(({ state }) => state !== 'draft').map(fileRow));
  const waiting = runs.filter(({ state }) => state === 'draft');
  await insertAll(
    tx,
    approvals,
    waiting.map((run) => requestFor(run, now)),
  );
}

/** The request for approval, decided by the owner. */
function requestFor(run: PlannedRun, now: Date): typeof approvals.$inferInsert {
  const { id, number, periodFrom, periodTo, transferOn, createdAt } = run;
  const { version = 1, remittanceCount: count = 0, amountYen = 0 } = runRow(run);
  const askedAt = new Date(Math.min(createdAt.getTime() + 3_600_000, now.getTime()));
  return {
    id: 'sample-approval-run',
    kind: 'remittance-run',
    subjectId: id,
    change: { number, version, count, amountYen, periodFrom, periodTo, transferOn },
    reason: '見本の依頼です。',
    askedBy: sampleUids.accountant,
    askedAt,
  };
}

/** Writes remittances; returns their postings. */
export async function writeRemittances(
  { client }: WriteTo,
  planned: readonly PlannedRemittance[],
): Promise<Written> {
  await copyAll(client, remittances, planned.map(remittanceRow));
  await copyAll(client, bankAccountEvents, planned.flatMap(blockedRow));
  const written = planned.map(remittancePostings);
  await copyAll(
    client,
    postingNotes,
    written.flatMap(({ notes }) => notes),
  );
  return { postings: written.flatMap(({ postings }) => postings) };
}

/** Writes open items other than gifts; returns their postings. Remittances exist already. */
export async function writeItems(
  { tx }: WriteTo,
  seed: number,
  { payouts, items, corrected }: MoneyPlan,
): Promise<Written> {
  await insertAll(tx, fundPayouts, payouts.map(payoutRow));
  await insertAll(tx, postingNotes, payouts.map(payoutNote));
  const corrections = corrected ? await writeCorrection(tx, seed, corrected) : [];
  await insertAll(tx, owedItems, items.map(itemRow));
  return { postings: [...corrections, ...payouts.map(payoutPosting)] };
}
