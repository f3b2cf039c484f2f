import { eq } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import { type Transaction, transaction } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { notFound, refuse } from '#kit/errors/refusal.ts';
import type { SocialChallengeId } from '#organisations/challenges/social-challenge.ts';
import { writeMail } from '#people/mail/outbox.server.ts';
import { listingApplications } from '#people/messages/message-tables.server.ts';
import { insertDraft } from './admin-associates.server.ts';
import { type AssociateContent, emptyAssociateContent } from './associate-content.ts';
import { writeAssociateContent } from './associate-versions.server.ts';
import type { Classification } from './classification.ts';

/** Invites an editor of an organisation's page, in the transaction that created it. */
export type InviteEditor = (
  tx: Transaction,
  operator: Person,
  invited: { associateId: string; email: string },
) => Promise<void>;

type FromListingDeps = Pick<Dependencies, 'db' | 'clock' | 'publicUrl' | 'secret'> & {
  inviteEditor: InviteEditor;
};

/** Creates organisations from listing applications. Each is a draft: nothing is published. */
export const associatesFromListings = (dependencies: FromListingDeps) => {
  const { db, clock, inviteEditor } = dependencies;
  return {
    /**
     * Creates a draft with the facts of a listing application, accepts it, and mails its sender. A repetition returns
     * the same organisation.
     */
    make: (operator: Person, listingId: string): Promise<{ associateId: string }> =>
      transaction(db, async (tx) => {
        const [listing] = await tx
          .select()
          .from(listingApplications)
          .where(eq(listingApplications.id, listingId))
          .for('update');
        if (!listing) throw notFound('掲載申請');
        if (listing.associateId !== null) return { associateId: listing.associateId };
        if (listing.state === 'declined') {
          throw refuse('Conflict', '見送った申請です。先に「相談に戻す」を選んでください。');
        }
        const at = clock();
        const { organisationName: name, email } = listing;
        const associateId = await insertDraft(tx, { id: undefined, name, at });
        await writeAssociateContent(tx, associateId, contentOf(listing), at);
        await tx
          .update(listingApplications)
          .set({
            associateId,
            // No answer is due any more.
            dueAt: null,
            ...(listing.state !== 'accepted' && { state: 'accepted', stateChangedAt: at }),
          })
          .where(eq(listingApplications.id, listingId));
        await inviteEditor(tx, operator, { associateId, email });
        await writeMail(
          tx,
          {
            kind: 'listing-preparing',
            dedupeKey: `listing-preparing:${listingId}`,
            to: email,
            data: { id: listingId, organisationName: name },
          },
          dependencies,
        );
        await audit(tx, operator, 'associates.create', ['associate', associateId], {
          at,
          listing: listingId,
        });
        return { associateId };
      }),
  };
};

/** Facts of a listing application; its account of the work becomes the draft's description. */
function contentOf(listing: typeof listingApplications.$inferSelect): AssociateContent {
  return {
    ...emptyAssociateContent(listing.organisationName),
    classification: listing.classification as Classification,
    socialChallenges: listing.socialChallenges as SocialChallengeId[],
    locations: [listing.prefecture],
    representative: listing.representative,
    websiteUrl: listing.websiteUrl,
    description: listing.message,
  };
}
