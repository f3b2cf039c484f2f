import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SQL } from 'drizzle-orm';
import type { Transaction } from './database.ts';

/** Whatever runs statements of which nothing is read. */
export type Statements = { execute(statement: SQL): Promise<unknown> };

/**
 * Runs statements of a transaction in order, one after another, and lets the caller prepare the next
 * while the database works on the last: `execute` resolves when the statement before it is done. A
 * failure comes with a later statement or with `done`, which must be awaited before anything is read.
 */
export function pipelined(tx: Transaction): Statements & { done(): Promise<void> } {
  let underWay: Promise<unknown> = Promise.resolve();
  return {
    async execute(statement) {
      const before = underWay;
      underWay = before.then(() => tx.execute(statement));
      // Told by whoever asks next.
      underWay.catch(() => undefined);
      await before;
      // First this one leaves, then the next is prepared.
      await nextTurn();
    },
    async done() {
      await underWay;
    },
  };
}
