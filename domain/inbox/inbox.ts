import * as z from 'zod/mini';

/** What waits for the operator in the inbox. */
export const InboxCounts = z.object({
  openMessages: z.number(),
  newListings: z.number(),
  openReports: z.number(),
});
export type InboxCounts = z.infer<typeof InboxCounts>;
