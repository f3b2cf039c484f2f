import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SQL } from 'drizzle-orm';
import type { Transaction } from './database.ts';

/** Whatever runs statements of which nothing is read, but by `readRows`. */
export type Statements = {
  execute(statement: SQL): Promise<unknown>;
  /** Of a pipeline, whose `execute` does not wait for its own statement. */
  read?(statement: SQL): Promise<unknown>;
};

/** The rows of a statement, after all those before it. */
export async function readRows<Row>(statements: Statements, statement: SQL): Promise<Row[]> {
  const result = await (statements.read?.(statement) ?? statements.execute(statement));
  return (result as { rows: Row[] }).rows;
}

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
    async read(statement) {
      await underWay;
      return tx.execute(statement);
    },
    async done() {
      await underWay;
    },
  };
}
