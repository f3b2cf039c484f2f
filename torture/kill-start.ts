import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import {
  databaseUrlOf,
  freePort,
  removeDataDir,
  spawnServer,
  startServer,
} from '#test/server-process.ts';
import { rowsOf, trialFolder } from './site.ts';
import { inSeconds, longest, median, type Trial } from './trial.ts';

/** Every column, constraint, index and migration, one line each. */
const structure = `
  select 'column ' || table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable as line
    from information_schema.columns where table_schema = 'public'
  union all
  select 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
    from pg_constraint where connamespace = 'public'::regnamespace
  union all
  select 'index ' || indexdef from pg_indexes where schemaname = 'public'
  union all
  select 'migration ' || hash from drizzle.__drizzle_migrations
  order by line`;

/** Row counts of the sample. */
const sample = `
  select 'associates ' || count(*) as line from associates
  union all select 'users ' || count(*) from users
  union all select 'donations ' || count(*) from donations
  union all select 'pledges ' || count(*) from pledges
  union all select 'campaigns ' || count(*) from campaigns
  union all select 'images ' || count(*) from images
  order by line`;

/** Database of a running server as text, for comparison. */
async function contentOf(dataDir: string): Promise<string[]> {
  const url = await databaseUrlOf(dataDir);
  const lines = [...(await rowsOf(url, structure)), ...(await rowsOf(url, sample))];
  return lines.map(({ line }) => line);
}

/** kill -9 during the first start, with cluster, migrations or sample data incomplete. */
export const killStart: Trial = {
  name: 'kill -9 at the first start',
  unit: 'rounds',
  usualAmount: 20,
  async run({ amount: rounds, progress, atEnd }) {
    const startOn = async (dataDir: string) => {
      const began = performance.now();
      const server = await startServer(dataDir);
      atEnd(() => server.stop());
      const tookMs = performance.now() - began;
      const content = await contentOf(dataDir);
      return { server, tookMs, content };
    };
    const whole = await startOn(await trialFolder(atEnd));
    await whole.server.stop();

    const faults: string[] = [];
    const startsMs: number[] = [];
    for (let round = 1; round <= rounds; round++) {
      const dataDir = await trialFolder(atEnd);
      const child = spawnServer(dataDir, { PORT: String(await freePort()) });
      atEnd(async () => child.kill('SIGKILL'));
      const ended = once(child, 'exit');
      // Evenly spread over the whole start, so that each part of it is hit.
      const killedAfterMs = (whole.tookMs * (round - 0.5)) / rounds;
      await wait(killedAfterMs);
      child.kill('SIGKILL');
      await ended;
      const again = await startOn(dataDir);
      startsMs.push(again.tookMs);
      const missing = whole.content.filter((line) => !again.content.includes(line));
      const extra = again.content.filter((line) => !whole.content.includes(line));
      if (missing.length + extra.length > 0) {
        const some = (lines: string[]) => lines.slice(0, 3).join(', ');
        faults.push(
          `killed after ${inSeconds(killedAfterMs)}: lacks ${some(missing)}; has ${some(extra)}`,
        );
      }
      await again.server.stop();
      await removeDataDir(dataDir);
      progress(`${round}/${rounds}`);
    }
    return {
      figures:
        `${rounds} kills within the ${inSeconds(whole.tookMs)} of a start; the next is ready after ` +
        `${inSeconds(median(startsMs))} (at most ${inSeconds(longest(startsMs))}), with all that the first would have made`,
      faults,
    };
  },
};
