import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import { transaction } from '#kit/db/database.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { readConfirmations } from '#organisations/confirmations/confirmation-list.server.ts';
import type { AssociateUses } from './associate-uses.ts';
import { readReports } from './use-reports.server.ts';

/** Confirmations and reports of an organisation, for operators; the read is recorded. */
export const associateUses = (
  { db, clock }: Context,
  operator: Person,
  associateId: string,
): Promise<AssociateUses> =>
  transaction(db, async (tx) => {
    await audit(tx, operator, 'use-report.read', ['associate', associateId], { at: clock() });
    return {
      confirmations: await readConfirmations(tx, associateId),
      reports: await readReports(tx, associateId),
    };
  });
