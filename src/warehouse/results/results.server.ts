import { and, eq, inArray, isNull, ne } from 'drizzle-orm';
import { applicationEvents, applications } from '#giving/applications/application-tables.server.ts';
import { staleWithChanges } from '#giving/applications/steps/since-then.server.ts';
import { emptyAmong, recordDonations } from '#giving/donations/record-donations.server.ts';
import { settleEmptyGifts } from '#giving/donations/settle-empty-gifts.server.ts';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import { auditedList } from '#kit/audit/audited-list.server.ts';
import { transaction } from '#kit/db/database.server.ts';
import type { Position } from '#kit/db/keyset.server.ts';
import { type Dependencies, forWork } from '#kit/dependencies.server.ts';
import { notFound, refuse } from '#kit/errors/refusal.ts';
import type { CsvEncoding } from '#kit/http/csv/csv-bytes.server.ts';
import { dealerLedgerYears, keptUntil } from '#people/legal/legal-retention.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import { enterPurchases } from '#warehouse/dealer-ledger/enter-purchases.server.ts';
import { refuseUnlessComplete } from '#warehouse/dealer-ledger/missing-facts.server.ts';
import { reviewPapers } from '#warehouse/identity-checks/review-papers.server.ts';
import { batchList, batchRowList, findBatch } from './batches.server.ts';
import { findApplications } from './check-rows.server.ts';
import { corrections } from './corrections/corrections.server.ts';
import { countBatchYen } from './count-batch.server.ts';
import {
  type ImportOptions,
  importResults,
  tryResults,
  writeMistakes,
} from './import-results.server.ts';
import { donorNotifications } from './notify-donors.server.ts';
import type { Upload } from './read-upload.server.ts';
import type { ImportError } from './result-import.ts';
import { mailResults } from './result-mails.server.ts';
import { appraisals } from './result-tables.server.ts';
import { type Reversal, reverseBatch, tryReversal } from './reversal/reverse-batch.server.ts';
import { dropBatch, restoreBatch, scheduleBatch } from './waiting/batch-steps.server.ts';
import {
  addRow,
  correctRow,
  putBackRow,
  type RowStep,
  takeOutRow,
} from './waiting/edit-rows.server.ts';
import { releaseBatch } from './waiting/release-batch.server.ts';
import { releaseDue } from './waiting/release-due.server.ts';
import { findWaitingRow, waitingList } from './waiting/waiting-rows.server.ts';
import type { NewWaitingResult, WaitingEdit } from './waiting-result.ts';

type ApprovedIdentity = { appraisalId: string; state: 'donated'; amountYen: number };

/**
 * Approves the identity check of an appraised fund application, which becomes a donation at once (docs/product.md,
 * Identity check). Refuses an application that needs none, and a stale version (Conflict). Papers need not have been
 * uploaded: some come in the box.
 */
async function approveIdentityCheck(
  dependencies: Dependencies,
  operator: Person,
  appraisalId: string,
  version: number,
): Promise<ApprovedIdentity> {
  const { db, clock } = dependencies;
  return transaction(db, async (tx) => {
    const [application] = await findApplications(tx, [appraisalId], true);
    if (!application) throw notFound('お申し込み');
    const [result] = await tx
      .select({
        id: appraisals.id,
        appraisedYen: appraisals.appraisedYen,
        bonusYen: appraisals.bonusYen,
        donationYen: appraisals.donationYen,
        outcome: appraisals.outcome,
        batchId: appraisals.batchId,
      })
      .from(appraisals)
      .where(and(eq(appraisals.appraisalId, appraisalId), isNull(appraisals.reversedAt)));
    const at = clock();
    if (version !== application.version) throw await staleWithChanges(tx, application, version, at);
    if (application.state !== 'appraised' || result?.outcome !== 'completed') {
      throw refuse('Conflict', 'このお申し込みは、本人確認を待っていません。');
    }
    await refuseUnlessComplete(tx, appraisalId);
    // From now on they belong to the dealer's ledger.
    const deleteAfter = keptUntil(at, dealerLedgerYears);
    const papers = await reviewPapers(tx, { appraisalId, operator, at, deleteAfter });
    await tx
      .update(applications)
      .set({
        state: 'donated',
        identity: 'approved',
        version: application.version + 1,
        stateChangedAt: at,
      })
      .where(eq(applications.appraisalId, appraisalId));
    await tx.insert(applicationEvents).values({
      appraisalId,
      fromState: 'appraised',
      toState: 'donated',
      doneBy: 'operator',
      actorUid: operator.uid,
      at,
    });
    const donation = { ...application, ...result, appraisalRowId: result.id };
    await settleEmptyGifts(tx, emptyAmong(await recordDonations(tx, [donation], at)), at);
    await countBatchYen(tx, result.batchId);
    // Unsent mails that ask for papers are obsolete.
    await tx
      .delete(outboxMails)
      .where(
        and(
          eq(outboxMails.appraisalId, appraisalId),
          inArray(outboxMails.kind, ['identity-due', 'identity-returned']),
          ne(outboxMails.state, 'sent'),
        ),
      );
    const { donationYen } = result;
    const outcome = 'completed' as const;
    const row = { id: result.id, result: { donationYen, outcome }, isOnHold: false };
    await mailResults(tx, [{ ...row, application }], dependencies);
    await audit(tx, operator, 'identity.approve', ['application', appraisalId], {
      at,
      papers: papers.map(({ kind }) => kind),
    });
    await enterPurchases(tx, { appraisalRowIds: [result.id] }, { operator, at });
    return { appraisalId, state: 'donated', amountYen: donationYen };
  });
}

