import type { Context } from '#kit/dependencies.server.ts';
import { type Poll, poll } from '#kit/jobs/poll.server.ts';
import { commitEvents } from './commitments.server.ts';
import { recoverEntries } from './recover-entries.server.ts';
import { sealLog } from './seal-log.server.ts';

/**
 * One round: takes back what a restored database lacks, commits to yesterday's steps of gifts, and signs once a day.
 * Appends nothing while the published log is not a beginning of this one. Throws while the store is away, and then has
 * appended nothing: a restored database would go another way than what was published.
 */
export async function keepLog(ctx: Context): Promise<void> {
  const taken = await recoverEntries(ctx, (name) => ctx.files.read(name));
  if (taken !== 'differs') await commitEvents(ctx);
  await sealLog(ctx);
}

/** Keeps the log behind the requests. */
export const publicLogWork = (ctx: Context): Poll =>
  poll(() => keepLog(ctx), {
    ...{ job: 'public-log', everyMs: 10 * 60_000, firstAfterMs: 30_000 },
    failing: 'the public log could not be signed',
  });
