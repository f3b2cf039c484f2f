import { randomUUID } from 'node:crypto';
import { inArray } from 'drizzle-orm';
import { applications } from '#giving/applications/application-tables.server.ts';
import { lockApplications } from '#giving/applications/steps/take-step.server.ts';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import { type Transaction, transaction, withTimeout } from '#kit/db/database.server.ts';
import { insertAll } from '#kit/db/insert-all.server.ts';
import { lock } from '#kit/db/locks/lock.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { jstDay, startOfJstDay } from '#kit/values/timestamp.ts';
import { goodsSales } from '#money/books/book-tables.server.ts';
import { type Posting, post } from '#money/ledger/ledger.server.ts';
import { postingNotes } from '#money/ledger/ledger-tables.server.ts';
import { bookingTime } from '#money/month-close/booking-time.server.ts';
import { type BoxSale, type JudgedSales, judgeSales, numbersIn } from './judge-sales.server.ts';
import type { ReadSales } from './read-sales.server.ts';
import { maxShownErrors, type SaleImport } from './sale.ts';

const readingLimitMs = 60_000;
const importReason = '売却の実績の取り込み';

/** Files of what goods really brought (docs/decisions/0023). */
export const saleImports = ({
  db: ordinary,
  clock,
  threads,
}: Pick<Dependencies, 'db' | 'clock' | 'threads'>) => {
  const db = withTimeout(ordinary);
  const read = (content: Uint8Array) =>
    threads.run('readSales', content, { limitMs: readingLimitMs, handsOver: true });
  return {
    /** Dry run of a file. Consumes its bytes. */
    async tryImport(content: Uint8Array): Promise<SaleImport> {
      const sales = await read(content);
      return toImport(sales, await judgeSales(db, sales, jstDay(clock())), false);
    },

    /** Books a whole file in one transaction, or nothing if there is an error. Consumes its bytes. */
    async importSales(operator: Person, content: Uint8Array): Promise<SaleImport> {
      const sales = await read(content);
      return transaction(db, async (tx) => {
        await lock(tx, 'goods-sales');
        // Blocks corrections of results meanwhile.
        if (sales.rows.length > 0) {
          await lockApplications(tx, inArray(applications.appraisalId, numbersIn(sales)));
        }
        const at = clock();
        const judged = await judgeSales(tx, sales, jstDay(at));
        const isDone = judged.errors.length === 0;
        if (isDone && judged.fresh.length > 0) {
          await writeSales(tx, operator, judged.fresh, at);
          await audit(tx, operator, 'sales.import', ['sales', 'all'], {
            at,
            rows: sales.rowCount,
            accepted: judged.freshRows,
          });
        }
        return toImport(sales, judged, isDone);
      });
    },
  };
};

async function writeSales(
  tx: Transaction,
  operator: Person,
  fresh: readonly BoxSale[],
  now: Date,
): Promise<void> {
  const times = new Map<string, Date>();
  for (const { sale } of fresh) {
    if (times.has(sale.soldOn)) continue;
    times.set(sale.soldOn, await bookingTime(tx, startOfJstDay(sale.soldOn), now));
  }
  const written = fresh.map((one) => {
    const id: string = randomUUID();
    return { one, id, postingId: `sale:${id}`, at: times.get(one.sale.soldOn) ?? now };
  });
  await insertAll(
    tx,
    goodsSales,
    written.map(({ one: { sale, ...box }, id, postingId }) => ({
      id,
      postingId,
      appraisalId: box.appraisalId,
      soldOn: sale.soldOn,
      amountYen: box.amountYen,
      isLast: sale.isLast,
      note: sale.note,
      rowHash: sale.rowHash,
      createdBy: operator.uid,
      createdAt: now,
    })),
  );
  const postings = written.map(({ one, postingId, at }) => linesOf(one, postingId, at));
  await post(tx, postings);
  await insertAll(
    tx,
    postingNotes,
    written
      .filter((_, index) => postings[index]?.length)
      .map(({ postingId }) => ({
        postingId,
        reason: importReason,
        actorUid: operator.uid,
        at: now,
      })),
  );
}

/** Posting for a box's sale: the amount received against the rest of the appraisal and the difference. */
const linesOf = (
  { amountYen, proceeds, difference, roundingYen }: BoxSale,
  postingId: string,
  at: Date,
): Posting =>
  [
    { account: 'sale-receipts', amountYen: amountYen + roundingYen },
    { account: 'proceeds', amountYen: -proceeds },
    { account: 'sale-difference', amountYen: -difference },
    { account: 'rounding', amountYen: -roundingYen },
  ]
    .filter((line) => line.amountYen !== 0)
    .map((line, index) => ({ ...line, postingId, line: index + 1, at }));

function toImport(
  { encoding, ignoredColumns, rowCount }: ReadSales,
  { fresh, freshRows, known, errors }: JudgedSales,
  isDone: boolean,
): SaleImport {
  const sumOf = (read: (box: BoxSale) => number) => fresh.reduce((sum, box) => sum + read(box), 0);
  return {
    isDone,
    encoding,
    ignoredColumns,
    rows: rowCount,
    fresh: freshRows,
    boxes: new Set(fresh.map(({ appraisalId }) => appraisalId)).size,
    known,
    amountYen: sumOf(({ amountYen, roundingYen }) => amountYen + roundingYen),
    differenceYen: sumOf(({ difference }) => difference),
    roundingYen: sumOf(({ roundingYen }) => roundingYen),
    errorTotal: errors.length,
    errors: errors.slice(0, maxShownErrors),
  };
}
