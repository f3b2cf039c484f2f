import { eq, type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '#kit/db/database.server.ts';
import type { ListingRow, MessageRow } from './inbox-rows.server.ts';
import { contactMessages, listingApplications } from './message-tables.server.ts';
import { type SubjectType, subjectTypeOf } from './thread.ts';

/** Subject of a thread: a contact message or a listing application. */
export type Subject =
  | { type: 'message'; name: string; row: MessageRow }
  | { type: 'listing'; name: string; row: ListingRow };

const ofMessage = (row: MessageRow): Subject => ({ type: 'message', name: row.name, row });
const ofListing = (row: ListingRow): Subject => ({ type: 'listing', name: row.personName, row });

/** Finds a subject by number; `isLocked` locks it until the transaction ends. */
export async function findSubject(
  tx: Transaction,
  id: string,
  { isLocked = false } = {},
): Promise<Subject | undefined> {
  const type = subjectTypeOf(id);
  if (type === undefined) return undefined;
  return selectSubject(tx, type, eq(tableOf(type).id, id), isLocked);
}

/** Finds the subject by the hash of its sender's token. */
export async function subjectByToken(
  tx: Transaction,
  tokenHash: string,
  { isLocked = false } = {},
): Promise<Subject | undefined> {
  for (const type of ['message', 'listing'] as const) {
    const isTheirs = eq(tableOf(type).threadTokenHash, tokenHash);
    const found = await selectSubject(tx, type, isTheirs, isLocked);
    if (found) return found;
  }
  return undefined;
}

const tableOf = (type: SubjectType) => (type === 'message' ? contactMessages : listingApplications);

async function selectSubject(
  tx: Transaction,
  type: SubjectType,
  condition: SQL,
  isLocked: boolean,
): Promise<Subject | undefined> {
  if (type === 'message') {
    const query = tx.select().from(contactMessages).where(condition).$dynamic();
    const [row] = await (isLocked ? query.for('update') : query);
    return row && ofMessage(row);
  }
  const query = tx.select().from(listingApplications).where(condition).$dynamic();
  const [row] = await (isLocked ? query.for('update') : query);
  return row && ofListing(row);
}

/** Changes to a subject; `answeredAt` applies to messages, `state` to listing applications. */
type SubjectChange = {
  assigneeUid?: string | null;
  email?: string;
  dueAt?: Date | null;
  threadTokenHash?: string;
  answeredAt?: Date | null;
  state?: string;
  stateChangedAt?: Date;
};

/** Updates a locked subject and bumps its version, by which stale pages are detected. */
export async function changeSubject(
  tx: Transaction,
  subject: Subject,
  { answeredAt, state, stateChangedAt, ...both }: SubjectChange,
): Promise<Subject | undefined> {
  if (subject.type === 'message') {
    const [row] = await tx
      .update(contactMessages)
      .set({
        ...both,
        ...(answeredAt !== undefined && { answeredAt }),
        version: sql`${contactMessages.version} + 1`,
      })
      .where(eq(contactMessages.id, subject.row.id))
      .returning();
    return row && ofMessage(row);
  }
  const [row] = await tx
    .update(listingApplications)
    .set({
      ...both,
      ...(state !== undefined && { state }),
      ...(stateChangedAt !== undefined && { stateChangedAt }),
      version: sql`${listingApplications.version} + 1`,
    })
    .where(eq(listingApplications.id, subject.row.id))
    .returning();
  return row && ofListing(row);
}
