import type { Dependencies } from '#kit/dependencies.server.ts';
import { readSum, readSums } from '#money/sums/kept-sums.server.ts';
import { createContactMessages } from './contact-messages.server.ts';
import type { InboxCounts, MessageCounts } from './inbox.ts';
import { type ListingState, listingStates } from './listing-application.ts';
import { createListings } from './listings.server.ts';
import { receiving } from './received-entries.server.ts';

/** Messages of visitors and organisations to the operator. */
export const inbox = (
  dependencies: Pick<Dependencies, 'db' | 'clock' | 'secret' | 'publicUrl' | 'operatorEmail'>,
) => {
  const shared = { ...dependencies, receiving: receiving(dependencies) };
  const { db } = dependencies;
  return {
    ...createContactMessages(shared),
    ...createListings(shared),

    /** Counts what waits for the operator. Only numbers, so it is not audited. */
    async inboxCounts(): Promise<InboxCounts> {
      const [messages, listings, reports] = await Promise.all([
        readSum(db, 'messages', 'open'),
        readSum(db, 'listings', 'new'),
        readSum(db, 'pledge-reports', 'open'),
      ]);
      return {
        openMessages: messages.count,
        newListings: listings.count,
        openReports: reports.count,
      };
    },

    async messageCounts(): Promise<MessageCounts> {
      const sums = await readSums(db, 'messages');
      return { open: sums.get('open')?.count ?? 0, answered: sums.get('answered')?.count ?? 0 };
    },

    async listingCounts(): Promise<Record<ListingState, number>> {
      const sums = await readSums(db, 'listings');
      return Object.fromEntries(
        listingStates.map((state) => [state, sums.get(state)?.count ?? 0]),
      ) as Record<ListingState, number>;
    },
  };
};
