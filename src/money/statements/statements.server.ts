import { sql } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import { auditedList } from '#kit/audit/audited-list.server.ts';
import type { Database } from '#kit/db/database.server.ts';
import type { Position } from '#kit/db/keyset.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { notFound } from '#kit/errors/refusal.ts';
import type { CsvEncoding } from '#kit/http/csv/csv-bytes.server.ts';
import { attempts } from '#kit/limits/attempts.server.ts';
import { jstDay } from '#kit/values/timestamp.ts';
import { noTerms } from '#money/ledger/fees.ts';
import { agreementOn } from '#organisations/associates/agreements.server.ts';
import { hasSampleData } from '#organisations/associates/sample-associates.server.ts';
import { demandMember } from '#organisations/room/memberships.server.ts';
import { factsNow } from '#people/service-facts/service-facts.server.ts';
import type { ServiceFacts } from '#people/service-facts/service-facts.ts';
import { countTry } from '#people/sign-in/account-messages.server.ts';
import { fiscalStartsOf } from './fiscal-years.server.ts';
import { invoiceOf } from './invoice.ts';
import { moneyOf, recordPaper } from './paper-record.server.ts';
import { daysOf } from './period.ts';
import { maxDrawnItems, type NextRemittance, type Statement } from './statement.ts';
import {
  countItems,
  firstItems,
  type StatementSelection,
  statementItems,
  statementList,
} from './statement-lists.server.ts';
import type { Issuer, StatementPaper, YearPaper } from './statement-paper.server.ts';
import { hasStatement, inPeriod, ofAssociate, readStatements } from './statement-rows.server.ts';
import { type StatementYear, type StatementYearItem, yearLinesOf } from './year.ts';
import { type OneYear, yearItems } from './year-items.server.ts';
import { readYears, yearsOf } from './year-rows.server.ts';

type Row = Pick<
  NextRemittance,
  'items' | 'openYen' | 'overpaidYen' | 'carriedYen' | 'hasAccount' | 'underWay'
>;

/** Outlook for an organisation: what is open, what blocks its payment, and what is in transit. */
async function nextRemittance(
  db: Database,
  associateId: string,
  now: Date,
): Promise<NextRemittance> {
  const today = jstDay(now);
  const agreement = await agreementOn(db, associateId, today);
  const { rows } = await db.execute<Row>(sql`
    with last as (
      select coalesce(max(period_to), '-infinity'::date) as period_to from remittance_runs where state <> 'dropped'
    )
    select count(i.id)::float8 as items, coalesce(sum(i.amount_yen), 0)::float8 as "openYen",
      coalesce(sum(i.overpaid_yen), 0)::float8 as "overpaidYen",
      coalesce(sum(i.amount_yen) filter (where i.day <= last.period_to), 0)::float8 as "carriedYen",
      exists (select from bank_accounts where associate_id = ${associateId}) as "hasAccount",
      (select coalesce(json_agg(json_build_object('id', r.id, 'amountYen', r.amount_yen, 'transferOn', run.transfer_on)
          order by run.transfer_on, r.id), '[]')
        from remittances r join remittance_runs run on run.id = r.run_id
        where r.associate_id = ${associateId} and r.state in ('prepared', 'sent')) as "underWay"
    from last left join owed_items i on i.associate_id = ${associateId} and i.remittance_id is null and i.cancelled_at is null
    group by last.period_to`);
  const open = rows[0] ?? {
    ...{ items: 0, openYen: 0, overpaidYen: 0, carriedYen: 0, hasAccount: false, underWay: [] },
  };
  return {
    ...open,
    minimumYen: agreement?.minimumYen ?? 0,
    terms: agreement
      ? { feeBasisPoints: agreement.feeBasisPoints, handlingYen: agreement.handlingYen }
      : noTerms,
    hasAgreement: agreement !== undefined,
  };
}

/** Two thousand lines take some seconds on a busy machine. */
const drawingLimitMs = 60_000;

export type OneStatement = { associateId: string; id: string };
export type Drawn = { fileName: string; bytes: Uint8Array };

