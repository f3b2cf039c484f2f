import { randomUUID } from 'node:crypto';
import { and, desc, eq, gte, isNull, lte, or } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import { type Database, type Transaction, transaction } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { toTimestamp } from '#kit/values/timestamp.ts';
import {
  type Agreement,
  type AgreementDraft,
  type AgreementPublishing,
  basisPointsOf,
} from './admin-associate.ts';
import { lockAssociate } from './associate-row.server.ts';
import { associateAgreements as table } from './associate-tables.server.ts';

type Source = Database | Transaction;

/** The agreement in force on a day (YYYY-MM-DD): of those that cover it, the one recorded last. */
export async function agreementOn(
  source: Source,
  associateId: string,
  day: string,
): Promise<Agreement | undefined> {
  const [row] = await source
    .select()
    .from(table)
    .where(
      and(
        eq(table.associateId, associateId),
        lte(table.startsOn, day),
        or(isNull(table.endsOn), gte(table.endsOn, day)),
      ),
    )
    .orderBy(desc(table.createdAt), desc(table.startsOn))
    .limit(1);
  return row && toAgreement(row);
}

/** All agreements, latest recorded first. */
export async function readAgreements(source: Source, associateId: string): Promise<Agreement[]> {
  const rows = await source
    .select()
    .from(table)
    .where(eq(table.associateId, associateId))
    .orderBy(desc(table.createdAt), desc(table.startsOn));
  return rows.map(toAgreement);
}

/** Agreements of organisations with the service. A new agreement replaces the earlier, which is kept. */
export const agreements = ({ db, clock }: Pick<Dependencies, 'db' | 'clock'>) => ({
  addAgreement: (operator: Person, associateId: string, draft: AgreementDraft) =>
    transaction(db, async (tx) => {
      await lockAssociate(tx, associateId);
      await insertAgreement(tx, { operator, associateId, draft, at: clock() });
    }),
});

/** Records an agreement of a locked organisation. */
export async function insertAgreement(
  tx: Transaction,
  input: { operator: Pick<Person, 'uid'>; associateId: string; draft: AgreementDraft; at: Date },
): Promise<void> {
  const { operator, associateId, draft, at } = input;
  const { feePercent, endsOn, ...terms } = draft;
  const feeBasisPoints = basisPointsOf(feePercent);
  const stored = { ...terms, endsOn: endsOn || null, feeBasisPoints };
  await tx
    .insert(table)
    .values({ ...stored, id: randomUUID(), associateId, createdBy: operator.uid, createdAt: at });
  await audit(tx, operator, 'agreements.add', ['associate', associateId], {
    at,
    ...{ from: draft.startsOn, to: endsOn, feeBasisPoints },
    ...{ handlingYen: draft.handlingYen, issuesLateReceipts: draft.issuesLateReceipts },
  });
}

const toAgreement = (row: typeof table.$inferSelect): Agreement => ({
  id: row.id,
  startsOn: row.startsOn,
  endsOn: row.endsOn ?? '',
  feeBasisPoints: row.feeBasisPoints,
  handlingYen: row.handlingYen,
  issuesLateReceipts: row.issuesLateReceipts,
  minimumYen: row.minimumYen,
  publishes: row.publishes as AgreementPublishing,
  note: row.note,
  createdAt: toTimestamp(row.createdAt),
});
