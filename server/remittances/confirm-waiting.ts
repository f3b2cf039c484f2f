import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { transaction, withTimeout } from '#server/db/database.ts';
import { loggedError } from '#server/observing/logged-error.ts';
import { longStatements } from '#server/results/import-results.ts';
import { type ConfirmDeps, type Confirming, confirmRemittances } from './confirm.ts';

const pollMs = 2_000;
/** Remittances that are looked at for a part, and the gifts at which a part is full. */
const [mostInPart, giftsInPart] = [100, 500];

/**
 * Confirms the remittances of large runs, some hundred gifts in each transaction: a process that dies leaves the rest to
 * the next one, and none is confirmed twice.
 */
export const waitingConfirmations = (dependencies: ConfirmDeps) => {
  const db = withTimeout(dependencies.db, 60_000);
  const stopping = new AbortController();
  let loop: Promise<void> | undefined;

  /** One part; false where nothing waits. */
  const confirmNext = (): Promise<boolean> =>
    transaction(db, async (tx) => {
      await tx.execute(longStatements);
      type Due = {
        id: string;
        gifts: number;
        day: string;
        by: string;
        source: Confirming['source'];
      };
      const { rows } = await tx.execute<Due>(sql`
        select id, gift_count as gifts, confirm_due_on::text as day, confirm_due_by as by,
          coalesce(confirmed_by_source, 'by-hand') as source
        from remittances
        where confirm_due_on is not null and state = 'sent'
        order by run_id, id limit ${mostInPart} for update skip locked`);
      const [first] = rows;
      if (!first) return false;
      const part: string[] = [];
      let gifts = 0;
      for (const row of rows) {
        if (row.day !== first.day || row.by !== first.by || row.source !== first.source) continue;
        if (part.length > 0 && gifts + row.gifts > giftsInPart) break;
        part.push(row.id);
        gifts += row.gifts;
      }
      const facts = { receivedOn: first.day, source: first.source, actor: { uid: first.by } };
      await confirmRemittances(tx, part, facts, dependencies);
      return true;
    });

  async function confirmWaiting(): Promise<void> {
    while (!stopping.signal.aborted && (await confirmNext()));
  }

  async function run() {
    while (!stopping.signal.aborted) {
      await confirmWaiting().catch((error: unknown) => {
        console.warn('remittances are confirmed later:', loggedError(error as Error).message);
      });
      await wait(pollMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
    }
  }

  return {
    confirmWaiting,
    /** Polls for remittances to confirm, until stopped. */
    startConfirming() {
      loop ??= run();
    },
    async stopConfirming() {
      stopping.abort();
      await loop;
    },
  };
};
