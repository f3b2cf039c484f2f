import { sql } from 'drizzle-orm';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { poll } from '#kit/jobs/poll.server.ts';
import { logFailure } from '#kit/observing/outages.server.ts';
import { settings } from '#kit/settings/setting-tables.server.ts';
import { deleteExpired } from './sweep.server.ts';

const settingKey = 'last-sweep';
const sweepEveryMs = 60 * 60 * 1000;
/** Late enough not to slow down the start. */
const firstSweepAfterMs = 10_000;

const failing = 'sweeping waits';

type RetentionDeps = Pick<Dependencies, 'db' | 'clock'> & {
  /** Removal of other expired data, by the services that own it. */
  sweeps: readonly (() => Promise<void>)[];
};

/** Deletes data after the periods stated in the privacy policy. */
export const retention = ({ db, clock, sweeps }: RetentionDeps) => {
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
    const all = [() => deleteExpired(db, clock()), ...sweeps];
    // A failure does not stop the others.
    for (const one of all) await one().catch((error: unknown) => logFailure(failing, error));
    return true;
  }

  // Tries more often than it sweeps, so that a stopped process leaves no gap of two hours.
  const everyMs = sweepEveryMs / 4;
  return { sweep, ...poll(sweep, { everyMs, firstAfterMs: firstSweepAfterMs, failing }) };
};
