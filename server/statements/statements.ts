import { sql } from 'drizzle-orm';
import { refuse } from '#domain/errors/refusal.ts';
import type { ServiceFacts } from '#domain/service-facts/service-facts.ts';
import {
  mostDrawnItems,
  type NextRemittance,
  type Statement,
  type StatementItem,
  type StatementYear,
} from '#domain/statements/statement.ts';
import { jstDay } from '#domain/values/timestamp.ts';
import type { Person } from '#server/actor.ts';
import { writeAudit } from '#server/audit/audit.ts';
import { allItems, auditedList } from '#server/audit/audited-list.ts';
import { countTry } from '#server/auth/account-messages.ts';
import { withTimeout } from '#server/db/database.ts';
import type { Position } from '#server/db/keyset.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { CsvEncoding } from '#server/http/csv/csv-bytes.ts';
import type { Secrets } from '#server/keys/secrets.ts';
import { attempts } from '#server/limits/attempts.ts';
import { factsNow } from '#server/service-facts/service-facts.ts';
import { demandMember } from '#server/staff/memberships.ts';
import { nextRemittance } from './next-remittance.ts';
import {
  countItems,
  firstItems,
  type StatementSelection,
  statementItems,
  statementList,
} from './statement-lists.ts';
import type { Issuer } from './statement-paper.ts';
import { hasStatement, inYear, ofAssociate, readStatements, readYears } from './statement-rows.ts';

type StatementsDeps = Secrets &
  Pick<Dependencies, 'db' | 'clock' | 'threads'> & {
    /** Whether sample data is loaded: papers say so. */
    isSample: () => Promise<boolean>;
  };

/** Two thousand lines take some seconds on a busy machine. */
const drawingLimitMs = 60_000;

export type OneStatement = { associateId: string; id: string };
export type OneYear = { associateId: string; year: number };
export type Drawn = { fileName: string; pdf: Uint8Array };

const absent = () => refuse('NotFound', 'お探しの明細書は見つかりませんでした。');

