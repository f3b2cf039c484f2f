import { and, eq, sql } from 'drizzle-orm';
import { visitorUid } from '#giving/applications/application.ts';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import { type AuditedList, auditedList } from '#kit/audit/audited-list.server.ts';
import { transaction } from '#kit/db/database.server.ts';
import { withIdempotencyKey } from '#kit/db/idempotency.server.ts';
import { exactTotal } from '#kit/db/keyset.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { notFound, refuse } from '#kit/errors/refusal.ts';
import { stale } from '#kit/http/versions.server.ts';
import type { Received } from '#kit/values/reference-number.ts';
import { readSum } from '#money/sums/kept-sums.server.ts';
import { writeMail } from '#people/mail/outbox.server.ts';
import { operatorAddress } from '#people/service-facts/service-facts.server.ts';
import type { Sender } from './contact-messages.server.ts';
import { dueKey, dueValue, withThreadFacts } from './due-clock.server.ts';
import { type ListingRow, toListing } from './inbox-rows.server.ts';
import {
  type AdminListing,
  type ListingDraft,
  type ListingState,
  type ListingStep,
  listingsPageSize,
  nextListingStates,
} from './listing-application.ts';
import { listingApplications } from './message-tables.server.ts';
import type { Receiving } from './received-entries.server.ts';
import { dueAfterWord, type ListedListing } from './thread.ts';

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
