import type { BoxBooks, Chart, Posting } from '#domain/books/book-rows.ts';
import { auditedList } from '#server/audit/audited-list.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { readChart } from './chart.ts';
import { lineList } from './line-list.ts';
import { ownerList } from './owner-list.ts';
import { readBoxBooks, readPosting } from './posting.ts';

/** Reads the books; server/ledger writes them. */
export const books = (dependencies: Pick<Dependencies, 'db' | 'clock'>) => {
  const { db, clock } = dependencies;
  return {
    /** Chart of accounts for a month YYYY-MM; for all time without one. */
    chart: (month: string | undefined): Promise<Chart> => readChart(db, month, clock()),
    ownerList: auditedList(dependencies, ownerList),
    lineList: auditedList(dependencies, lineList),
    posting: (postingId: string): Promise<Posting | undefined> => readPosting(db, postingId),
    /** An application's postings and totals. */
    ofBox: (appraisalId: string): Promise<BoxBooks> => readBoxBooks(db, appraisalId),
  };
};