/** Appraisal results: from the operator's file to donations, and reversal by batch. */
export const results = (dependencies: Dependencies) => ({
  ...donorNotifications(forWork(dependencies)),

  /** Dry run of an upload. */
  try: (upload: Upload) => tryResults(dependencies, upload),

  /** Imports an upload, all rows or none; `errors` says why. */
  import: (operator: Person, upload: Upload, options: ImportOptions) =>
    importResults(dependencies, operator, upload, options),

  /**
   * Faulty rows of one of the files as CSV, with a column エラー内容; `isRest` for those left when the good rows were
   * accepted.
   */
  faultyRows: (upload: Upload, file: ImportError['file'], isRest: boolean) =>
    writeMistakes(dependencies, upload, file, isRest),

  /** Uploads, the newest first. */
  batchList: auditedList(dependencies, batchList),

  /** One upload; undefined if there is none. */
  batch: (id: string) => findBatch(dependencies.db, id),

  /** A page of an upload's rows, in file order. */
  batchRows: (operator: Person, id: string, position?: Position) =>
    auditedList(dependencies, batchRowList).page(operator, { id }, position),

  /** All rows of an upload, in batches; undefined if there is none. */
  async exportBatchRows(operator: Person, { id }: { id: string }, encoding: CsvEncoding) {
    const batch = await findBatch(dependencies.db, id);
    return batch && auditedList(dependencies, batchRowList).rows(operator, { id }, encoding);
  },

  /** Reverses a batch with a reason. Refuses while sent money, a receipt or a pledge depends on it. */
  reverse: (operator: Person, batchId: string, reversal: Reversal) =>
    reverseBatch(dependencies, operator, batchId, reversal),

  /** Dry run of a reversal; undefined if there is no such batch. */
  tryReversal: (batchId: string) => tryReversal(dependencies, batchId),

  /** Corrections of single results after donors were notified. */
  corrections: corrections(dependencies),

  /** Rows of a waiting batch. */
  waitingList: auditedList(dependencies, waitingList),
  /** One waiting row with its items; undefined if there is none. */
  waitingRow: (id: string) => findWaitingRow(dependencies.db, id),
  correctRow: (operator: Person, step: RowStep, edit: WaitingEdit) =>
    correctRow(dependencies, operator, step, edit),
  addRow: (operator: Person, batchId: string, row: NewWaitingResult) =>
    addRow(dependencies, operator, batchId, row),
  takeOutRow: (operator: Person, step: RowStep & { reason: string }) =>
    takeOutRow(dependencies, operator, step),
  putBackRow: (operator: Person, step: RowStep) => putBackRow(dependencies, operator, step),

  /** Releases a waiting batch: creates its results and notifies its donors. */
  release: (operator: Person, batchId: string, version: number) =>
    releaseBatch(dependencies, { operator, batchId, version }),
  /** Releases batches that are due. */
  releaseDue: () => releaseDue(forWork(dependencies)),
  schedule: (operator: Person, step: Parameters<typeof scheduleBatch>[2]) =>
    scheduleBatch(dependencies, operator, step),
  drop: (operator: Person, step: Parameters<typeof dropBatch>[2]) =>
    dropBatch(dependencies, operator, step),
  /** Undoes a drop within some minutes. */
  restore: (operator: Person, step: Parameters<typeof restoreBatch>[2]) =>
    restoreBatch(dependencies, operator, step),

  /** Approves the identity check of an application on hold, which becomes a donation. */
  approveIdentity: (operator: Person, appraisalId: string, version: number) =>
    approveIdentityCheck(dependencies, operator, appraisalId, version),
});
