import { and, desc, eq, gt, inArray, isNull, notExists, sql } from 'drizzle-orm';
import { donations, donationThanks } from '#giving/donations/donation-tables.server.ts';
import { pledges } from '#giving/pledges/pledge-tables.server.ts';
import { readPapers } from '#giving/receipts/paper-record.server.ts';
import { receipts } from '#giving/receipts/receipt-tables.server.ts';
import type { Person } from '#kit/actor.server.ts';
import { type Database, transaction } from '#kit/db/database.server.ts';
import {
  countRows,
  type Key,
  type Page,
  type Position,
  readKeysetPage,
} from '#kit/db/keyset.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { notFound } from '#kit/errors/refusal.ts';
import { stale } from '#kit/http/versions.server.ts';
import { toTimestamp } from '#kit/values/timestamp.ts';
import type { Publication } from '#kit/versions/version.ts';
import { contentVersions } from '#kit/versions/version-tables.server.ts';
import type { Changed, versionsOf } from '#kit/versions/versions.server.ts';
import { currentAccount } from '#money/bank-accounts/bank-accounts.server.ts';
import { blockOf } from '#money/bank-accounts/blocked-accounts.server.ts';
import type { ActivityContent } from '#organisations/activities/activity.ts';
import type { AssociateContent } from '#organisations/associates/associate-content.ts';
import type { AssociateState } from '#organisations/associates/associate-state.ts';
import {
  associateCertifications,
  associates,
} from '#organisations/associates/associate-tables.server.ts';
import { countUnconfirmed } from '#organisations/confirmations/confirmations.server.ts';
import type { ThanksContent } from '#organisations/thanks/thanks-schema.ts';
import { countLateGifts } from '#organisations/use-reports/unreported.server.ts';
import { demandMember, parseRoomKey, publishesAtOnce } from './memberships.server.ts';
import {
  mostCountedInRoom,
  type RoomFacts,
  type StaffReceipt,
  staffReceiptsPageSize,
} from './room.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** Days. Later thanks are written to all donors together. */
const recentDays = 90;
const roomKinds = ['associate', 'activity', 'thanks', 'use-report'] as const;

/** Open drafts of any kind, the latest first. */
const openDrafts = (db: Database, associateId: string) =>
  db
    .select({
      kind: contentVersions.kind,
      key: contentVersions.key,
      state: contentVersions.state,
      note: contentVersions.note,
      title: sql<string | null>`${contentVersions.content} ->> 'title'`,
    })
    .from(contentVersions)
    .where(
      and(
        inArray(contentVersions.kind, [...roomKinds]),
        // Matches the expressions of the index.
        sql`split_part(${contentVersions.key}, ':', 1) = ${associateId}`,
        sql`${contentVersions.state} in ('draft', 'waiting')`,
      ),
    )
    .orderBy(desc(contentVersions.changedAt));

/** Counts recent donations without thanks. */
async function countUnthanked(db: Database, associateId: string, now: Date): Promise<number> {
  const since = new Date(now.getTime() - recentDays * dayMs);
  const unthanked = db
    .select({ one: sql`1` })
    .from(donations)
    .where(
      and(
        eq(donations.associateId, associateId),
        isNull(donations.reversedAt),
        gt(donations.donatedAt, since),
        notExists(
          db
            .select({ one: sql`1` })
            .from(donationThanks)
            .where(eq(donationThanks.donationId, donations.id)),
        ),
      ),
    )
    .limit(mostCountedInRoom);
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from (${unthanked}) as unthanked`,
  );
  return rows[0]?.count ?? 0;
}

/** Counts the latest public pledges without a reply. */
async function countUnanswered(db: Database, associateId: string): Promise<number> {
  const latest = db
    .select({ reply: pledges.reply })
    .from(pledges)
    // Matches the predicate of the index.
    .where(and(eq(pledges.associateId, associateId), sql`${pledges.state} = 'published'`))
    .orderBy(desc(pledges.pledgedAt))
    .limit(mostCountedInRoom);
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from (${latest}) as latest where reply = ''`,
  );
  return rows[0]?.count ?? 0;
}

/** Reason that nothing is sent to its account; null if nothing blocks it. */
const readBlockedAccount = (db: Database, associateId: string) =>
  transaction(db, async (tx) => {
    const account = await currentAccount(tx, associateId);
    const block = account && (await blockOf(tx, account.id));
    return block ? { returnedOn: block.returnedOn, reason: block.reason } : null;
  });

/** Recorded certifications, the latest first. */
const readCertifications = (db: Database, associateId: string) =>
  db
    .select({
      number: associateCertifications.number,
      authority: associateCertifications.authority,
      certifiedOn: associateCertifications.certifiedOn,
      expiresOn: associateCertifications.expiresOn,
    })
    .from(associateCertifications)
    .where(
      and(
        eq(associateCertifications.associateId, associateId),
        isNull(associateCertifications.withdrawnAt),
      ),
    )
    .orderBy(desc(associateCertifications.expiresOn), desc(associateCertifications.id))
    .limit(mostCountedInRoom);

