import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import { type Transaction, transaction } from '#kit/db/database.server.ts';
import { withIdempotencyKey } from '#kit/db/idempotency.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { notFound, refuse } from '#kit/errors/refusal.ts';
import { stale } from '#kit/http/versions.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import { writeMails } from '#people/mail/outbox.server.ts';
import { threadAttachments, threadEntries } from './message-tables.server.ts';
import { readColleagues, readThread } from './read-thread.server.ts';
import { changeSubject, findSubject, type Subject } from './subjects.server.ts';
import { type AdminThread, dueAfterWord, threadLinkDays } from './thread.ts';
import {
  absentFile,
  insertAttachments,
  type NewAttachment,
  readAttachment,
  type SentFile,
  toAttachments,
  withFiles,
} from './thread-files.server.ts';
import { hashOfToken, threadToken } from './thread-tokens.server.ts';

export type ThreadDeps = Pick<
  Dependencies,
  'db' | 'files' | 'clock' | 'secret' | 'oldSecrets' | 'publicUrl' | 'inboundMail'
>;

/** Thread that an operator's step is on, and the version they saw. */
export type Step = { id: string; version: number | undefined };

/** First part of the audit action. */
const nounOf = ({ type }: Subject) => (type === 'message' ? 'messages' : 'listings');

