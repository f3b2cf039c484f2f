import { inArray } from 'drizzle-orm';
import { readPapers } from '#giving/receipts/paper-record.server.ts';
import { printedPaper } from '#giving/receipts/printed-paper.server.ts';
import { receipts } from '#giving/receipts/receipt-tables.server.ts';
import { toTimestamp } from '#kit/values/timestamp.ts';
import type { Day, Printed } from './day.ts';

/** What is printed on papers that are on record, by number, whether they stand or not. */
export async function printedPapers(
  { house: { db, services } }: Day,
  numbers: readonly string[],
): Promise<Map<string, Pick<Printed, 'code' | 'said' | 'text'>>> {
  if (numbers.length === 0) return new Map();
  const records = await readPapers(db, inArray(receipts.number, [...numbers]));
  const all = await Promise.all(
    records.map(async (record) => {
      const paper = await printedPaper(services.ctx, record);
      const { number, kind, year, amountYen, replaces, stated } = paper;
      const said = {
        ...{ verdict: 'known', number, kind, year, amountYen, replaces },
        ...{ associateName: stated.name, issuedAt: toTimestamp(paper.issuedAt) },
      };
      return [number, { code: paper.code, said, text: JSON.stringify(paper) }] as const;
    }),
  );
  return new Map(all);
}
