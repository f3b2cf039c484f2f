import type { AdminToday } from '#giving/applications/admin-application.ts';
import { dueCounts } from '#giving/applications/admin-list.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { jstDay } from '#kit/values/timestamp.ts';
import { kitsLeavingBy } from '#warehouse/kits/leaving-kits.server.ts';

/** Counts of the list of applications. */
export const admin = (ctx: Context) => ({
  /** Applications to work on today; not audited, since they are only counted. */
  async today(): Promise<AdminToday> {
    const [due, kits] = await Promise.all([
      dueCounts(ctx),
      kitsLeavingBy(ctx.db, jstDay(ctx.clock())),
    ]);
    return { ...due, ...kits };
  },
});