/** A statement of one of the person's organisations. */
export async function ownStatement(
  { db }: Context,
  person: Person,
  { associateId, id }: OneStatement,
): Promise<Statement> {
  demandMember(person, associateId, 'read');
  const [found] = await readStatements(db, sql`r.id = ${id} and ${ofAssociate(associateId)}`);
  if (!found) throw notFound('明細書');
  return found;
}

async function ofAny({ db }: Context, id: string): Promise<Statement> {
  const [found] = await readStatements(db, sql`r.id = ${id} and ${hasStatement}`);
  if (!found) throw notFound('明細書');
  return found;
}

async function paperFacts(ctx: Context, edition: number) {
  const { db, clock } = ctx;
  const facts = await factsNow(db, ctx);
  return {
    issuer: issuerOf(facts),
    drawnOn: jstDay(clock()),
    isSample: await hasSampleData(db),
    edition,
  };
}

const inThread = ({ threads }: Context, paper: StatementPaper | YearPaper) =>
  threads.run('drawStatement', paper, { limitMs: drawingLimitMs });

/** Draws a remittance's recorded paper, unchanged; what happened to the money since is added. */
async function drawStatement(ctx: Context, person: Person, statement: Statement): Promise<Drawn> {
  const { clock, db } = ctx;
  const { id, receivedOn, state, returnedOn, returnReason, cameBack } = statement;
  const at = clock();
  await audit(db, person, 'statements.print', ['remittance', id], { at });
  const recordedPaper = await recordPaper<StatementPaper>(db, {
    ...{ person, at },
    of: { associateId: await payeeOf(ctx, id), remittanceId: id },
    facts: [receivedOn, ...moneyOf(statement)],
    mayChange: state === 'confirmed',
    make: async (edition) => {
      const facts = await paperFacts(ctx, edition);
      return {
        kind: 'remittance',
        ...facts,
        statement,
        invoice: invoiceOf(statement, {
          issuerName: facts.issuer.name,
          registration: facts.issuer.registration,
          recipientName: statement.associateName,
        }),
        items: await firstItems(db, id, maxDrawnItems),
        itemCount: await countItems(db, id),
      };
    },
  });
  const fate = { state, receivedOn, returnedOn, returnReason, cameBack };
  const bytes = await inThread(ctx, {
    ...recordedPaper,
    statement: { ...recordedPaper.statement, ...fate },
  });
  return { fileName: `${fileNameOf(statement)}.pdf`, bytes };
}

