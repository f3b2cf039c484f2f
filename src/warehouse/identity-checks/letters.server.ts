import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { IdentityCheck } from '#giving/applications/application-state.ts';
import { applications } from '#giving/applications/application-tables.server.ts';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import type { AuditedList } from '#kit/audit/audited-list.server.ts';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { countRows } from '#kit/db/keyset.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { streetOf } from '#kit/values/postal/written-address.ts';
import { addDays, jstDay, toTimestamp } from '#kit/values/timestamp.ts';
import { identityLetters as letters } from '#warehouse/dealer-ledger/dealer-ledger-tables.server.ts';
import { letterAddressOf } from './letter-address.server.ts';
import { identityMethodFacts, identityMethods, letterSilentDays, usualMethod } from './methods.ts';
import {
  type IdentityLetter,
  identityLettersPageSize,
  type LetterLabels,
  type LetterState,
} from './seller-facts.ts';

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

const drawingLimitMs = 20_000;

/** PDF of labels for letters to applicants on hold. Audits who printed them. */
export async function printLetterLabels(
  { db, clock, threads }: Context,
  operator: Person,
  { appraisalIds, sheet }: LetterLabels,
): Promise<Uint8Array> {
  const ids = [...new Set(appraisalIds)];
  const rows = await db
    .select()
    .from(applications)
    .where(and(inArray(applications.appraisalId, ids), eq(applications.state, 'appraised')));
  const byId = new Map(rows.map((row) => [row.appraisalId, row]));
  const addressees = ids.map((id) => {
    const row = byId.get(id);
    if (!row) {
      throw refuse(
        'Conflict',
        `${id}は、本人確認を待つお申し込みではなくなっています。一覧を読み込み直してください。`,
      );
    }
    return {
      zipcode: row.zipcode,
      address: streetOf(row),
      building: row.building,
      name: `${row.lastName} ${row.firstName}`,
      number: id,
    };
  });
  await audit(db, operator, 'identity-letters.print', ['applications', 'labels'], {
    at: clock(),
    ids,
  });
  return threads.run('drawLetterLabels', { addressees, sheet }, { limitMs: drawingLimitMs });
}
