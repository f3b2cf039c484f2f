import { createHash } from 'node:crypto';
import { and, desc, eq, ne } from 'drizzle-orm';
import { visitorUid } from '#giving/applications/application.ts';
import { type Database, type Transaction, transaction } from '#kit/db/database.server.ts';
import { withIdempotencyKey } from '#kit/db/idempotency.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { attempts } from '#kit/limits/attempts.server.ts';
import { countedAddress } from '#kit/limits/client-address.server.ts';
import { toTimestamp } from '#kit/values/timestamp.ts';
import { writeMails } from '#people/mail/outbox.server.ts';
import { countTry } from '#people/sign-in/account-messages.server.ts';
import { threadEntries } from './message-tables.server.ts';
import { readEntries } from './read-thread.server.ts';
import { changeSubject, type Subject, subjectByToken } from './subjects.server.ts';
import {
  dueAfterWord,
  type OwnThread,
  type OwnThreadReply,
  type ThreadFileRequest,
  threadLinkDays,
} from './thread.ts';
import {
  absentFile,
  insertAttachments,
  type NewAttachment,
  readAttachment,
  type SentFile,
  toAttachments,
  withFiles,
} from './thread-files.server.ts';
import { hashOfToken } from './thread-tokens.server.ts';
import type { ThreadDeps } from './threads.server.ts';

const dayMs = 24 * 60 * 60 * 1000;

const noSuchThread = () =>
  refuse(
    'NotFound',
    'お問い合わせが見つからないか、リンクの期限が切れています。お手数ですが、もう一度お問い合わせください。',
  );

export type SenderDeps = ThreadDeps & Pick<Dependencies, 'operatorEmail'>;
/** Text of a sender; `inboundId` identifies the mail that brought it. */
export type SenderEntry = {
  body: string;
  attachments: readonly NewAttachment[];
  inboundId?: string;
};

/**
 * Adds a sender's message: the thread is open again, and the operator is mailed within the limits. False for a mail
 * already taken.
 */
export async function addSenderEntry(
  tx: Transaction,
  subject: Subject,
  { body, attachments, inboundId }: SenderEntry,
  dependencies: SenderDeps,
): Promise<boolean> {
  const { clock, operatorEmail } = dependencies;
  const { type, row, name } = subject;
  const [entry] = await tx
    .insert(threadEntries)
    .values({
      subjectType: type,
      subjectId: row.id,
      direction: 'in',
      body,
      inboundId: inboundId ?? null,
      createdAt: clock(),
    })
    .onConflictDoNothing({ target: threadEntries.inboundId })
    .returning({ id: threadEntries.id });
  if (!entry) return false;
  await insertAttachments(tx, entry.id, attachments);
  await changeSubject(tx, subject, { answeredAt: null, dueAt: dueAfterWord(clock(), row.dueAt) });
  const budget = attempts({ ...dependencies, db: tx });
  if ((await budget.spend(['mails to the operator', ''])).isAllowed) {
    const files = attachments.map((file) => file.name);
    const data = { id: row.id, subjectType: type, name, email: row.email, message: body, files };
    const dedupeKey = `thread-word:${entry.id}`;
    await writeMails(
      tx,
      [{ kind: 'thread-word', dedupeKey, to: operatorEmail, data }],
      dependencies,
    );
  }
  return true;
}

/** A thread by its sender's link: read and answered without signing in. */
export const createSenderThreads = (dependencies: SenderDeps) => {
  const { db, clock } = dependencies;

  const counted = (
    source: Database | Transaction,
    budget: 'threads by address' | 'writing by address',
    address: string,
  ) => countTry(attempts({ ...dependencies, db: source }), [[budget, countedAddress(address)]]);

  /** Thread of a token whose link still works, until 90 days after the last entry. */
  async function open(tx: Transaction, token: string, { isLocked = false } = {}): Promise<Subject> {
    const subject = await subjectByToken(tx, hashOfToken(token), { isLocked });
    if (!subject) throw noSuchThread();
    const [last] = await tx
      .select({ createdAt: threadEntries.createdAt })
      .from(threadEntries)
      .where(
        and(
          eq(threadEntries.subjectType, subject.type),
          eq(threadEntries.subjectId, subject.row.id),
          ne(threadEntries.direction, 'note'),
        ),
      )
      .orderBy(desc(threadEntries.id))
      .limit(1);
    const endsMs = (last?.createdAt ?? subject.row.createdAt).getTime() + threadLinkDays * dayMs;
    if (clock().getTime() > endsMs) throw noSuchThread();
    return subject;
  }

  async function read(tx: Transaction, subject: Subject): Promise<OwnThread> {
    const { type, row } = subject;
    const entries = await readEntries(tx, subject);
    return {
      id: row.id,
      subjectType: type,
      message: row.message,
      createdAt: toTimestamp(row.createdAt),
      entries: entries
        .filter(({ direction }) => direction !== 'note')
        .map((entry) => ({
          isTheirs: entry.direction === 'in',
          body: entry.body,
          attachments: entry.attachments,
          createdAt: toTimestamp(entry.createdAt),
        })),
    };
  }

  return {
    async ownThread(address: string, token: string): Promise<OwnThread> {
      await counted(db, 'threads by address', address);
      return transaction(db, async (tx) => read(tx, await open(tx, token)));
    },

    /** Stores an answer, once per key. */
    async answer(
      { address, key }: { address: string; key: string | undefined },
      { token, body }: OwnThreadReply,
      files: readonly SentFile[],
    ): Promise<OwnThread> {
      const attachments = toAttachments(files);
      const hashes = files.map(({ bytes }) =>
        createHash('sha256').update(bytes).digest('base64url'),
      );
      const attempt = {
        actor: visitorUid,
        key,
        route: 'POST /api/thread/reply',
        body: { token: hashOfToken(token), body, hashes },
      };
      await withFiles(dependencies, attachments, (used) =>
        // The result stored under the key reveals nothing of the thread.
        withIdempotencyKey(db, attempt, clock(), async (tx) => {
          await counted(tx, 'writing by address', address);
          const subject = await open(tx, token, { isLocked: true });
          await addSenderEntry(tx, subject, { body, attachments }, dependencies);
          used();
          return {};
        }),
      );
      return transaction(db, async (tx) => read(tx, await open(tx, token)));
    },

    /** A file sent by either side; not one of an internal note. */
    async ownFile(address: string, { token, id }: ThreadFileRequest) {
      await counted(db, 'threads by address', address);
      const found = await transaction(db, async (tx) => {
        const { entries } = await read(tx, await open(tx, token));
        return entries.flatMap(({ attachments }) => attachments).find((file) => file.id === id);
      });
      if (!found) throw absentFile();
      return { ...found, bytes: await readAttachment(dependencies, found) };
    },
  };
};
