import { and, eq, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import {
  type ApplicationRow,
  selectApplications,
  toRow,
} from '#giving/applications/application-row.server.ts';
import type { ApplicationState, IdentityCheck } from '#giving/applications/application-state.ts';
import { applications } from '#giving/applications/application-tables.server.ts';
import { donations } from '#giving/donations/donation-tables.server.ts';
import { pledges } from '#giving/pledges/pledge-tables.server.ts';
import { receipts } from '#giving/receipts/receipt-tables.server.ts';
import type { Person } from '#kit/actor.server.ts';
import { writeAudit } from '#kit/audit/audit.server.ts';
import { type Database, type Transaction, transaction } from '#kit/db/database.server.ts';
import {
  type Key,
  type KeyValues,
  type Page,
  type Part,
  type Position,
  readKeysetPage,
} from '#kit/db/keyset.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { toTimestamp } from '#kit/values/timestamp.ts';
import { associates } from '#organisations/associates/associate-tables.server.ts';
import { socialChallenges } from '#organisations/challenges/challenge-tables.server.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { toMail } from '#people/mail/mail.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import type { ContactKind } from '#people/messages/contact-message.ts';
import { contactMessages } from '#people/messages/message-tables.server.ts';
import {
  type DonorApplication,
  type DonorEntries,
  type DonorNote,
  type DonorPart,
  donorEntriesPageSize,
} from './donor.ts';
import { donorNotes } from './donor-tables.server.ts';
import {
  type DonorOrGuest,
  findDonorOrGuest,
  subjectOf,
  theirApplications,
  theirNumbers,
} from './whose.server.ts';

type Source = Database | Transaction;

/** A list on a donor's page: its rows by keys, newest first. */
type PartOf<Row, Item> = {
  keys: readonly Key[];
  read: (db: Source, whose: DonorOrGuest, part: Part) => PromiseLike<Row[]>;
  valuesOf: (row: Row) => KeyValues;
  toItem: (row: Row) => Item;
};
type AnyPart<Item> = (
  db: Source,
  whose: DonorOrGuest,
  position: Position | undefined,
) => Promise<Omit<Page<Item>, 'total'>>;

/** A list on a donor's page, whatever its rows are. */
const part =
  <Row, Item>({ keys, read, valuesOf, toItem }: PartOf<Row, Item>): AnyPart<Item> =>
  async (db, whose, position) => {
    const { rows, next, previous } = await readKeysetPage({
      keys,
      position,
      size: donorEntriesPageSize,
      read: async (asked) => read(db, whose, asked),
      valuesOf,
    });
    return { items: rows.map(toItem), next, previous };
  };

const newestFirst = (at: PgColumn, id: PgColumn): Key[] => [
  { by: at, direction: 'desc', type: 'timestamptz' },
  { by: id, direction: 'desc', type: 'text' },
];
const byNumber = (id: PgColumn): Key[] => [{ by: id, direction: 'desc', type: 'bigint' }];

const applicationPart = (narrowed?: SQL) =>
  part<ApplicationRow, DonorApplication>({
    keys: newestFirst(applications.createdAt, applications.appraisalId),
    read: async (db, whose, { where, orderBy, limit }) => {
      const rows = await selectApplications(db, and(theirApplications(whose), narrowed, where))
        .orderBy(...orderBy)
        .limit(limit);
      return rows.map(toRow);
    },
    valuesOf: ({ createdAt, appraisalId }) => [createdAt.getTime(), appraisalId],
    toItem: (row) => ({
      appraisalId: row.appraisalId,
      targetName: row.targetName,
      state: row.state as ApplicationState,
      identity: row.identity as IdentityCheck,
      isByPhone: row.enteredBy !== null,
      createdAt: toTimestamp(row.createdAt),
    }),
  });

const ofAccount = (column: PgColumn, whose: DonorOrGuest): SQL =>
  whose.kind === 'member' ? eq(column, whose.uid) : sql`false`;

const parts: { [Name in DonorPart]: AnyPart<DonorEntries[Name]> } = {
  applications: applicationPart(),
  checks: applicationPart(ne(applications.identity, 'not-needed')),

  donations: part({
    keys: newestFirst(donations.donatedAt, donations.id),
    read: (db, whose, { where, orderBy, limit }) =>
      db
        .select({
          donation: donations,
          targetName: sql<string>`coalesce(${associates.name}, ${socialChallenges.fundName})`,
        })
        .from(donations)
        .leftJoin(associates, eq(associates.id, donations.associateId))
        .leftJoin(socialChallenges, eq(socialChallenges.id, donations.socialChallengeId))
        .where(and(isTheirDonation(whose), isNull(donations.reversedAt), where))
        .orderBy(...orderBy)
        .limit(limit),
    valuesOf: ({ donation }) => [donation.donatedAt.getTime(), donation.id],
    toItem: ({ donation, targetName }) => ({
      id: donation.id,
      appraisalId: donation.appraisalId,
      targetName,
      amountYen: donation.amountYen,
      donatedAt: toTimestamp(donation.donatedAt),
    }),
  }),

  mails: part({
    keys: byNumber(outboxMails.id),
    read: (db, whose, { where, orderBy, limit }) =>
      db
        .select()
        .from(outboxMails)
        .where(and(isTheirMail(whose), where))
        .orderBy(...orderBy)
        .limit(limit),
    valuesOf: ({ id }) => [id],
    toItem: toMail,
  }),

  messages: part({
    keys: newestFirst(contactMessages.createdAt, contactMessages.id),
    read: (db, whose, { where, orderBy, limit }) =>
      db
        .select()
        .from(contactMessages)
        .where(and(eq(contactMessages.email, whose.email), where))
        .orderBy(...orderBy)
        .limit(limit),
    valuesOf: ({ createdAt, id }) => [createdAt.getTime(), id],
    toItem: (row) => ({
      id: row.id,
      kind: row.kind as ContactKind,
      message: row.message,
      answeredAt: row.answeredAt && toTimestamp(row.answeredAt),
      createdAt: toTimestamp(row.createdAt),
    }),
  }),

  receipts: part({
    keys: newestFirst(receipts.issuedAt, receipts.number),
    read: (db, whose, { where, orderBy, limit }) =>
      db
        .select()
        .from(receipts)
        .where(and(ofAccount(receipts.uid, whose), where))
        .orderBy(...orderBy)
        .limit(limit),
    valuesOf: ({ issuedAt, number }) => [issuedAt.getTime(), number],
    toItem: ({ number, kind, stated, year, amountYen, issuedAt }) => ({
      number,
      kind: kind as 'donation' | 'year',
      associateName: stated.name,
      year,
      amountYen,
      issuedAt: toTimestamp(issuedAt),
    }),
  }),

  pledges: part({
    keys: newestFirst(pledges.pledgedAt, pledges.id),
    read: (db, whose, { where, orderBy, limit }) =>
      db
        .select()
        .from(pledges)
        .where(and(ofAccount(pledges.uid, whose), where))
        .orderBy(...orderBy)
        .limit(limit),
    valuesOf: ({ pledgedAt, id }) => [pledgedAt.getTime(), id],
    toItem: ({ id, appraisalId, state, text, pledgedAt }) => ({
      id,
      appraisalId,
      state,
      text,
      pledgedAt: toTimestamp(pledgedAt),
    }),
  }),

  notes: part({
    keys: byNumber(donorNotes.id),
    read: (db, whose, { where, orderBy, limit }) =>
      selectNotes(db, and(isTheirNote(whose), where))
        .orderBy(...orderBy)
        .limit(limit),
    valuesOf: ({ note }) => [note.id],
    toItem: toNote,
  }),
};

/** A registered person's donations by the account; a guest's by their applications. */
const isTheirDonation = (whose: DonorOrGuest): SQL | undefined =>
  whose.kind === 'member'
    ? eq(donations.uid, whose.uid)
    : sql`${donations.appraisalId} in ${theirNumbers(whose)}`;

/**
 * By address, account and application, each by its own index: with one condition in the order of numbers, PostgreSQL
 * may scan all mails.
 */
const isTheirMail = (whose: DonorOrGuest): SQL => sql`${outboxMails.id} = any(array(
  select id from outbox_mails where recipient = ${whose.email}
  union select id from outbox_mails where ${whose.kind === 'member' ? sql`uid = ${whose.uid}` : sql`false`}
  union select id from outbox_mails where appraisal_id = any(array${theirNumbers(whose)})))`;

/** Notes with the names of their authors; the caller orders and limits. */
export const selectNotes = (db: Source, condition: SQL | undefined) =>
  db
    .select({
      note: donorNotes,
      byName: sql<string>`coalesce(nullif(trim(${users.lastName} || ' ' || ${users.firstName}), ''), ${users.email}, '')`,
    })
    .from(donorNotes)
    .leftJoin(users, eq(users.uid, donorNotes.createdBy))
    .where(condition)
    .$dynamic();

/** Notes on the account, and those on its applications; a guest has only the latter. */
export const isTheirNote = (whose: DonorOrGuest): SQL | undefined =>
  or(
    whose.kind === 'member'
      ? and(eq(donorNotes.subjectType, 'user'), eq(donorNotes.subjectId, whose.uid))
      : undefined,
    and(
      eq(donorNotes.subjectType, 'application'),
      sql`${donorNotes.subjectId} = any(array${theirNumbers(whose)})`,
    ),
  );

/** A note; a withdrawn one without its text. */
export function toNote({
  note,
  byName,
}: {
  note: typeof donorNotes.$inferSelect;
  byName: string;
}): DonorNote {
  return {
    id: String(note.id),
    body: note.withdrawnAt === null ? note.body : '',
    byName,
    createdAt: toTimestamp(note.createdAt),
    withdrawnAt: note.withdrawnAt && toTimestamp(note.withdrawnAt),
  };
}

/** Lists on a donor's page; each read is audited. */
export const donorParts = ({ db, clock }: Pick<Dependencies, 'db' | 'clock'>) => ({
  /** Entries of a list on a donor's page, newest first. */
  async donorPart<Name extends DonorPart>(
    operator: Person,
    id: string,
    name: Name,
    position: Position | undefined,
  ): Promise<Omit<Page<DonorEntries[Name]>, 'total'>> {
    return transaction(db, async (tx) => {
      const whose = await findDonorOrGuest(tx, id);
      await writeAudit(tx, {
        actor: operator,
        action: 'donors.read',
        ...subjectOf(whose),
        details: { part: name },
        at: clock(),
      });
      return parts[name](tx, whose, position);
    });
  },
});

/** Number and sum of unreversed donations. */
export async function donationsOf(
  db: Source,
  whose: DonorOrGuest,
): Promise<{ count: number; amountYen: number }> {
  const [sum] = await db
    .select({
      count: sql<number>`count(*)::int`,
      amountYen: sql<number>`coalesce(sum(${donations.amountYen}), 0)::float8`,
    })
    .from(donations)
    .where(and(isTheirDonation(whose), isNull(donations.reversedAt)));
  return sum ?? { count: 0, amountYen: 0 };
}
