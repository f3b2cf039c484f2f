import * as z from 'zod/mini';

/** What waits behind an entry of the menu, and how much of it is late. */
export const MenuCount = z.object({ open: z.number(), overdue: z.number() });
export type MenuCount = z.infer<typeof MenuCount>;

/** By the address of the screen below /admin; those that a role may not enter are left out. */
export const MenuCounts = z.record(z.string(), MenuCount);
export type MenuCounts = z.infer<typeof MenuCounts>;
