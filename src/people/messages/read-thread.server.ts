import { and, asc, desc, eq, inArray, ne, or, sql } from 'drizzle-orm';
import { selectApplications, toRow } from '#giving/applications/application-row.server.ts';
import type { ApplicationState } from '#giving/applications/application-state.ts';
import { applications } from '#giving/applications/application-tables.server.ts';
import type { Transaction } from '#kit/db/database.server.ts';
import { permissions } from '#kit/permissions/permissions.ts';
import { toTimestamp } from '#kit/values/timestamp.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { donorSearch } from '#people/donors/donor-tables.server.ts';
import { colleagueOf, colleaguesBy, threadFactsOf } from './due-clock.server.ts';
import { toListing, toMessage } from './inbox-rows.server.ts';
import {
  contactMessages,
  listingApplications,
  replyTemplates,
  threadEntries,
} from './message-tables.server.ts';
import { maxReplyTemplates } from './reply-template.ts';
import type { Subject } from './subjects.server.ts';
import type {
  AdminThread,
  Colleague,
  ThreadApplication,
  ThreadEntry,
  ThreadReference,
} from './thread.ts';
import { attachmentsBy } from './thread-files.server.ts';

/** A busy thread has some dozens of entries; of a longer one the newest are read. */
export const mostEntries = 500;
const mostOthers = 10;
const mostApplications = 5;
const mostColleagues = 200;

/** Entries of a thread, the oldest first. */
export async function readEntries(tx: Transaction, { type, row: { id } }: Subject) {
  const rows = await tx
    .select()
    .from(threadEntries)
    .where(and(eq(threadEntries.subjectType, type), eq(threadEntries.subjectId, id)))
    .orderBy(desc(threadEntries.id))
    .limit(mostEntries);
  rows.reverse();
  const attachments = await attachmentsBy(
    tx,
    rows.map((row) => row.id),
  );
  return rows.map((row) => ({ ...row, attachments: attachments.get(row.id) ?? [] }));
}

/** People whose role may answer. */
export async function readColleagues(tx: Transaction): Promise<Colleague[]> {
  const rows = await tx
    .select({
      uid: users.uid,
      lastName: users.lastName,
      firstName: users.firstName,
      email: users.email,
    })
    .from(users)
    .where(
      and(inArray(users.role, [...permissions['messages.answer'].roles]), ne(users.role, 'donor')),
    )
    .orderBy(asc(users.role), asc(users.createdAt), asc(users.uid))
    .limit(mostColleagues);
  return rows.map(colleagueOf);
}

/** Applications that a thread may be about: the one it names, and those with its e-mail. */
async function readApplications(
  tx: Transaction,
  { row, ...subject }: Subject,
): Promise<ThreadApplication[]> {
  const named = subject.type === 'message' && 'appraisalId' in row ? row.appraisalId : '';
  const condition = or(eq(applications.appraisalId, named), eq(applications.email, row.email));
  const found = await selectApplications(tx, condition)
    .orderBy(
      desc(eq(applications.appraisalId, named)),
      desc(applications.createdAt),
      asc(applications.appraisalId),
    )
    .limit(mostApplications);
  return found.map(toRow).map(({ appraisalId, state, targetName }) => ({
    appraisalId,
    state: state as ApplicationState,
    targetName,
    isNamed: appraisalId === named,
  }));
}

/** Other threads from the same e-mail, the newest first. */
async function readOthers(
  tx: Transaction,
  { row: { id, email } }: Subject,
): Promise<ThreadReference[]> {
  const messages = await tx
    .select({
      id: contactMessages.id,
      dueAt: contactMessages.dueAt,
      createdAt: contactMessages.createdAt,
    })
    .from(contactMessages)
    .where(and(eq(contactMessages.email, email), ne(contactMessages.id, id)))
    .orderBy(desc(contactMessages.createdAt), asc(contactMessages.id))
    .limit(mostOthers);
  const listings = await tx
    .select({
      id: listingApplications.id,
      dueAt: listingApplications.dueAt,
      createdAt: listingApplications.createdAt,
    })
    .from(listingApplications)
    .where(and(eq(listingApplications.email, email), ne(listingApplications.id, id)))
    .orderBy(desc(listingApplications.createdAt), asc(listingApplications.id))
    .limit(mostOthers);
  return [...messages, ...listings]
    .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
    .slice(0, mostOthers)
    .map((other) => ({
      id: other.id,
      isWaiting: other.dueAt !== null,
      createdAt: toTimestamp(other.createdAt),
    }));
}

/** Donor record with this e-mail; an account before a guest. */
async function readDonor(tx: Transaction, { row: { email } }: Subject) {
  const [found] = await tx
    .select({ id: donorSearch.id, uid: donorSearch.uid })
    .from(donorSearch)
    .where(eq(donorSearch.email, email))
    .orderBy(sql`${donorSearch.uid} nulls last`)
    .limit(1);
  return found ? { id: found.id, isGuest: found.uid === null } : null;
}

/** A thread with all its context, for the operator. */
export async function readThread(
  tx: Transaction,
  subject: Subject,
  { at, isAnsweredByMail }: { at: Date; isAnsweredByMail: boolean },
): Promise<AdminThread> {
  const { row } = subject;
  const entries = await readEntries(tx, subject);
  const people = await colleaguesBy(tx, [row.assigneeUid, ...entries.map((one) => one.authorUid)]);
  return {
    ...threadFactsOf(row, people, at),
    id: row.id,
    message: subject.type === 'message' ? toMessage(subject.row) : null,
    listing: subject.type === 'listing' ? toListing(subject.row) : null,
    entries: entries.map((entry) => ({
      id: String(entry.id),
      direction: entry.direction as ThreadEntry['direction'],
      body: entry.body,
      author: people.get(entry.authorUid ?? '') ?? null,
      mailId: entry.mailId === null ? null : String(entry.mailId),
      attachments: entry.attachments,
      createdAt: toTimestamp(entry.createdAt),
    })),
    version: row.version,
    colleagues: await readColleagues(tx),
    templates: await tx
      .select({
        id: replyTemplates.id,
        name: replyTemplates.name,
        body: replyTemplates.body,
        version: replyTemplates.version,
      })
      .from(replyTemplates)
      .orderBy(asc(replyTemplates.name), asc(replyTemplates.id))
      .limit(maxReplyTemplates),
    applications: await readApplications(tx, subject),
    others: await readOthers(tx, subject),
    donor: await readDonor(tx, subject),
    isAnsweredByMail,
  };
}
