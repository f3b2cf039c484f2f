import { asc, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { visitorUid } from '#domain/applications/application.ts';
import { refuse } from '#domain/errors/refusal.ts';
import {
  type AdminContactMessage,
  type ContactDraft,
  type ContactKind,
  contactMessagesPageSize,
} from '#domain/inbox/contact-message.ts';
import type { Received } from '#domain/values/reference-number.ts';
import { toTimestamp } from '#domain/values/timestamp.ts';
import type { Actor, Person } from '#server/actor.ts';
import { writeAudit } from '#server/audit/audit.ts';
import { transaction } from '#server/db/database.ts';
import { withIdempotencyKey } from '#server/db/idempotency.ts';
import { contactMessages } from '#server/db/schema/inbox.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { writeMail } from '#server/mail/outbox.ts';
import type { Receiving } from './received-entries.ts';

type Row = typeof contactMessages.$inferSelect;
/** The caller as the door knows them; `key` names one attempt of the form. */
export type Sender = { actor: Actor; address: string; key: string | undefined };

const toMessage = (row: Row): AdminContactMessage => ({
  id: row.id,
  name: row.name,
  email: row.email,
  kind: row.kind as ContactKind,
  appraisalId: row.appraisalId,
  message: row.message,
  answeredAt: row.answeredAt && toTimestamp(row.answeredAt),
  createdAt: toTimestamp(row.createdAt),
});

const inState = {
  open: isNull(contactMessages.answeredAt),
  answered: isNotNull(contactMessages.answeredAt),
};
export type MessageSelection = { state?: keyof typeof inState | undefined; page: number };

/** What visitors ask: kept, mailed to the operator, listed until it is answered. */
export const contactMessageRoom = (
  dependencies: Pick<Dependencies, 'db' | 'clock' | 'secret' | 'publicUrl' | 'operatorEmail'> & {
    receiving: Receiving;
  },
) => {
  const { db, clock, operatorEmail, receiving } = dependencies;
  return {
    /** Takes a message, once per key; the sender gets a receipt without a word of theirs in it. */
    async contact({ actor, address, key }: Sender, draft: ContactDraft): Promise<Received> {
      const mails = await receiving.admit({ address, email: draft.email });
      const attempt = {
        actor: actor.kind === 'person' ? actor.uid : visitorUid,
        key,
        route: 'POST /api/contact',
        body: draft,
      };
      return withIdempotencyKey(db, attempt, clock(), async (tx) => {
        const row = await receiving.numbered('TC', async (id) => {
          const [inserted] = await tx
            .insert(contactMessages)
            .values({ ...draft, id, createdAt: clock() })
            .onConflictDoNothing({ target: contactMessages.id })
            .returning();
          return inserted;
        });
        const { id, kind, email, name, appraisalId, message } = toMessage(row);
        if (mails.receipt) {
          const dedupeKey = `contact-received:${id}`;
          await writeMail(
            tx,
            { kind: 'contact-received', dedupeKey, to: email, data: { id, kind } },
            dependencies,
          );
        }
        if (mails.operator) {
          const dedupeKey = `contact-to-answer:${id}`;
          const data = { id, kind, email, name, appraisalId, message };
          await writeMail(
            tx,
            { kind: 'contact-to-answer', dedupeKey, to: operatorEmail, data },
            dependencies,
          );
        }
        return { id, createdAt: toTimestamp(row.createdAt) };
      });
    },

    /** A page of messages, those to answer first and of each the newest; a look is audited. */
    async listMessages(
      operator: Person,
      { state, page }: MessageSelection,
    ): Promise<{ messages: AdminContactMessage[]; total: number }> {
      const selected = state && inState[state];
      return transaction(db, async (tx) => {
        const rows = await tx
          .select()
          .from(contactMessages)
          .where(selected)
          .orderBy(
            desc(sql`${contactMessages.answeredAt} is null`),
            desc(contactMessages.createdAt),
            asc(contactMessages.id),
          )
          .limit(contactMessagesPageSize)
          .offset((page - 1) * contactMessagesPageSize);
        await writeAudit(tx, {
          actor: operator,
          action: 'messages.list',
          subjectType: 'messages',
          subjectId: state ?? 'all',
          details: { page, ids: rows.map(({ id }) => id) },
          at: clock(),
        });
        return {
          messages: rows.map(toMessage),
          total: await tx.$count(contactMessages, selected),
        };
      });
    },

    /** Marks a message as answered, or as not answered after all; the same again is as good. */
    async markMessage(
      operator: Person,
      id: string,
      isAnswered: boolean,
    ): Promise<AdminContactMessage> {
      return transaction(db, async (tx) => {
        const [row] = await tx
          .update(contactMessages)
          .set({
            answeredAt: isAnswered
              ? sql`coalesce(${contactMessages.answeredAt}, ${clock().toISOString()}::timestamptz)`
              : null,
          })
          .where(eq(contactMessages.id, id))
          .returning();
        if (!row) throw refuse('NotFound', 'お探しのお問い合わせが見つかりませんでした。');
        await writeAudit(tx, {
          actor: operator,
          action: isAnswered ? 'messages.answered' : 'messages.reopened',
          subjectType: 'message',
          subjectId: id,
          at: clock(),
        });
        return toMessage(row);
      });
    },
  };
};
