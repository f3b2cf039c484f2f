import * as z from 'zod/mini';
import { ConfirmationRow } from '#organisations/confirmations/confirmation.ts';
import { StaffUseReport } from './use-report.ts';

/** What an organisation said of its transfers and gifts, the newest first, for operators. */
export const AssociateUses = z.object({
  confirmations: z.array(ConfirmationRow),
  reports: z.array(StaffUseReport),
});
export type AssociateUses = z.infer<typeof AssociateUses>;
