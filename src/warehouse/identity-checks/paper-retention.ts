import { dealerLedgerYears } from '#people/legal/legal-retention.ts';
import { retentionDays } from '#people/legal/retention-days.ts';

/** Retention of the papers, as shown. */
export const paperRetention = {
  approved: `法律により、買取の翌年から${dealerLedgerYears}年`,
  returned: 'すぐに消去',
  waiting: `${retentionDays.waitingPaper}日`,
} as const;
