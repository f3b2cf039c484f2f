import type { Person } from '#kit/actor.server.ts';
import { auditedList } from '#kit/audit/audited-list.server.ts';
import { countRows, type Position } from '#kit/db/keyset.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import type { CsvEncoding } from '#kit/http/csv/csv-bytes.server.ts';
import { scans } from './intake-tables.server.ts';
import { type ScanRow, selectScans, toScanRow, withCards } from './read-scans.server.ts';
import { type Scan, scansPageSize } from './scan.ts';

type ScanSelection = Record<never, never>;

/** Scans at the door, the newest first. What can be undone depends on the reader. */
export const scanList = (dependencies: Pick<Dependencies, 'db' | 'clock'>) => {
  const of = (person: Person) =>
    auditedList<ScanSelection, ScanRow, Scan>(dependencies, {
      name: 'scans',
      subjectType: 'scans',
      subjectId: () => 'all',
      pageSize: scansPageSize,
      keys: () => [
        { by: scans.receivedAt, direction: 'desc', type: 'timestamptz' },
        { by: scans.id, direction: 'asc', type: 'text' },
      ],
      valuesOf: (row) => [row.receivedAt.getTime(), row.id],
      idOf: (row) => row.id,
      read: async (db, _selection, part) =>
        (
          await selectScans(db)
            .where(part.where)
            .orderBy(...part.orderBy)
            .limit(part.limit)
        ).map(toScanRow),
      total: (db) => countRows(db, scans, undefined),
      toItems: (db, rows, at) => withCards(db, rows, person, at),
    });
  return {
    page: (person: Person, selection: ScanSelection, position: Position | undefined) =>
      of(person).page(person, selection, position),
    rows: (person: Person, selection: ScanSelection, encoding: CsvEncoding) =>
      of(person).rows(person, selection, encoding),
  };
};
