import { auditedList } from '#kit/audit/audited-list.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import type { BoxBooks, Chart, Posting } from './book-rows.ts';
import { readChart } from './chart.server.ts';
import { lineList } from './line-list.server.ts';
import { ownerList } from './owner-list.server.ts';
import { readBoxBooks, readPosting } from './posting.server.ts';

/** Reads the books; src/money/ledger writes them. */
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
