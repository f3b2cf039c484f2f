import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { settings } from '#server/db/schema/settings.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { noteFailure } from '#server/observing/outages.ts';
import { sweepWhatIsOver } from './sweep.ts';

const settingKey = 'last-sweep';
const sweepEveryMs = 60 * 60 * 1000;
/** Late enough not to slow down the start. */
const firstSweepAfterMs = 10_000;

const warn = (error: unknown) => noteFailure('sweeping waits', error);

type RetentionDeps = Pick<Dependencies, 'db' | 'clock'> & {
  /** Removal of other expired data, by the services that own it. */
  sweeps: readonly (() => Promise<void>)[];
};

/** Deletes data after the periods stated in the privacy policy. */
export const retention = ({ db, clock, sweeps }: RetentionDeps) => {
  const stopping = new AbortController();
  let loop: Promise<void> | undefined;

  /**
   * Deletes expired data, unless a process began to within the last hour; returns whether this one did. After a crash
   * the next hour continues.
   */
  async function sweep(): Promise<boolean> {
    const mine = await db.execute(sql`
      insert into ${settings} (key, value) values (${settingKey}, to_jsonb(now()))
      on conflict (key) do update set value = excluded.value
      where (${settings.value} #>> '{}')::timestamptz
        <= now() - make_interval(secs => ${sweepEveryMs / 1000}::double precision)
      returning key`);
    if (mine.rows.length === 0) return false;
    const all = [() => sweepWhatIsOver(db, clock()), ...sweeps];
    // A failure does not stop the others.
    for (const one of all) await one().catch(warn);
    return true;
  }

  async function run() {
    let pauseMs = firstSweepAfterMs;
    while (!stopping.signal.aborted) {
      await wait(pauseMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
      if (stopping.signal.aborted) return;
      await sweep().catch(warn);
      // Tries more often than it sweeps, so that a stopped process leaves no gap of two hours.
      pauseMs = sweepEveryMs / 4;
    }
  }

  return {
    sweep,
    /** Sweeps repeatedly, until stopped. */
    start() {
      loop ??= run();
    },
    async stop() {
      stopping.abort();
      await loop;
    },
  };
};
