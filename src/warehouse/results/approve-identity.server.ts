import { and, eq, inArray, isNull, ne } from 'drizzle-orm';
import { applicationEvents, applications } from '#giving/applications/application-tables.server.ts';
import { staleWithChanges } from '#giving/applications/steps/since-then.server.ts';
import {
  emptyAmong,
  recordDonations,
  settleEmptyGifts,
} from '#giving/donations/record-donations.server.ts';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import { transaction } from '#kit/db/database.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { notFound, refuse } from '#kit/errors/refusal.ts';
import { dealerLedgerYears, keptUntil } from '#people/legal/legal-retention.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import { enterPurchases } from '#warehouse/dealer-ledger/enter-purchases.server.ts';
import { refuseUnlessComplete } from '#warehouse/dealer-ledger/missing-facts.server.ts';
import { reviewPapers } from '#warehouse/identity-checks/paper-files.server.ts';
import { countBatchYen } from './batches.server.ts';
import { findApplications } from './check-rows.server.ts';
import { mailResults } from './result-mails.server.ts';
import { appraisals } from './result-tables.server.ts';

type ApprovedIdentity = { appraisalId: string; state: 'donated'; amountYen: number };

/**
 * Approves the identity check of an appraised fund application, which becomes a donation at once (docs/product.md,
 * Identity check). Refuses an application that needs none, and a stale version (Conflict). Papers need not have been
 * uploaded: some come in the box.
 */
export async function approveIdentity(
  ctx: Context,
  operator: Person,
  appraisalId: string,
  version: number,
): Promise<ApprovedIdentity> {
  const { db, clock } = ctx;
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
    await mailResults(tx, [{ ...row, application }], ctx);
    await audit(tx, operator, 'identity.approve', ['application', appraisalId], {
      at,
      papers: papers.map(({ kind }) => kind),
    });
    await enterPurchases(tx, { appraisalRowIds: [result.id] }, { operator, at });
    return { appraisalId, state: 'donated', amountYen: donationYen };
  });
}
