import { randomUUID } from 'node:crypto';
import { and, asc, eq, sql } from 'drizzle-orm';
import {
  applicationChanges,
  applicationEvents,
  applications,
} from '#giving/applications/application-tables.server.ts';
import {
  issueLinks,
  redirectMails,
  withCurrentLinks,
} from '#giving/applications/editing/renew-links.server.ts';
import type { Person } from '#kit/actor.server.ts';
import { writeAudit } from '#kit/audit/audit.server.ts';
import { type Transaction, transaction } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { notFound, refuse } from '#kit/errors/refusal.ts';
import { stale } from '#kit/http/versions.server.ts';
import type { Secrets } from '#kit/keys/secrets.server.ts';
import { changeSubject, findSubject } from '#people/messages/subjects.server.ts';
import type { AdminMailDetail, MailResend, MailState } from './admin-mail.ts';
import type { MailContent } from './mail-content.server.ts';
import { outboxMails } from './mail-tables.server.ts';
import { testMailKind } from './outbox.server.ts';
import { openLinks, sealLinks } from './sealed-links.server.ts';
import { accountMails } from './templates/account-mails.server.ts';

type Row = typeof outboxMails.$inferSelect;
type Record = NonNullable<AdminMailDetail['record']>;

/**
 * Mails about sign-in grant access to the account, so they never go to an address that someone merely named; test
 * mails go to who asked for them.
 */
const isForOthers = ({ kind }: Row) => !Object.hasOwn(accountMails, kind) && kind !== testMailKind;

/** Id of the original of a resent mail. */
const rootOf = ({ id, resendOf }: Row) => resendOf ?? id;

const resendsOf = (tx: Transaction, rootId: number) =>
  tx
    .select({ id: outboxMails.id, recipient: outboxMails.recipient, state: outboxMails.state })
    .from(outboxMails)
    .where(eq(outboxMails.resendOf, rootId))
    .orderBy(asc(outboxMails.id));

/** Record that a mail was written from, if it still has the same address. */
async function recordOf(tx: Transaction, row: Row): Promise<Record | null> {
  if (row.replyTo) {
    const subject = await findSubject(tx, row.replyTo);
    if (subject?.row.email !== row.recipient) return null;
    return { kind: 'thread', id: row.replyTo, version: subject.row.version };
  }
  if (!row.appraisalId || !isForOthers(row)) return null;
  const [found] = await tx
    .select({ email: applications.email, version: applications.version })
    .from(applications)
    .where(eq(applications.appraisalId, row.appraisalId));
  if (found?.email !== row.recipient) return null;
  return { kind: 'application', id: row.appraisalId, version: found.version };
}

/** Facts the operator needs to resend a mail. */
export async function resendFacts(tx: Transaction, row: Row) {
  const resends = await resendsOf(tx, rootOf(row));
  return {
    version: resends.length + 1,
    resendOf: row.resendOf === null ? null : String(row.resendOf),
    resends: resends
      .filter(({ id }) => id !== row.id)
      .map(({ id, recipient, state }) => ({
        id: String(id),
        to: recipient,
        state: state as MailState,
      })),
    isForOthers: isForOthers(row),
    record: await recordOf(tx, row),
  };
}

/** Corrects the address of a record. Refuses a stale version. */
async function correctRecord(
  tx: Transaction,
  row: Row,
  { to, recordVersion }: MailResend,
  { operator, at }: { operator: Person; at: Date },
  dependencies: ResendDeps,
): Promise<Record | undefined> {
  if (recordVersion === null) return undefined;
  const record = await recordOf(tx, row);
  if (record?.version !== recordVersion) throw stale();
  if (record.kind === 'thread') {
    const subject = await findSubject(tx, record.id, { isLocked: true });
    if (subject?.row.version !== recordVersion) throw stale();
    await changeSubject(tx, subject, { email: to });
    return record;
  }
  const [changed] = await tx
    .update(applications)
    .set({
      email: to,
      linkGeneration: sql`${applications.linkGeneration} + ${to === row.recipient ? 0 : 1}`,
      version: sql`${applications.version} + 1`,
    })
    .where(and(eq(applications.appraisalId, record.id), eq(applications.version, record.version)))
    .returning();
  if (!changed) throw stale();
  const { appraisalId, state } = changed;
  const event = { appraisalId, fromState: state, toState: state, doneBy: 'operator', at };
  await tx.insert(applicationEvents).values({ ...event, actorUid: operator.uid });
  await tx.insert(applicationChanges).values({
    ...{ appraisalId, changedBy: operator.uid, at, reason: '送り直したメールの宛先' },
    changes: { email: [row.recipient, to] },
  });
  await redirectMails(tx, changed, row.recipient, dependencies);
  return record;
}