type Publishing<Content> = Pick<
  ReturnType<typeof versionsOf<Content>>,
  'publish' | 'submit' | 'read'
>;
type RoomDeps = Pick<Dependencies, 'db' | 'clock'> & {
  pages: Publishing<AssociateContent>;
  thanks: Publishing<ThanksContent>;
  activities: Publishing<ActivityContent>;
};

const receiptKeys: readonly Key[] = [
  { by: receipts.issuedAt, direction: 'desc', type: 'timestamptz' },
  { by: receipts.number, direction: 'desc', type: 'text' },
];

/** Overview of an organisation's room, and publication of what its people write. */
export const rooms = ({ db, clock, ...written }: RoomDeps) => {
  /** Publishes at once or after the operator's review, as the agreement says. */
  const publishing =
    <Content>(versions: Publishing<Content>) =>
    async (
      person: Person,
      key: string,
      tag: number | undefined,
      publication: Publication,
    ): Promise<Changed<Content>> =>
      (await publishesAtOnce(db, parseRoomKey(key).associateId, clock()))
        ? versions.publish(person, key, tag, publication)
        : versions.submit(person, key, tag, publication.note);

  return {
    publishThanks: publishing(written.thanks),
    publishActivity: publishing(written.activities),

    /** Publishes the page likewise; changes to the organisation's identity always wait for review. */
    async publishPage(
      person: Person,
      key: string,
      tag: number | undefined,
      publication: Publication,
    ) {
      const { pages } = written;
      const found = await pages.read(key);
      if (tag !== undefined && tag !== found?.tag) throw stale();
      const draft = found?.versioned.draft?.content;
      // Submits that very draft: one saved since may change the identity.
      return draft && changesWhoItIs(found.versioned.current.content, draft)
        ? pages.submit(person, key, found.tag, publication.note)
        : publishing(pages)(person, key, found?.tag, publication);
    },

    /** The person's role here, and what waits for them. */
    async facts(person: Person, associateId: string): Promise<RoomFacts> {
      demandMember(person, associateId, 'read');
      const [row] = await db
        .select({ id: associates.id, name: associates.name, state: associates.state })
        .from(associates)
        .where(eq(associates.id, associateId));
      if (!row) throw notFound('団体の画面');
      const [
        atOnce,
        open,
        unthankedCount,
        unansweredPledgeCount,
        unconfirmedCount,
        lateGiftCount,
        certifications,
        blockedAccount,
      ] = await Promise.all([
        publishesAtOnce(db, associateId, clock()),
        openDrafts(db, associateId),
        countUnthanked(db, associateId, clock()),
        countUnanswered(db, associateId),
        countUnconfirmed(db, associateId, clock()),
        countLateGifts(db, associateId),
        readCertifications(db, associateId),
        readBlockedAccount(db, associateId),
      ]);
      return {
        ...row,
        state: row.state as AssociateState,
        role: person.staffRoles[associateId] ?? 'viewer',
        publishesAtOnce: atOnce,
        unthankedCount,
        unansweredPledgeCount,
        unconfirmedCount,
        lateGiftCount,
        certifications,
        blockedAccount,
        returned: open
          .filter(({ state, note }) => state === 'draft' && note !== '')
          .map(({ kind, key, title, note }) => ({
            kind: kind as (typeof roomKinds)[number],
            id: parseRoomKey(key).id,
            title: title ?? '',
            reason: note,
          })),
        waitingCount: open.filter(({ state }) => state === 'waiting').length,
      };
    },

    /** A page of receipts in the organisation's name, the newest first, without the donors. */
    async receipts(
      person: Person,
      associateId: string,
      position?: Position,
    ): Promise<Page<StaffReceipt>> {
      demandMember(person, associateId, 'read');
      const ofAssociate = eq(receipts.associateId, associateId);
      const { rows, next, previous } = await readKeysetPage({
        keys: receiptKeys,
        position,
        size: staffReceiptsPageSize,
        read: ({ where, orderBy, limit }) =>
          db
            .select({ number: receipts.number, issuedAt: receipts.issuedAt })
            .from(receipts)
            .where(and(ofAssociate, where))
            .orderBy(...orderBy)
            .limit(limit),
        valuesOf: ({ number, issuedAt }) => [issuedAt.getTime(), number],
      });
      const numbers = rows.map(({ number }) => number);
      const issued =
        numbers.length === 0 ? [] : await readPapers(db, inArray(receipts.number, numbers));
      const items = issued.map((paper) => ({
        number: paper.number,
        kind: paper.kind,
        year: paper.year,
        amountYen: paper.amountYen,
        issuedAt: toTimestamp(paper.issuedAt),
        isReissue: paper.replaces.length > 0,
        isVoid: paper.ending !== undefined,
      }));
      return { items, next, previous, total: await countRows(db, receipts, ofAssociate) };
    },
  };
};

/** Whether the change affects what visitors and the tax office identify an organisation by. */
const changesWhoItIs = (before: AssociateContent, after: AssociateContent): boolean =>
  before.name !== after.name ||
  before.classification !== after.classification ||
  before.address !== after.address ||
  before.representative !== after.representative;
