import { eq, isNull } from 'drizzle-orm';
import type { InboxCounts } from '#domain/inbox/inbox.ts';
import { contactMessages, listingApplications } from '#server/db/schema/inbox.ts';
import { pledgeReports } from '#server/db/schema/pledges.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { contactMessageRoom } from './contact-messages.ts';
import { listingRoom } from './listings.ts';
import { receiving } from './received-entries.ts';

/** What visitors and organisations write to the operator. */
export const inbox = (
  dependencies: Pick<Dependencies, 'db' | 'clock' | 'secret' | 'publicUrl' | 'operatorEmail'>,
) => {
  const shared = { ...dependencies, receiving: receiving(dependencies) };
  const { db } = dependencies;
  return {
    ...contactMessageRoom(shared),
    ...listingRoom(shared),

    /** How many wait for the operator; counts alone, so a look is not audited. */
    async inboxCounts(): Promise<InboxCounts> {
      return {
        openMessages: await db.$count(contactMessages, isNull(contactMessages.answeredAt)),
        newListings: await db.$count(listingApplications, eq(listingApplications.state, 'new')),
        openReports: await db.$count(pledgeReports, isNull(pledgeReports.handledAt)),
      };
    },
  };
};
