import { and, desc, eq, gte, isNull, lte } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import { type Database, type Transaction, transaction } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { notFound, refuse } from '#kit/errors/refusal.ts';
import { toTimestamp } from '#kit/values/timestamp.ts';
import type { CertificationDraft, CertificationRecord } from './admin-associate.ts';
import { lockAssociate } from './associate-row.server.ts';
import { associateCertifications as table } from './associate-tables.server.ts';

/** Certifications of an organisation, including withdrawn ones, latest first. */
export async function readCertifications(
  source: Database | Transaction,
  associateId: string,
): Promise<CertificationRecord[]> {
  const rows = await source
    .select()
    .from(table)
    .where(eq(table.associateId, associateId))
    .orderBy(desc(table.expiresOn), desc(table.id));
  return rows.map(({ associateId: _, withdrawnAt, ...row }) => ({
    ...row,
    withdrawnAt: withdrawnAt && toTimestamp(withdrawnAt),
  }));
}

/**
 * Records certifications. Never changed: receipts name the one valid on the day of a gift, so a wrong one is withdrawn
 * with a reason and recorded again.
 */
export const certifications = ({ db, clock }: Pick<Dependencies, 'db' | 'clock'>) => ({
  /** Records a certification. Refuses overlapping days: a receipt names one. */
  addCertification: (operator: Person, associateId: string, draft: CertificationDraft) =>
    transaction(db, async (tx) => {
      await lockAssociate(tx, associateId);
      await insertCertification(tx, { operator, associateId, draft, at: clock() });
    }),

  /** Withdraws a certification as a mistake: it is valid on no day. Idempotent. */
  withdrawCertification: (
    operator: Person,
    { associateId, certificationId }: { associateId: string; certificationId: number },
    reason: string,
  ) =>
    transaction(db, async (tx) => {
      await lockAssociate(tx, associateId);
      const isThisCertification = and(
        eq(table.associateId, associateId),
        eq(table.id, certificationId),
      );
      const at = clock();
      const [row] = await tx
        .update(table)
        .set({ withdrawnAt: at })
        .where(and(isThisCertification, isNull(table.withdrawnAt)))
        .returning();
      if (!row) {
        if (await tx.$count(table, isThisCertification)) return;
        throw notFound('認定の記録');
      }
      await audit(tx, operator, 'certifications.withdraw', ['associate', associateId], {
        at,
        number: row.number,
        reason,
      });
    }),
});

/** Records a certification of a locked organisation. */
export async function insertCertification(
  tx: Transaction,
  input: {
    operator: Pick<Person, 'uid'>;
    associateId: string;
    draft: CertificationDraft;
    at: Date;
  },
): Promise<void> {
  const { operator, associateId, draft, at } = input;
  const [other] = await tx
    .select()
    .from(table)
    .where(
      and(
        eq(table.associateId, associateId),
        isNull(table.withdrawnAt),
        lte(table.certifiedOn, draft.expiresOn),
        gte(table.expiresOn, draft.certifiedOn),
      ),
    )
    .limit(1);
  if (other) {
    const message = `${other.certifiedOn}から${other.expiresOn}までの認定（${other.number}）と期間が重なっています。間違いなら、先にその認定を取り下げてください。`;
    throw refuse('ValidationError', message, { errors: [{ path: 'certifiedOn', message }] });
  }
  await tx.insert(table).values({ ...draft, associateId });
  await audit(tx, operator, 'certifications.add', ['associate', associateId], {
    at,
    number: draft.number,
  });
}
