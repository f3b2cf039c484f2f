import { giverListJobs } from '#giving/giver-lists/thread-jobs.server.ts';
import { receiptRunJobs } from '#giving/receipt-runs/thread-jobs.server.ts';
import { receiptJobs } from '#giving/receipts/thread-jobs.server.ts';
import { bankAnswerJobs } from '#money/bank-answers/thread-jobs.server.ts';
import { saleJobs } from '#money/sales/thread-jobs.server.ts';
import { statementJobs } from '#money/statements/thread-jobs.server.ts';
import { associateImportJobs } from '#organisations/associates/import/read-associates-file.server.ts';
import { inboxJobs } from '#people/messages/thread-jobs.server.ts';
import { archiveJobs } from '#people/personal-data/thread-jobs.server.ts';
import { dealerLedgerJobs } from '#warehouse/dealer-ledger/thread-jobs.server.ts';
import { identityJobs } from '#warehouse/identity-checks/thread-jobs.server.ts';
import { kitJobs } from '#warehouse/kits/thread-jobs.server.ts';
import { resultJobs } from '#warehouse/results/thread-jobs.server.ts';
import { trackingJobs } from '#warehouse/tracking/thread-jobs.server.ts';

/** Thread jobs of every noun, as services.ts lists their services and routes.ts their routes. */
export const threadJobs = {
  ...receiptJobs,
  ...resultJobs,
  ...saleJobs,
  ...statementJobs,
  ...trackingJobs,
  ...archiveJobs,
  ...associateImportJobs,
  ...inboxJobs,
  ...dealerLedgerJobs,
  ...kitJobs,
  ...bankAnswerJobs,
  ...identityJobs,
  ...giverListJobs,
  ...receiptRunJobs,
};
export type ThreadJobs = typeof threadJobs;
