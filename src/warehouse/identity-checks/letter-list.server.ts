import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { IdentityCheck } from '#giving/applications/application-state.ts';
import { applications } from '#giving/applications/application-tables.server.ts';
import type { AuditedList } from '#kit/audit/audited-list.server.ts';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { countRows } from '#kit/db/keyset.server.ts';
import { addDays, jstDay, toTimestamp } from '#kit/values/timestamp.ts';
import { identityLetters as letters } from '#warehouse/dealer-ledger/dealer-ledger-tables.server.ts';
import { letterAddressOf } from './letter-address.server.ts';
import { identityMethodFacts, identityMethods, letterSilentDays, usualMethod } from './methods.ts';
import { type IdentityLetter, identityLettersPageSize, type LetterState } from './seller-facts.ts';

type Source = Database | Transaction;
type LetterSelection = { state: LetterState };

const withoutLetter = identityMethods.filter((method) => !identityMethodFacts[method].needsLetter);

/** Condition for applications on hold whose check needs a letter, by state of the letter. */
function selected({ state }: LetterSelection, at: Date): SQL | undefined {
  const of = (condition: SQL) =>
    sql`exists (select 1 from ${letters} l where l.appraisal_id = ${applications.appraisalId} and ${condition})`;
  const silentFrom = addDays(jstDay(at), -letterSilentDays);
  const byState: Record<LetterState, SQL> = {
    'to-send': sql`not ${of(sql`(l.sent_on is not null or l.method = any(${sql.param(withoutLetter)}::text[]))`)}`,
    sent: of(sql`l.sent_on is not null and l.delivered_on is null and l.returned_on is null`),
    silent: of(
      sql`l.sent_on <= ${silentFrom}::date and l.delivered_on is null and l.returned_on is null`,
    ),
    returned: of(sql`l.returned_on is not null`),
  };
  return and(
    eq(applications.state, 'appraised'),
    sql`${applications.identity} in ('due', 'submitted', 'rejected')`,
    byState[state],
  );
}

const selectLetters = (db: Source, where: SQL | undefined) =>
  db
    .select({ application: applications, letter: letters })
    .from(applications)
    .leftJoin(letters, eq(letters.appraisalId, applications.appraisalId))
    .where(where)
    .$dynamic();
type Row = Awaited<ReturnType<typeof selectLetters>>[number];

/** Letters of applications on hold, the longest waiting first. */
export const letterList: AuditedList<LetterSelection, Row, IdentityLetter> = {
  name: 'identity-letters',
  subjectType: 'applications',
  subjectId: ({ state }) => state,
  pageSize: identityLettersPageSize,
  keys: () => [
    { by: applications.stateChangedAt, direction: 'asc', type: 'timestamptz' },
    { by: applications.appraisalId, direction: 'asc', type: 'text' },
  ],
  valuesOf: ({ application }) => [application.stateChangedAt.getTime(), application.appraisalId],
  idOf: ({ application }) => application.appraisalId,
  read: (db, selection, part, at) =>
    selectLetters(db, and(selected(selection, at), part.where))
      .orderBy(...part.orderBy)
      .limit(part.limit),
  total: (db, selection, at) => countRows(db, applications, selected(selection, at)),
  toItems: (_db, rows) => rows.map(toLetter),
};

const toLetter = ({ application: a, letter }: Row): IdentityLetter => ({
  appraisalId: a.appraisalId,
  name: `${a.lastName} ${a.firstName}`,
  address: letterAddressOf(a),
  identity: a.identity as IdentityCheck,
  method: letter?.method ?? usualMethod,
  letterNumber: letter?.letterNumber ?? '',
  sentOn: letter?.sentOn ?? '',
  returnedOn: letter?.returnedOn ?? '',
  since: toTimestamp(a.stateChangedAt),
});
