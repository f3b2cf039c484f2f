import { sql } from 'drizzle-orm';
import { settings } from '#server/db/schema/settings.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { noteFailure } from '#server/observing/outages.ts';
import { poll } from '#server/workers/poll.ts';
import { sweepWhatIsOver } from './sweep.ts';

const settingKey = 'last-sweep';
const sweepEveryMs = 60 * 60 * 1000;
/** Late enough not to slow down the start. */
const firstSweepAfterMs = 10_000;

const failing = 'sweeping waits';

type RetentionDeps = Pick<Dependencies, 'db' | 'clock'> & {
  /** What else expires with time, removed by the services that know it. */
  sweeps: readonly (() => Promise<void>)[];
};

/** Nothing is stored for longer than the privacy policy says. */
export const retention = ({ db, clock, sweeps }: RetentionDeps) => {
  /**
   * Removes what is over, unless any process has begun to within the hour. Returns whether this one
   * did. One that dies in between leaves the rest for the next hour.
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
    // One that fails does not stop the others.
    for (const one of all) await one().catch((error: unknown) => noteFailure(failing, error));
    return true;
  }

  // More often than it is done, so that a process that ended leaves no gap of two hours.
  const everyMs = sweepEveryMs / 4;
  return { sweep, ...poll(sweep, { everyMs, firstAfterMs: firstSweepAfterMs, failing }) };
};