type Resend = { to: string; n: number };
type ResendDeps = Secrets & Pick<Dependencies, 'db' | 'clock' | 'publicUrl'>;

/** Resends a mail, to the same or a corrected address. */
export const resending = (dependencies: ResendDeps) => {
  const { db, clock, publicUrl, secret } = dependencies;

  /** Sent to its application's current address, a mail gets the current links; otherwise it keeps those it had. */
  async function contentNow(tx: Transaction, content: MailContent, row: Row, to: string) {
    const [application] = await tx
      .select()
      .from(applications)
      .where(and(eq(applications.appraisalId, row.appraisalId ?? ''), eq(applications.email, to)));
    const now = application && withCurrentLinks(content, application, dependencies);
    if (!now) return content;
    await issueLinks(tx, application, dependencies);
    return now;
  }

  async function insertAgain(tx: Transaction, row: Row, { to, n }: Resend): Promise<number> {
    // Sealed links are bound to the key of their mail.
    const opened = openLinks(row.content as MailContent, dependencies, row.dedupeKey);
    if (!opened) {
      throw refuse('Conflict', 'リンクを開く鍵が見つからないため、このメールは送り直せません。');
    }
    const content = await contentNow(tx, opened.content, row, to);
    const dedupeKey = `${row.dedupeKey}:again:${n}`;
    const [again] = await tx
      .insert(outboxMails)
      .values({
        dedupeKey,
        messageId: `<${randomUUID()}@${new URL(publicUrl).hostname}>`,
        kind: row.kind,
        recipient: to,
        uid: row.uid,
        appraisalId: row.appraisalId,
        subject: row.subject,
        textBody: row.textBody,
        content: sealLinks(content, secret, dedupeKey),
        resendOf: rootOf(row),
        replyTo: row.replyTo,
        createdAt: clock(),
      })
      .returning({ id: outboxMails.id });
    if (!again) throw new Error('a mail was not inserted');
    return again.id;
  }

  return {
    /** Writes a new mail from the old; returns its id. `version` is that of the mail the operator saw. */
    async resend(
      operator: Person,
      { id, version }: { id: number; version: number | undefined },
      resend: MailResend,
    ): Promise<{ id: string }> {
      return transaction(db, async (tx) => {
        const [row] = await tx.select().from(outboxMails).where(eq(outboxMails.id, id));
        if (!row) throw notFound('メール');
        // Of two concurrent calls the second waits here and is then stale.
        const rootId = rootOf(row);
        await tx
          .select({ id: outboxMails.id })
          .from(outboxMails)
          .where(eq(outboxMails.id, rootId))
          .for('update');
        const earlier = await resendsOf(tx, rootId);
        if (version !== earlier.length + 1) throw stale();
        if (resend.to !== row.recipient && !isForOthers(row)) {
          throw refuse(
            'ValidationError',
            'ログインに関わるメールは、ほかのアドレスには送れません。ご本人に手続きをお願いしてください。',
          );
        }
        const at = clock();
        const record = await correctRecord(tx, row, resend, { operator, at }, dependencies);
        const again = await insertAgain(tx, row, { to: resend.to, n: earlier.length + 1 });
        const noted = { actor: operator, at };
        await writeAudit(tx, {
          ...noted,
          action: 'mails.resend',
          subjectType: 'mail',
          subjectId: String(again),
          details: { resendOf: id },
        });
        if (record) {
          await writeAudit(tx, {
            ...noted,
            action:
              record.kind === 'thread' ? 'messages.correct-email' : 'applications.correct-email',
            subjectType: record.kind === 'thread' ? 'message' : 'application',
            subjectId: record.id,
          });
        }
        return { id: String(again) };
      });
    },
  };
};
