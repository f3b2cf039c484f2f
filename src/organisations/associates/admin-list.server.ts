import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { AuditedList } from '#kit/audit/audited-list.server.ts';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { countRows } from '#kit/db/keyset.server.ts';
import { holdsKeyword } from '#kit/db/search-texts.server.ts';
import { addDays, jstDay, toTimestamp } from '#kit/values/timestamp.ts';
import {
  type AdminAssociate,
  adminAssociatesPageSize,
  alertDays,
  type CertificationAlert,
  certificationAlertOn,
} from './admin-associate.ts';
import type { AssociateState } from './associate-state.ts';
import { associates } from './associate-tables.server.ts';
import type { Classification } from './classification.ts';

type Source = Database | Transaction;
export type AssociateSelection = {
  state?: AssociateState | undefined;
  alert?: CertificationAlert | undefined;
  keyword: string;
};

/** Last day of the certifications on record, "" without one. */
export const lastCertifiedDay = sql<string>`coalesce((select max(c.expires_on)::text
  from associate_certifications c where c.associate_id = associates.id and c.withdrawn_at is null), '')`;

/** Condition for certifications that need attention: of organisations that have not ended. */
function alertCondition(alert: CertificationAlert, today: string): SQL {
  const until = addDays(today, alertDays[0]);
  const [from, to] = alert === 'expired' ? ['0001-01-01', addDays(today, -1)] : [today, until];
  return sql`${associates.state} <> 'ended' and ${associates.id} in (
    select c.associate_id from associate_certifications c
    where c.withdrawn_at is null and c.expires_on between ${from}::date and ${to}::date
    and not exists (select from associate_certifications later where later.associate_id = c.associate_id
      and later.withdrawn_at is null and later.expires_on > ${to}::date))`;
}

function matching({ state, alert, keyword }: AssociateSelection, today: string): SQL | undefined {
  return and(
    state && eq(associates.state, state),
    alert && alertCondition(alert, today),
    holdsKeyword(associates.folded, keyword),
  );
}

type Row = {
  associate: typeof associates.$inferSelect;
  certificationEndsOn: string;
};

export const toAdminAssociate = (
  { associate, certificationEndsOn }: Row,
  today: string,
): AdminAssociate => ({
  id: associate.id,
  name: associate.name,
  nameKana: associate.nameKana,
  classification: associate.classification as Classification,
  state: associate.state as AssociateState,
  certificationEndsOn,
  alert: certificationAlertOn(certificationEndsOn, today, addDays(today, alertDays[0])) ?? null,
  createdAt: toTimestamp(associate.createdAt),
});

/** Organisations of any state, newest first. Their facts are public: only exports are audited. */
export const associateList: AuditedList<AssociateSelection, Row, AdminAssociate> = {
  name: 'associates',
  isPersonal: false,
  subjectType: 'associates',
  subjectId: ({ state, alert }) => alert ?? state ?? 'all',
  pageSize: adminAssociatesPageSize,
  keys: () => [
    { by: associates.createdAt, direction: 'desc', type: 'timestamptz' },
    { by: associates.id, direction: 'asc', type: 'text' },
  ],
  valuesOf: ({ associate }) => [associate.createdAt.getTime(), associate.id],
  idOf: ({ associate }) => associate.id,
  read: (db: Source, selection, part, at) =>
    db
      .select({ associate: associates, certificationEndsOn: lastCertifiedDay })
      .from(associates)
      .where(and(matching(selection, jstDay(at)), part.where))
      .orderBy(...part.orderBy)
      .limit(part.limit),
  total: async (db, selection, at) => countRows(db, associates, matching(selection, jstDay(at))),
  toItems: (_db, rows, at) => rows.map((row) => toAdminAssociate(row, jstDay(at))),
};
