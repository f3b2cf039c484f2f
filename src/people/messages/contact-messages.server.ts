import { and, sql } from 'drizzle-orm';
import { visitorUid } from '#giving/applications/application.ts';
import type { Actor } from '#kit/actor.server.ts';
import { type AuditedList, auditedList } from '#kit/audit/audited-list.server.ts';
import { withIdempotencyKey } from '#kit/db/idempotency.server.ts';
import { exactTotal } from '#kit/db/keyset.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import type { Received } from '#kit/values/reference-number.ts';
import { toTimestamp } from '#kit/values/timestamp.ts';
import { readSum } from '#money/sums/kept-sums.server.ts';
import { writeMail } from '#people/mail/outbox.server.ts';
import { operatorAddress } from '#people/service-facts/service-facts.server.ts';
import { type ContactDraft, contactMessagesPageSize } from './contact-message.ts';
import { dueKey, dueValue, withThreadFacts } from './due-clock.server.ts';
import { type MessageRow, toMessage } from './inbox-rows.server.ts';
import { contactMessages } from './message-tables.server.ts';
import type { Receiving } from './received-entries.server.ts';
import { dueAfterWord, type ListedMessage } from './thread.ts';

/** Caller as the route knows them. `key` is the idempotency key of the form. */
export type Sender = { actor: Actor; address: string; key: string | undefined };

type MessageSelection = { state?: 'open' | 'answered' | undefined };

/** Open messages first, by due date, then the newest. Matches the index contact_messages_rank. */
const rank = sql`(case when ${contactMessages.answeredAt} is null then 0 else 1 end)`;

const messages: AuditedList<MessageSelection, MessageRow, ListedMessage> = {
  name: 'messages',
  subjectType: 'messages',
  subjectId: ({ state }) => state ?? 'all',
  pageSize: contactMessagesPageSize,
  keys: () => [
    { by: rank, direction: 'asc', type: 'integer' },
    dueKey(contactMessages.dueAt),
    { by: contactMessages.createdAt, direction: 'desc', type: 'timestamptz' },
    { by: contactMessages.id, direction: 'asc', type: 'text' },
  ],
  valuesOf: (row) => [
    row.answeredAt === null ? 0 : 1,
    dueValue(row),
    row.createdAt.getTime(),
    row.id,
  ],
  idOf: (row) => row.id,
  read: (db, { state }, part) =>
    db
      .select()
      .from(contactMessages)
      .where(and(state && sql`${rank} = ${state === 'open' ? 0 : 1}`, part.where))
      .orderBy(...part.orderBy)
      .limit(part.limit),
  total: async (db, { state }) => exactTotal((await readSum(db, 'messages', state)).count),
  toItems: (db, rows, at) => withThreadFacts(db, rows, toMessage, at),
};

/** Contact messages of visitors: stored, mailed to the operator, listed until answered. */
export const createContactMessages = (
  dependencies: Pick<Dependencies, 'db' | 'clock' | 'secret' | 'publicUrl' | 'operatorEmail'> & {
    receiving: Receiving;
  },
) => {
  const { db, clock, receiving } = dependencies;
  return {
    /** Stores a message, once per key. The sender gets an acknowledgement that repeats none of their text. */
    async contact({ actor, address, key }: Sender, draft: ContactDraft): Promise<Received> {
      const attempt = {
        actor: actor.kind === 'person' ? actor.uid : visitorUid,
        key,
        route: 'POST /api/contact',
        body: draft,
      };
      return withIdempotencyKey(db, attempt, clock(), async (tx) => {
        const mails = await receiving.admit(tx, { address, email: draft.email });
        const row = await receiving.numbered('TC', async (id) => {
          const [inserted] = await tx
            .insert(contactMessages)
            .values({ ...draft, id, dueAt: dueAfterWord(clock(), null), createdAt: clock() })
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
            {
              kind: 'contact-to-answer',
              dedupeKey,
              to: await operatorAddress(tx, dependencies),
              data,
            },
            dependencies,
          );
        }
        return { id, createdAt: toTimestamp(row.createdAt) };
      });
    },

    /** Open messages first, then the answered, the newest first. */
    messageList: auditedList({ db, clock }, messages),
  };
};
