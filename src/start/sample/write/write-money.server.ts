import { and, eq } from 'drizzle-orm';
import { copyAll } from '#kit/db/copy-all.server.ts';
import type { Transaction } from '#kit/db/database.server.ts';
import { insertAll } from '#kit/db/insert-all.server.ts';
import { bankAccountEvents } from '#money/bank-accounts/blocked-account-tables.server.ts';
import { fundPayouts, fundTerms } from '#money/funds/fund-tables.server.ts';
import { postingNotes } from '#money/ledger/ledger-tables.server.ts';
import { owedItems } from '#money/ledger/owed-tables.server.ts';
import { remittanceRuns, remittances } from '#money/remittances/remittance-tables.server.ts';
import {
  carriedOver,
  moneySettings,
  transferFiles,
} from '#money/remittances/transfer-tables.server.ts';
import { bankAccounts } from '#organisations/associates/associate-tables.server.ts';
import { approvals } from '#people/roles/role-tables.server.ts';
import { payerRow } from '#start/sample/money/bank-accounts.server.ts';
import {
  itemRow,
  payoutNote,
  payoutPosting,
  payoutRow,
} from '#start/sample/money/item-rows.server.ts';
import type { MoneyPlan } from '#start/sample/money/plan.server.ts';
import type { PlannedRemittance, PlannedRun } from '#start/sample/money/planned.server.ts';
import {
  blockedRow,
  carriedRows,
  fileRow,
  remittancePostings,
  remittanceRow,
  runRow,
} from '#start/sample/money/run-rows.server.ts';
import { fundTermsRow } from '#start/sample/money/sample-terms.server.ts';
import { writeCorrection } from '#start/sample/money/write-correction.server.ts';
import { sampleUids } from '#start/sample/sign-ins.server.ts';
import type { WriteTo, Written } from './write-to.server.ts';

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
