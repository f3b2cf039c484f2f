import { sql } from 'drizzle-orm';
import { donations } from '#giving/donations/donation-tables.server.ts';
import {
  type NewDonation,
  recordDonations,
  reverseDonations,
} from '#giving/donations/record-donations.server.ts';
import { replaceDonation } from '#giving/donations/replace-donation.server.ts';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { application, insertApplications, numberOf } from '#test/factories/donating.ts';

/** A cell as the public book names it. */
export type Cell = `associate:${string}` | `fund:${string}`;
/** Yen of the gifts that stand in each cell, by application number. */
export type State = Map<Cell, Map<string, number>>;

export type Random = (below: number) => number;

/** Mulberry32: the same numbers for the same seed. */
export function randomOf(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

/** Gifts, corrections and reversals by the product's functions, with a record of what stands. */
export async function simulateGifts(db: Database, random: Random) {
  const state: State = new Map();
  const cellOf = new Map<string, Cell>();
  let count = 0;
  await db.execute(sql`
    insert into result_batches (id, uploaded_by, file_name, file_hash, encoding, row_count, accepted_count,
      donation_yen, created_at)
    values ('b', 'op', 'f', 'h', 'UTF-8', 1, 1, 0, now())`);

  const yen = () => 100 + random(2_000_000);
  const inTransaction = (work: (tx: Transaction) => Promise<unknown>) => db.transaction(work);
  const donationOf = (gift: string, cell: Cell, amountYen: number): NewDonation => {
    const [scope, id = ''] = cell.split(':');
    return {
      appraisalId: gift,
      appraisalRowId: `r${gift}`,
      uid: null,
      associateId: scope === 'associate' ? id : null,
      socialChallengeId: scope === 'fund' ? id : null,
      appraisedYen: amountYen,
      bonusYen: 0,
      needReceipt: false,
      boxes: 1,
    };
  };
  const standing = async (gift: string) => {
    const rows = await db
      .select()
      .from(donations)
      .where(sql`appraisal_id = ${gift} and reversed_at is null`);
    return rows[0];
  };
  const gifts = (cell: Cell) => state.get(cell) ?? new Map<string, number>();

  return {
    state,
    async give(cell: Cell, at: Date) {
      count += 1;
      const gift = numberOf(count);
      const amountYen = yen();
      const donation = donationOf(gift, cell, amountYen);
      const { associateId, socialChallengeId } = donation;
      const kind = associateId === null ? 'fund' : 'direct';
      await insertApplications(db, [
        application(count, { kind, associateId, socialChallengeId, state: 'goods-received' }),
      ]);
      await db.execute(sql`
        insert into appraisals (id, appraisal_id, batch_id, row_number, row_hash, received_on, appraised_on, item_count,
          priced_count, appraised_yen, bonus_yen, donation_yen, outcome, state_before, created_at)
        values (${`r${gift}`}, ${gift}, 'b', ${count}, 'x', now(), now(), 1, 1, ${amountYen}, 0, ${amountYen},
          'completed', 'goods-received', now())`);
      await inTransaction((tx) => recordDonations(tx, [donation], at));
      cellOf.set(gift, cell);
      state.set(cell, gifts(cell).set(gift, amountYen));
    },
    /** Corrects a gift to another sum, or reverses it. */
    async change(gift: string, how: 'correct' | 'reverse', at: Date) {
      const before = await standing(gift);
      const cell = cellOf.get(gift);
      if (!before || !cell) return;
      const why = { reason: '誤り', actorUid: 'op', at };
      if (how === 'reverse') {
        await inTransaction((tx) => reverseDonations(tx, [before], why));
        gifts(cell).delete(gift);
        return;
      }
      const amountYen = yen();
      const next = { ...donationOf(gift, cell, amountYen), donatedAt: before.donatedAt };
      await inTransaction((tx) => replaceDonation(tx, { before, next, ...why }));
      gifts(cell).set(gift, amountYen);
    },
    /** Numbers of the gifts that stand. */
    all: () => [...state.values()].flatMap((cell) => [...cell.keys()]),
    /** What stands now, as a copy. */
    copy: (): State => new Map([...state].map(([cell, held]) => [cell, new Map(held)])),
  };
}
