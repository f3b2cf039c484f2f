import { sql } from 'drizzle-orm';
import { transaction } from '#kit/db/database.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { poll } from '#kit/jobs/poll.server.ts';
import { logFailure } from '#kit/observing/outages.server.ts';
import { type Confirming, confirmRemittances } from './confirm.server.ts';
import { noteConfirmFailure } from './failing-confirmations.server.ts';

const pollMs = 2_000;
/** Remittances that are looked at for a part, and the gifts at which a part is full. */
const [mostInPart, giftsInPart] = [100, 500];
/** How long one is left alone whose confirmation failed, in ms. */
const restMs = 60_000;
const failing = 'remittances are confirmed later';

/**
 * Confirms the remittances of large runs, some hundred gifts in each transaction: a process that dies leaves the rest to
 * the next one, and none is confirmed twice. One that fails is tried alone, counted for the run's page and left for a
 * minute: it holds up no other.
 */
export const waitingConfirmations = (ctx: Context) => {
  const { db } = ctx;
  /** Until when those whose confirmation failed rest, in ms, by their id. */
  const resting = new Map<string, number>();

  const restingIds = () => {
    const now = ctx.clock().getTime();
    for (const [id, until] of resting) if (until <= now) resting.delete(id);
    return [...resting.keys()];
  };

  /** One part, whose ids are put into `part`; false where nothing waits. */
  const confirmNext = (part: string[], most: number): Promise<boolean> =>
    transaction(db, async (tx) => {
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
        where confirm_due_on is not null and state = 'sent' and id <> all(${sql.param(restingIds())}::text[])
        order by run_id, id limit ${most} for update skip locked`);
      const [first] = rows;
      if (!first) return false;
      let gifts = 0;
      for (const row of rows) {
        if (row.day !== first.day || row.by !== first.by || row.source !== first.source) continue;
        if (part.length > 0 && gifts + row.gifts > giftsInPart) break;
        part.push(row.id);
        gifts += row.gifts;
      }
      const facts = { receivedOn: first.day, source: first.source, actor: { uid: first.by } };
      await confirmRemittances(tx, part, facts, ctx);
      return true;
    });

  /** Confirms all that wait, but for those that fail. Throws where none could even be looked at. */
  async function confirmWaiting(signal?: AbortSignal): Promise<void> {
    let most = mostInPart;
    while (!signal?.aborted) {
      const part: string[] = [];
      try {
        if (!(await confirmNext(part, most))) return;
      } catch (error) {
        const [id, ...others] = part;
        if (id === undefined) throw error;
        // Which one of a part it is shows when each is tried alone.
        if (others.length > 0) most = 1;
        else {
          const now = ctx.clock();
          resting.set(id, now.getTime() + restMs);
          logFailure(failing, error);
          await noteConfirmFailure(db, id, now);
        }
      }
    }
  }

  return {
    confirmWaiting,
    ...poll(confirmWaiting, { job: 'bank-answers', everyMs: pollMs, failing }),
  };
};
