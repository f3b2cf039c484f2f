import * as z from 'zod/mini';

/** Open items in the operator's inbox. */
export const InboxCounts = z.object({
  openMessages: z.number(),
  newListings: z.number(),
  openReports: z.number(),
});
export type InboxCounts = z.infer<typeof InboxCounts>;

/** Open and answered messages. */
export const MessageCounts = z.object({ open: z.number(), answered: z.number() });
export type MessageCounts = z.infer<typeof MessageCounts>;
