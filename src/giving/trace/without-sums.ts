import type { Trace } from './trace-schema.ts';

/** A trace without any sum in yen, for a donor who shares it without them. */
export const withoutSums = (trace: Trace): Trace => ({
  ...trace,
  sums: undefined,
  items: trace.items.map((item) => ({
    ...item,
    appraisedYen: null,
    fate: item.fate.kind === 'sold' ? { ...item.fate, soldYen: null } : item.fate,
  })),
  sold: trace.sold && { ...trace.sold, yen: null },
  use: trace.use && {
    ...trace.use,
    reports: trace.use.reports.map((report) => ({ ...report, yen: null })),
    unreportedYen: null,
  },
});