/** 支払明細書: what was sent to an organisation and what it was made of, for its own people and for operators. */
export const statements = ({ isSample, ...dependencies }: StatementsDeps) => {
  const { clock, threads } = dependencies;
  const db = withTimeout(dependencies.db);
  const budgets = attempts(dependencies);
  const lists = auditedList(dependencies, statementList);
  const items = auditedList({ db, clock }, statementItems);

  async function ofRoom(person: Person, { associateId, id }: OneStatement): Promise<Statement> {
    demandMember(person, associateId, 'read');
    const [found] = await readStatements(db, sql`r.id = ${id} and ${ofAssociate(associateId)}`);
    if (!found) throw absent();
    return found;
  }
  async function ofAny(id: string): Promise<Statement> {
    const [found] = await readStatements(db, sql`r.id = ${id} and ${hasStatement}`);
    if (!found) throw absent();
    return found;
  }

  async function paperFacts() {
    const facts = await factsNow(db, dependencies);
    return {
      issuer: issuerOf(facts),
      drawnOn: jstDay(clock()),
      isSample: await isSample(),
    };
  }
  async function draw(person: Person, statement: Statement): Promise<Drawn> {
    await writeAudit(db, {
      actor: person,
      action: 'statements.print',
      subjectType: 'remittance',
      subjectId: statement.id,
      at: clock(),
    });
    const paper = {
      kind: 'remittance',
      ...(await paperFacts()),
      statement,
      items: await firstItems(db, statement.id, mostDrawnItems),
      itemCount: await countItems(db, statement.id),
    } as const;
    const pdf = await threads.run('drawStatement', paper, { limitMs: drawingLimitMs });
    return { fileName: `${fileNameOf(statement)}.pdf`, pdf };
  }

  async function yearOf(person: Person, { associateId, year }: OneYear): Promise<StatementYear> {
    demandMember(person, associateId, 'read');
    const [found] = await readYears(db, associateId, year);
    if (!found) throw refuse('NotFound', 'この年の明細書は見つかりませんでした。');
    return found;
  }
  /** By day, the oldest first. */
  const statementsOf = async ({ associateId, year }: OneYear) => {
    const found = await readStatements(db, sql`${ofAssociate(associateId)} and ${inYear(year)}`);
    return found.toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
  };

  return {
    async list(person: Person, selection: StatementSelection, position?: Position) {
      demandMember(person, selection.associateId, 'read');
      return lists.page(person, selection, position);
    },
    async exportList(person: Person, selection: StatementSelection, encoding: CsvEncoding) {
      demandMember(person, selection.associateId, 'read');
      return lists.rows(person, selection, encoding);
    },

    /** A statement of an organisation of the person's. */
    one: ofRoom,

    async itemPage(person: Person, which: OneStatement, position?: Position) {
      const { id } = await ofRoom(person, which);
      return items.page(person, { remittanceId: id }, position);
    },
    async exportItems(person: Person, which: OneStatement, encoding: CsvEncoding) {
      const { id } = await ofRoom(person, which);
      return items.rows(person, { remittanceId: id }, encoding);
    },
    async print(person: Person, which: OneStatement): Promise<Drawn> {
      const statement = await ofRoom(person, which);
      await countTry(budgets, [['statement as PDF', person.uid]]);
      return draw(person, statement);
    },

    /** What arrived by year, the newest first. */
    async years(person: Person, associateId: string): Promise<StatementYear[]> {
      demandMember(person, associateId, 'read');
      return readYears(db, associateId);
    },
    async printYear(person: Person, which: OneYear): Promise<Drawn> {
      const { associateId } = which;
      const year = await yearOf(person, which);
      await countTry(budgets, [['statement as PDF', person.uid]]);
      const { rows } = await db.execute<{ name: string }>(
        sql`select name from associates where id = ${associateId}`,
      );
      await writeAudit(db, {
        actor: person,
        action: 'statements.print',
        subjectType: 'associate',
        subjectId: associateId,
        details: { year: year.year },
        at: clock(),
      });
      const paper = {
        kind: 'year',
        ...(await paperFacts()),
        associateName: rows[0]?.name ?? '',
        year,
        statements: await statementsOf(which),
      } as const;
      const pdf = await threads.run('drawStatement', paper, { limitMs: drawingLimitMs });
      return { fileName: `statements-${year.year}.pdf`, pdf };
    },

    /** The lines of all that arrived in a year, remittance by remittance; what did not arrive is no part of it. */
    async exportYear(
      person: Person,
      which: OneYear,
      encoding: CsvEncoding,
    ): Promise<AsyncGenerator<StatementItem[]>> {
      await yearOf(person, which);
      await writeAudit(db, {
        actor: person,
        action: 'statements.export',
        subjectType: 'associate',
        subjectId: which.associateId,
        details: { encoding, year: which.year },
        at: clock(),
      });
      const arrived = (await statementsOf(which)).filter(({ state }) => state === 'confirmed');
      return linesOfAll(arrived);
    },

    /** What the next remittance will bring, and by what terms. */
    async next(person: Person, associateId: string): Promise<NextRemittance> {
      demandMember(person, associateId, 'read');
      return nextRemittance(db, associateId, clock());
    },

    /** The same papers for an operator, of any organisation. */
    async printForOperator(operator: Person, id: string): Promise<Drawn> {
      return draw(operator, await ofAny(id));
    },
    async exportForOperator(operator: Person, id: string, encoding: CsvEncoding) {
      await ofAny(id);
      return items.rows(operator, { remittanceId: id }, encoding);
    },
  };

  async function* linesOfAll(arrived: readonly Statement[]): AsyncGenerator<StatementItem[]> {
    for (const { id } of arrived)
      yield* allItems(db, statementItems, { remittanceId: id }, clock());
  }
};

/** Who pays, by its registered name where that is another one. */
const issuerOf = ({ name, legalName, address, phone }: ServiceFacts): Issuer => ({
  name: legalName || name,
  address,
  phone,
});

const orderOf = ({ receivedOn, returnedOn, periodTo, id }: Statement): string =>
  `${receivedOn ?? returnedOn ?? periodTo} ${id}`;

/** statement-S2026-000001; of before numbers by its day. */
const fileNameOf = ({ number, receivedOn, periodTo }: Statement): string =>
  `statement-${number || (receivedOn ?? periodTo)}`;
