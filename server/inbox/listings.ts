import { and, eq, sql } from 'drizzle-orm';
import { visitorUid } from '#domain/applications/application.ts';
import { notFound, refuse } from '#domain/errors/refusal.ts';
import {
  type AdminListing,
  type ListingDraft,
  type ListingState,
  type ListingStep,
  listingsPageSize,
  nextListingStates,
} from '#domain/inbox/listing-application.ts';
import { dueAfterWord, type ListedListing } from '#domain/inbox/thread.ts';
import type { Received } from '#domain/values/reference-number.ts';
import type { Person } from '#server/actor.ts';
import { audit } from '#server/audit/audit.ts';
import { type AuditedList, auditedList } from '#server/audit/audited-list.ts';
import { transaction } from '#server/db/database.ts';
import { withIdempotencyKey } from '#server/db/idempotency.ts';
import { exactTotal } from '#server/db/keyset.ts';
import { listingApplications } from '#server/db/schema/inbox.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { stale } from '#server/http/versions.ts';
import { writeMail } from '#server/mail/outbox.ts';
import { operatorAddress } from '#server/service-facts/service-facts.ts';
import { readSum } from '#server/sums/kept-sums.ts';
import type { Sender } from './contact-messages.ts';
import { dueKey, dueValue, withThreadFacts } from './due-clock.ts';
import { type ListingRow, toListing } from './inbox-rows.ts';
import type { Receiving } from './received-entries.ts';

type ListingSelection = { state?: ListingState | undefined };

/** Order of listings without a due date: new, in talks, decided. Matches the index listing_applications_rank. */
const rank = sql`(case ${listingApplications.state} when 'new' then 0 when 'in-talks' then 1 else 2 end)`;
const rankOf = (state: string) => (state === 'new' ? 0 : state === 'in-talks' ? 1 : 2);

const listings: AuditedList<ListingSelection, ListingRow, ListedListing> = {
  name: 'listings',
  subjectType: 'listings',
  subjectId: ({ state }) => state ?? 'all',
  pageSize: listingsPageSize,
  keys: ({ state }) => [
    dueKey(listingApplications.dueAt),
    // Within one state the rank is constant, and the index of the state gives the order.
    ...(state === undefined ? [{ by: rank, direction: 'asc', type: 'integer' } as const] : []),
    { by: listingApplications.createdAt, direction: 'desc', type: 'timestamptz' },
    { by: listingApplications.id, direction: 'asc', type: 'text' },
  ],
  valuesOf: (row, { state }) => [
    dueValue(row),
    ...(state === undefined ? [rankOf(row.state)] : []),
    row.createdAt.getTime(),
    row.id,
  ],
  idOf: (row) => row.id,
  read: (db, { state }, part) =>
    db
      .select()
      .from(listingApplications)
      .where(and(state && eq(listingApplications.state, state), part.where))
      .orderBy(...part.orderBy)
      .limit(part.limit),
  total: async (db, { state }) => exactTotal((await readSum(db, 'listings', state)).count),
  toItems: (db, rows, at) => withThreadFacts(db, rows, toListing, at),
};

/** Organisations that ask to be listed: stored, mailed, and decided by the operator. */
export const createListings = (
  dependencies: Pick<Dependencies, 'db' | 'clock' | 'secret' | 'publicUrl' | 'operatorEmail'> & {
    receiving: Receiving;
  },
) => {
  const { db, clock, receiving } = dependencies;
  return {
    /** Stores an application, once per key. The sender gets an acknowledgement that repeats none of their text. */
    async applyForListing({ actor, address, key }: Sender, draft: ListingDraft): Promise<Received> {
      const attempt = {
        actor: actor.kind === 'person' ? actor.uid : visitorUid,
        key,
        route: 'POST /api/listing',
        body: draft,
      };
      return withIdempotencyKey(db, attempt, clock(), async (tx) => {
        const mails = await receiving.admit(tx, { address, email: draft.email });
        const at = clock();
        const { agreed: _, ...values } = draft;
        const socialChallenges = [...new Set(draft.socialChallenges)];
        const clocks = { dueAt: dueAfterWord(at, null), stateChangedAt: at, createdAt: at };
        const row = await receiving.numbered('TL', async (id) => {
          const [inserted] = await tx
            .insert(listingApplications)
            .values({ ...values, socialChallenges, id, ...clocks })
            .onConflictDoNothing({ target: listingApplications.id })
            .returning();
          return inserted;
        });
        const listing = toListing(row);
        const { id } = listing;
        if (mails.receipt) {
          const dedupeKey = `listing-received:${id}`;
          await writeMail(
            tx,
            { kind: 'listing-received', dedupeKey, to: listing.email, data: { id } },
            dependencies,
          );
        }
        if (mails.operator) {
          const dedupeKey = `listing-to-decide:${id}`;
          await writeMail(
            tx,
            {
              kind: 'listing-to-decide',
              dedupeKey,
              to: await operatorAddress(tx, dependencies),
              data: listing,
            },
            dependencies,
          );
        }
        return { id, createdAt: listing.createdAt };
      });
    },

    /** Listing applications: new, in talks, then decided. */
    listingList: auditedList({ db, clock }, listings),

    /** Moves an application to another state. Refuses a transition that does not exist, and a stale state. */
    async moveListing(
      operator: Person,
      id: string,
      { from, to }: ListingStep,
    ): Promise<AdminListing> {
      if (to === 'new' || !nextListingStates[from].includes(to)) {
        throw refuse('ValidationError', 'この状態には変えられません。');
      }
      return transaction(db, async (tx) => {
        const at = clock();
        const [row] = await tx
          .update(listingApplications)
          .set({
            state: to,
            stateChangedAt: at,
            version: sql`${listingApplications.version} + 1`,
            // A decided application needs no answer.
            ...(to !== 'in-talks' && { dueAt: null }),
          })
          .where(and(eq(listingApplications.id, id), eq(listingApplications.state, from)))
          .returning();
        if (!row) {
          const known = await tx.$count(listingApplications, eq(listingApplications.id, id));
          throw known ? stale() : notFound('掲載申請');
        }
        await audit(tx, operator, 'listings.move', ['listing', id], { at, from, to });
        return toListing(row);
      });
    },
  };
};
