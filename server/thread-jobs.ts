import { associateImportJobs } from './associates/import/read-associates-file.ts';
import { bankAnswerJobs } from './bank-answers/thread-jobs.ts';
import { dealerLedgerJobs } from './dealer-ledger/thread-jobs.ts';
import { giverListJobs } from './giver-lists/thread-jobs.ts';
import { identityJobs } from './identity-checks/thread-jobs.ts';
import { inboxJobs } from './inbox/thread-jobs.ts';
import { kitJobs } from './kits/thread-jobs.ts';
import { archiveJobs } from './personal-data/thread-jobs.ts';
import { receiptRunJobs } from './receipt-runs/thread-jobs.ts';
import { receiptJobs } from './receipts/thread-jobs.ts';
import { resultJobs } from './results/thread-jobs.ts';
import { saleJobs } from './sales/thread-jobs.ts';
import { statementJobs } from './statements/thread-jobs.ts';
import { trackingJobs } from './tracking/thread-jobs.ts';

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
