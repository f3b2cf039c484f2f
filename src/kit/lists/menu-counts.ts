import * as z from 'zod/mini';

/** Open and overdue tasks behind a menu entry. */
export const MenuCount = z.object({ open: z.number(), overdue: z.number() });
export type MenuCount = z.infer<typeof MenuCount>;

/** Counts by screen path below /admin, without screens that the role may not enter. */
export const MenuCounts = z.record(z.string(), MenuCount);
export type MenuCounts = z.infer<typeof MenuCounts>;
