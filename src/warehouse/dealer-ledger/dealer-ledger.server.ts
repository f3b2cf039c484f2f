import { and, asc, eq, sql } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import { auditedList } from '#kit/audit/audited-list.server.ts';
import { withTimeout } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { jstDay } from '#kit/values/timestamp.ts';
import { correctEntry } from './correct-entry.server.ts';
import { type DealerEntry, type EntryCorrection, maxPrintedEntries } from './dealer-entry.ts';
import { dealerEntries as entries } from './dealer-ledger-tables.server.ts';
import {
  type EntrySelection,
  entryList,
  selectEntries,
  selectedEntries,
  toEntry,
} from './entry-list.server.ts';
import { ledgerSettings } from './ledger-settings.server.ts';

/** Some hundred lines take a second. */
const drawingLimitMs = 60_000;
const forgottenAtOnce = 1_000;

/** The dealer's ledger: read, searched, printed, corrected by further lines, and cleared of expired ones. */
export const dealerLedger = (dependencies: Pick<Dependencies, 'db' | 'clock' | 'threads'>) => {
  const { db, clock, threads } = dependencies;
  return {
    ...ledgerSettings(dependencies),
    entryList: auditedList(dependencies, entryList),

    /** One line, or undefined. */
    async entry(operator: Person, number: string): Promise<DealerEntry | undefined> {
      const [row] = await selectEntries(db, eq(entries.number, number));
      if (!row) return undefined;
      await audit(db, operator, 'dealer-ledger.read', ['dealer-entry', number], { at: clock() });
      return toEntry(row);
    },

    correctEntry: (operator: Person, number: string, correction: EntryCorrection) =>
      correctEntry(dependencies, operator, number, correction),

    /** All lines of a range of days as a PDF to print, in the order of their numbers; audited. */
    async print(
      operator: Person,
      selection: Pick<EntrySelection, 'from' | 'to'>,
    ): Promise<Uint8Array> {
      const at = clock();
      const rows = await selectEntries(withTimeout(db), selectedEntries(selection))
        .orderBy(asc(entries.id))
        .limit(maxPrintedEntries + 1);
      if (rows.length > maxPrintedEntries) {
        throw refuse(
          'ValidationError',
          `一度に印刷できるのは${maxPrintedEntries}行までです。期間を短くしてください。`,
        );
      }
      await audit(
        db,
        operator,
        'dealer-ledger.print',
        ['dealer-ledger', entryList.subjectId({ keyword: '', ...selection })],
        { at, lines: rows.length },
      );
      const paper = { entries: rows.map(toEntry), printedOn: jstDay(at), ...selection };
      return threads.run('drawLedger', paper, { limitMs: drawingLimitMs });
    },

    /**
     * Deletes lines past the legal retention, by the database's clock, which its trigger uses too. A replaced line
     * stays as long as its replacement.
     */
    async forgetOver(): Promise<void> {
      const isOver = and(
        sql`${entries.keptUntil} < (now() at time zone 'Asia/Tokyo')::date`,
        sql`not exists (select 1 from dealer_entries c where c.corrects = ${entries.id})`,
      );
      for (;;) {
        const { rowCount } = await db.execute(sql`
          delete from ${entries} where ctid = any(array(
            select ctid from ${entries} where ${isOver} limit ${forgottenAtOnce} for update skip locked))`);
        if (!rowCount) return;
      }
    },
  };
};
