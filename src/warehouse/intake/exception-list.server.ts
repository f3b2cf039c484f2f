import { and, eq, lt, type SQL } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { auditedList } from '#kit/audit/audited-list.server.ts';
import { countRows, type Position } from '#kit/db/keyset.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import type { CsvEncoding } from '#kit/http/csv/csv-bytes.server.ts';
import { jstDay } from '#kit/values/timestamp.ts';
import { type ExceptionFilter, exceptionsPageSize, type ListedException } from './box-exception.ts';
import { type ExceptionRow, selectExceptions, toListed } from './exception-rows.server.ts';
import { boxExceptions } from './intake-tables.server.ts';

type ExceptionSelection = { filter?: ExceptionFilter | undefined };

const isOpen = eq(boxExceptions.state, 'open');
const isOverdue = (at: Date) => and(isOpen, lt(boxExceptions.dueOn, jstDay(at)));

function selected({ filter }: ExceptionSelection, person: Person, at: Date): SQL | undefined {
  switch (filter) {
    case 'open':
      return isOpen;
    case 'overdue':
      return isOverdue(at);
    case 'mine':
      return and(isOpen, eq(boxExceptions.ownerUid, person.uid));
    case 'ended':
      return eq(boxExceptions.state, 'ended');
    default:
      return undefined;
  }
}

/** The exception shelf: open ones first, by due date, then the ended. */
export const exceptionList = (ctx: Context) => {
  const of = (person: Person) =>
    auditedList<ExceptionSelection, ExceptionRow, ListedException>(ctx, {
      name: 'box-exceptions',
      subjectType: 'box-exceptions',
      subjectId: ({ filter }) => filter ?? 'all',
      pageSize: exceptionsPageSize,
      keys: () => [
        // Descending, since 'open' sorts after 'ended'.
        { by: boxExceptions.state, direction: 'desc', type: 'text' },
        { by: boxExceptions.dueOn, direction: 'asc', type: 'date' },
        { by: boxExceptions.id, direction: 'asc', type: 'text' },
      ],
      valuesOf: ({ exception: { state, dueOn, id } }) => [state, dueOn, id],
      idOf: ({ exception }) => exception.id,
      read: (db, selection, part, at) =>
        selectExceptions(db)
          .where(and(selected(selection, person, at), part.where))
          .orderBy(...part.orderBy)
          .limit(part.limit),
      total: (db, selection, at) => countRows(db, boxExceptions, selected(selection, person, at)),
      toItems: (_db, rows, at) => rows.map((row) => toListed(row, at)),
    });
  return {
    page: (person: Person, selection: ExceptionSelection, position: Position | undefined) =>
      of(person).page(person, selection, position),
    rows: (person: Person, selection: ExceptionSelection, encoding: CsvEncoding) =>
      of(person).rows(person, selection, encoding),
  };
};