async function payeeOf({ db }: Context, remittanceId: string): Promise<string> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select associate_id as id from remittances where id = ${remittanceId}`,
  );
  return rows[0]?.id ?? '';
}

async function yearOf(
  { db }: Context,
  person: Person,
  { associateId, period }: OneYear,
): Promise<StatementYear> {
  demandMember(person, associateId, 'read');
  const [found] = await readYears(db, associateId, [period]);
  if (!found) throw notFound('年の明細書');
  return found;
}

/** Statements of a year, the oldest first. */
const statementsOf = async ({ db }: Context, { associateId, period }: OneYear) => {
  const found = await readStatements(db, sql`${ofAssociate(associateId)} and ${inPeriod(period)}`);
  return found.toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
};

export async function statementPage(
  ctx: Context,
  person: Person,
  selection: StatementSelection,
  position?: Position,
) {
  demandMember(person, selection.associateId, 'read');
  return auditedList(ctx, statementList).page(person, selection, position);
}

export async function statementRows(
  ctx: Context,
  person: Person,
  selection: StatementSelection,
  encoding: CsvEncoding,
) {
  demandMember(person, selection.associateId, 'read');
  return auditedList(ctx, statementList).rows(person, selection, encoding);
}

export async function statementItemPage(
  ctx: Context,
  person: Person,
  which: OneStatement,
  position?: Position,
) {
  const { id } = await ownStatement(ctx, person, which);
  return auditedList(ctx, statementItems).page(person, { remittanceId: id }, position);
}

export async function statementItemRows(
  ctx: Context,
  person: Person,
  which: OneStatement,
  encoding: CsvEncoding,
) {
  const { id } = await ownStatement(ctx, person, which);
  return auditedList(ctx, statementItems).rows(person, { remittanceId: id }, encoding);
}

export async function printStatement(
  ctx: Context,
  person: Person,
  which: OneStatement,
): Promise<Drawn> {
  const statement = await ownStatement(ctx, person, which);
  await countTry(attempts(ctx), [['statement as PDF', person.uid]]);
  return drawStatement(ctx, person, statement);
}

/** Calendar and fiscal years, the newest first. */
export async function statementYears(
  { db }: Context,
  person: Person,
  associateId: string,
): Promise<StatementYear[]> {
  demandMember(person, associateId, 'read');
  return yearsOf(db, associateId, await fiscalStartsOf(db, associateId));
}

export async function printStatementYear(
  ctx: Context,
  person: Person,
  which: OneYear,
): Promise<Drawn> {
  const { clock, db } = ctx;
  const { associateId, period } = which;
  const year = await yearOf(ctx, person, which);
  await countTry(attempts(ctx), [['statement as PDF', person.uid]]);
  const at = clock();
  await audit(db, person, 'statements.print', ['associate', associateId], {
    at,
    ...daysOf(period),
  });
  const own = await statementsOf(ctx, which);
  const paper = await recordPaper<YearPaper>(db, {
    ...{ person, at, of: which },
    facts: [yearLinesOf(year), year, own.map(({ id, state }) => [id, state])],
    mayChange: true,
    make: async (edition) => {
      const { rows } = await db.execute<{ name: string }>(
        sql`select name from associates where id = ${associateId}`,
      );
      const associateName = rows[0]?.name ?? '';
      return {
        kind: 'year',
        ...(await paperFacts(ctx, edition)),
        associateName,
        year,
        statements: own,
      };
    },
  });
  return { fileName: `statements-${period}.pdf`, bytes: await inThread(ctx, paper) };
}

/** Lines of a year: gifts by day received, grants, and settled corrections. */
export async function statementYearItems(
  ctx: Context,
  person: Person,
  which: OneYear,
  encoding: CsvEncoding,
): Promise<AsyncGenerator<StatementYearItem[]>> {
  const { clock, db } = ctx;
  const year = await yearOf(ctx, person, which);
  const at = clock();
  await audit(db, person, 'statements.export', ['associate', which.associateId], {
    at,
    encoding,
    ...daysOf(which.period),
  });
  return yearItems(db, which, year, at);
}

/** What the next remittance will contain, and its terms. */
export async function ownNextRemittance(
  { db, clock }: Context,
  person: Person,
  associateId: string,
): Promise<NextRemittance> {
  demandMember(person, associateId, 'read');
  return nextRemittance(db, associateId, clock());
}

/** The same papers of any organisation, for an operator. */
export async function printAnyStatement(
  ctx: Context,
  operator: Person,
  id: string,
): Promise<Drawn> {
  return drawStatement(ctx, operator, await ofAny(ctx, id));
}

export async function anyStatementItems(
  ctx: Context,
  operator: Person,
  id: string,
  encoding: CsvEncoding,
) {
  await ofAny(ctx, id);
  return auditedList(ctx, statementItems).rows(operator, { remittanceId: id }, encoding);
}

/** Payer, by its registered name if that differs. */
const issuerOf = ({ name, legalName, address, phone, invoiceNumber }: ServiceFacts): Issuer => ({
  name: legalName || name,
  address,
  phone,
  registration: invoiceNumber,
});

const orderOf = ({ receivedOn, returnedOn, periodTo, id }: Statement): string =>
  `${receivedOn ?? returnedOn ?? periodTo} ${id}`;

/** statement-S2026-000001; without a number, by its day. */
const fileNameOf = ({ number, receivedOn, periodTo }: Statement): string =>
  `statement-${number || (receivedOn ?? periodTo)}`;