/** Threads of contact messages and listing applications, for the operator. */
export const threads = (dependencies: ThreadDeps) => {
  const { db, clock, inboundMail } = dependencies;
  const isAnsweredByMail = inboundMail !== undefined;
  const viewOptions = () => ({ at: clock(), isAnsweredByMail });

  const auditStep = (
    tx: Transaction,
    operator: Person,
    subject: Subject,
    verb: string,
    details: Record<string, unknown> = {},
  ) =>
    audit(tx, operator, `${nounOf(subject)}.${verb}`, [subject.type, subject.row.id], {
      at: clock(),
      ...details,
    });

  /** Locks the subject of a step. Refuses a stale version. */
  async function lockSubject(tx: Transaction, { id, version }: Step): Promise<Subject> {
    const subject = await findSubject(tx, id, { isLocked: true });
    if (!subject) throw notFound('お問い合わせ');
    if (subject.row.version !== version) throw stale();
    return subject;
  }

  async function changed(
    tx: Transaction,
    subject: Subject,
    change: Parameters<typeof changeSubject>[2],
  ): Promise<AdminThread> {
    const after = await changeSubject(tx, subject, change);
    if (!after) throw notFound('お問い合わせ');
    return readThread(tx, after, viewOptions());
  }

  async function insertEntry(
    tx: Transaction,
    { type, row }: Subject,
    entry: { direction: 'out' | 'note'; body: string; authorUid: string },
  ): Promise<number> {
    const [inserted] = await tx
      .insert(threadEntries)
      .values({ ...entry, subjectType: type, subjectId: row.id, createdAt: clock() })
      .returning({ id: threadEntries.id });
    if (!inserted) throw new Error('an entry was not inserted');
    return inserted.id;
  }

  /** Mails a reply; returns the hash of the link in it, if it has one. */
  async function mailReply(
    tx: Transaction,
    subject: Subject,
    { entryId, body, attachments }: { entryId: number; body: string; attachments: NewAttachment[] },
  ): Promise<string | undefined> {
    const { id, email, threadTokenHash } = subject.row;
    const token = isAnsweredByMail ? undefined : threadToken(dependencies, id, threadTokenHash);
    const dedupeKey = `thread-reply:${entryId}`;
    const threadUrl = token && `${dependencies.publicUrl}/thread#token=${token}`;
    const data = {
      id,
      body,
      files: attachments.map(({ name }) => name),
      threadUrl,
      linkDays: threadLinkDays,
    };
    await writeMails(
      tx,
      [{ kind: 'thread-reply', dedupeKey, to: email, replyTo: id, data }],
      dependencies,
    );
    const [mail] = await tx
      .select({ id: outboxMails.id })
      .from(outboxMails)
      .where(eq(outboxMails.dedupeKey, dedupeKey));
    await tx
      .update(threadEntries)
      .set({ mailId: mail?.id ?? null })
      .where(eq(threadEntries.id, entryId));
    return token && hashOfToken(token);
  }

  /** A reply settles the thread: nothing is due, and a new listing application is in talks. */
  const answered = (subject: Subject) => ({
    dueAt: null,
    answeredAt: clock(),
    ...(subject.type === 'listing' &&
      subject.row.state === 'new' && { state: 'in-talks', stateChangedAt: clock() }),
  });

  return {
    async thread(operator: Person, id: string): Promise<AdminThread | undefined> {
      return transaction(db, async (tx) => {
        const subject = await findSubject(tx, id);
        if (!subject) return undefined;
        await auditStep(tx, operator, subject, 'read');
        return readThread(tx, subject, viewOptions());
      });
    },

    /** Mails the sender, once per key. Refuses if a colleague or the sender wrote meanwhile. */
    async replyTo(
      operator: Person,
      step: Step,
      { body, files, key }: { body: string; files: readonly SentFile[]; key: string | undefined },
    ): Promise<AdminThread> {
      const attachments = toAttachments(files);
      const attempt = {
        actor: operator.uid,
        key,
        route: `POST /api/office/threads/${step.id}/reply`,
        body: { body, files: files.map(({ bytes }) => hashOfFile(bytes)) },
      };
      await withFiles(dependencies, attachments, (used) =>
        // The result stored under the key reveals nothing of the thread.
        withIdempotencyKey(db, attempt, clock(), async (tx) => {
          const subject = await lockSubject(tx, step);
          const entry = { direction: 'out', body, authorUid: operator.uid } as const;
          const entryId = await insertEntry(tx, subject, entry);
          await insertAttachments(tx, entryId, attachments);
          const tokenHash = await mailReply(tx, subject, { entryId, body, attachments });
          await auditStep(tx, operator, subject, 'reply', { files: attachments.length });
          await changeSubject(tx, subject, {
            ...answered(subject),
            ...(tokenHash !== undefined && { threadTokenHash: tokenHash }),
          });
          used();
          return {};
        }),
      );
      return transaction(db, async (tx) => {
        const subject = await findSubject(tx, step.id);
        if (!subject) throw notFound('お問い合わせ');
        return readThread(tx, subject, viewOptions());
      });
    },

    /** Adds an internal note. */
    async note(operator: Person, step: Step, body: string): Promise<AdminThread> {
      return transaction(db, async (tx) => {
        const subject = await lockSubject(tx, step);
        await insertEntry(tx, subject, { direction: 'note', body, authorUid: operator.uid });
        await auditStep(tx, operator, subject, 'note');
        return changed(tx, subject, {});
      });
    },

    /** Sets who answers; null for nobody yet. */
    async assign(operator: Person, step: Step, uid: string | null): Promise<AdminThread> {
      return transaction(db, async (tx) => {
        const subject = await lockSubject(tx, step);
        const colleagues = uid === null ? [] : await readColleagues(tx);
        if (uid !== null && !colleagues.some((one) => one.uid === uid)) {
          throw refuse('ValidationError', 'お問い合わせを担当できる人から選んでください。');
        }
        await auditStep(tx, operator, subject, 'assign', { assignee: uid ?? '' });
        return changed(tx, subject, { assigneeUid: uid });
      });
    },

    /** Marks as done without a mail, or as open again. */
    async mark(operator: Person, step: Step, isAnswered: boolean): Promise<AdminThread> {
      return transaction(db, async (tx) => {
        const subject = await lockSubject(tx, step);
        await auditStep(tx, operator, subject, isAnswered ? 'answered' : 'reopened');
        return changed(
          tx,
          subject,
          isAnswered
            ? { dueAt: null, answeredAt: answeredAtOf(subject) ?? clock() }
            : { dueAt: dueAfterWord(clock(), subject.row.dueAt), answeredAt: null },
        );
      });
    },

    /** Opens a file of a thread and audits it. */
    async attachment(operator: Person, id: string) {
      const found = await transaction(db, async (tx) => {
        const [row] = await tx.select().from(threadAttachments).where(eq(threadAttachments.id, id));
        if (!row) throw absentFile();
        await audit(tx, operator, 'messages.open-file', ['attachment', id], { at: clock() });
        return row;
      });
      return { ...found, bytes: await readAttachment(dependencies, found) };
    },
  };
};

/** Time of a message's first answer; listing applications have none. */
const answeredAtOf = (subject: Subject) =>
  subject.type === 'message' ? subject.row.answeredAt : null;

const hashOfFile = (bytes: Buffer) => createHash('sha256').update(bytes).digest('base64url');
