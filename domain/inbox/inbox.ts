import * as z from 'zod/mini';

/** The counts of open items in the operator's inbox. */
export const InboxCounts = z.object({
  openMessages: z.number(),
  newListings: z.number(),
  openReports: z.number(),
});
export type InboxCounts = z.infer<typeof InboxCounts>;

/** Messages to answer, and answered ones. */
export const MessageCounts = z.object({ open: z.number(), answered: z.number() });
export type MessageCounts = z.infer<typeof MessageCounts>;
