import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import { transaction } from '#kit/db/database.server.ts';
import {
  countRows,
  type Key,
  type Page,
  type Position,
  readKeysetPage,
} from '#kit/db/keyset.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { notFound, refuse } from '#kit/errors/refusal.ts';
import { toTimestamp } from '#kit/values/timestamp.ts';
import { demandHolding } from './issuing.server.ts';
import { endPapers, type PaperRecord, readPapers } from './paper-record.server.ts';
import { type DoublePaper, doublesPageSize, type ReceiptDouble } from './receipt-double.ts';
import { receiptDoubles, receipts } from './receipt-tables.server.ts';

const keys: readonly Key[] = [
  { by: receiptDoubles.earlier, direction: 'asc', type: 'text' },
  { by: receiptDoubles.later, direction: 'asc', type: 'text' },
];
const isValid = (number: SQL) =>
  sql`not exists (select from receipt_events e where e.receipt_number = ${number} and e.kind <> 'issued')`;
/** Both papers are valid; one row per pair. */
export const openDoubles = and(
  isValid(sql`${receiptDoubles.earlier}`),
  isValid(sql`${receiptDoubles.later}`),
  sql`${receiptDoubles.appraisalId} = (select min(d.appraisal_id) from receipt_doubles d
    where d.earlier = ${receiptDoubles.earlier} and d.later = ${receiptDoubles.later})`,
);

/** A page of undecided pairs. */
export async function doubleReceipts(
  { db }: Context,
  position?: Position,
): Promise<Page<ReceiptDouble>> {
  const { rows, next, previous } = await readKeysetPage({
    keys,
    position,
    size: doublesPageSize,
    read: ({ where, orderBy, limit }) =>
      db
        .select({ earlier: receiptDoubles.earlier, later: receiptDoubles.later })
        .from(receiptDoubles)
        .where(and(openDoubles, where))
        .orderBy(...orderBy)
        .limit(limit),
    valuesOf: ({ earlier, later }) => [earlier, later],
  });
  const numbers = rows.flatMap(({ earlier, later }) => [earlier, later]);
  const papers =
    numbers.length === 0 ? [] : await readPapers(db, inArray(receipts.number, numbers));
  const byNumber = new Map(papers.map((paper) => [paper.number, paper]));
  const items = rows.flatMap((row) => {
    const [earlier, later] = [byNumber.get(row.earlier), byNumber.get(row.later)];
    return earlier && later ? [toDouble(earlier, later)] : [];
  });
  return { items, next, previous, total: await countRows(db, receiptDoubles, openDoubles) };
}

/** Ends one of two papers over the same gift, with a reason. Refuses (Conflict) if already decided. */
export const voidDouble = (
  { db, clock }: Context,
  operator: Person,
  number: string,
  reason: string,
): Promise<void> =>
  transaction(db, async (tx) => {
    const at = clock();
    const [paper] = await readPapers(tx, eq(receipts.number, number));
    const [listed] = await tx
      .select({ number: receiptDoubles.earlier })
      .from(receiptDoubles)
      .where(
        and(openDoubles, sql`${number} in (${receiptDoubles.earlier}, ${receiptDoubles.later})`),
      )
      .limit(1);
    if (!paper) throw notFound('証明書');
    demandHolding(paper);
    if (!listed) throw refuse('Conflict', 'この証明書と重なる有効な証明書は、ほかにありません。');
    await endPapers(tx, { numbers: [number], reason, actorUid: operator.uid, at });
    await audit(tx, operator, 'receipts.void', ['receipt', number], { at });
  });

function toDouble(earlier: PaperRecord, later: PaperRecord): ReceiptDouble {
  const named = new Set(later.lines.map(({ appraisalId }) => appraisalId));
  return {
    id: `${earlier.number} ${later.number}`,
    earlier: toPaper(earlier),
    later: toPaper(later),
    associateName: earlier.stated.name,
    uid: earlier.uid ?? '',
    appraisalIds: earlier.lines.flatMap(({ appraisalId }) =>
      named.has(appraisalId) ? appraisalId : [],
    ),
  };
}

const toPaper = ({ number, kind, year, amountYen, issuedAt }: PaperRecord): DoublePaper => ({
  ...{ number, kind, year, amountYen, issuedAt: toTimestamp(issuedAt) },
});
