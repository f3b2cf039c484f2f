import type { Database, Transaction } from '#kit/db/database.server.ts';
import { post } from '#money/ledger/ledger.server.ts';
import { owedItems } from '#money/ledger/owed-tables.server.ts';

/** Books a gift to the organisation `ao`, with its open item; yen. */
export async function bookGift(
  db: Database | Transaction,
  { id, yen, at, associateId = 'ao' }: { id: string; yen: number; at: Date; associateId?: string },
): Promise<void> {
  const postingId = `donation:${id}`;
  await post(db, [
    [
      { postingId, line: 1, account: 'proceeds', amountYen: yen, at },
      { postingId, line: 2, account: `owed:associate:${associateId}`, amountYen: -yen, at },
    ],
  ]);
  await db.insert(owedItems).values({
    ...{ associateId, kind: 'gift', amountYen: yen, postingId, at },
    day: at.toISOString().slice(0, 10),
  });
}
