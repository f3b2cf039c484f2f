import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SQL } from 'drizzle-orm';
import type { Transaction } from './database.server.ts';

/** Runs statements without reading results, except by `readRows`. */
export type Statements = {
  execute(statement: SQL): Promise<unknown>;
  /** Present on a pipeline, whose `execute` does not wait for its own statement. */
  read?(statement: SQL): Promise<unknown>;
};

/** Rows of a statement, after all statements before it. */
export async function readRows<Row>(statements: Statements, statement: SQL): Promise<Row[]> {
  const result = await (statements.read?.(statement) ?? statements.execute(statement));
  return (result as { rows: Row[] }).rows;
}

/**
 * Runs statements of a transaction in order and lets the caller prepare the next one while the database works on the
 * last: `execute` resolves when the statement before it is done. A failure surfaces with a later statement or with
 * `done`, which must be awaited before reading anything.
 */
export function pipelined(tx: Transaction): Statements & { done(): Promise<void> } {
  let underWay: Promise<unknown> = Promise.resolve();
  return {
    async execute(statement) {
      const before = underWay;
      underWay = before.then(() => tx.execute(statement));
      // Reported to the next caller.
      underWay.catch(() => undefined);
      await before;
      // Sends this statement before the next one is prepared.
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
