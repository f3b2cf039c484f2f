import type { Context } from '#kit/dependencies.server.ts';
import { type Poll, poll } from '#kit/jobs/poll.server.ts';
import { commitEvents } from './commitments.server.ts';
import { sealLog } from './seal-log.server.ts';

/** Commits to yesterday's steps of gifts and signs what the public book has, once a day. */
export const publicLogWork = (ctx: Context): Poll =>
  poll(
    async () => {
      await commitEvents(ctx);
      await sealLog(ctx);
    },
    {
      ...{ job: 'public-log', everyMs: 10 * 60_000, firstAfterMs: 30_000 },
      failing: 'the public log could not be signed',
    },
  );
