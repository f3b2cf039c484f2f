import { and, eq, sql } from 'drizzle-orm';
import { refuse } from '#domain/errors/refusal.ts';
import { type Pledge, pledgePageSize } from '#domain/pledges/pledge.ts';
import { isRecordId } from '#domain/values/record-id.ts';
import type { Person } from '#server/actor.ts';
import { audit } from '#server/audit/audit.ts';
import { transaction } from '#server/db/database.ts';
import { exactTotal, type Page, type Position } from '#server/db/keyset.ts';
import { users } from '#server/db/schema/accounts.ts';
import { associates } from '#server/db/schema/associates.ts';
import { pledges } from '#server/db/schema/pledges.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { stale } from '#server/http/versions.ts';
import { writeMail } from '#server/mail/outbox.ts';
import { demandMember } from '#server/staff/memberships.ts';
import { readSum } from '#server/sums/kept-sums.ts';
import { readPart } from './read-pledges.ts';

/** As a literal, so that it matches the partial indexes. */
const isPublic = sql`${pledges.state} = 'published'`;
const missing = () => refuse('NotFound', 'この#mypledgeは、いまは公開されていません。');

type ReplyDeps = Pick<Dependencies, 'db' | 'clock' | 'publicUrl' | 'secret'>;

/** Replies of organisations to pledges on their gifts, one per pledge. */
export const pledgeReplies = (dependencies: ReplyDeps) => {
  const { db, clock } = dependencies;
  return {
    /** A page of public pledges on gifts to the organisation, the newest first. */
    async list(person: Person, associateId: string, position?: Position): Promise<Page<Pledge>> {
      demandMember(person, associateId, 'read');
      const which = and(isPublic, eq(pledges.associateId, associateId));
      const { rows, next, previous } = await readPart(db, which, pledgePageSize, position);
      const { count } = await readSum(db, 'public-pledges', associateId);
      return { items: rows.map(({ pledge }) => pledge), next, previous, total: exactTotal(count) };
    },

    /**
     * Writes or changes the reply; '' removes it. `known` is the reply seen when writing. The pledge's author is
     * notified of the first one.
     */
    async write(
      person: Person,
      associateId: string,
      pledgeId: string,
      { reply, known }: { reply: string; known: string },
    ): Promise<{ reply: string }> {
      demandMember(person, associateId, 'change');
      if (!isRecordId(pledgeId)) throw missing();
      const at = clock();
      await transaction(db, async (tx) => {
        const [row] = await tx
          .select({ pledge: pledges, author: users, associateName: associates.name })
          .from(pledges)
          .innerJoin(users, eq(users.uid, pledges.uid))
          .innerJoin(associates, eq(associates.id, pledges.associateId))
          .where(and(isPublic, eq(pledges.id, pledgeId), eq(pledges.associateId, associateId)))
          .for('update', { of: pledges });
        if (!row) throw missing();
        if (row.pledge.reply !== known) throw stale();
        if (row.pledge.reply === reply) return;
        await tx
          .update(pledges)
          .set({ reply, repliedAt: reply === '' ? null : at })
          .where(eq(pledges.id, pledgeId));
        await audit(
          tx,
          person,
          reply === '' ? 'pledges.unreply' : 'pledges.reply',
          ['pledge', pledgeId],
          { at, associateId },
        );
        if (row.pledge.reply === '') {
          await writeMail(
            tx,
            {
              kind: 'pledge-replied',
              dedupeKey: `pledge-replied:${pledgeId}`,
              to: row.author.email,
              uid: row.author.uid,
              data: {
                name: `${row.author.lastName} ${row.author.firstName}`.trim(),
                associateName: row.associateName,
                pledgeId,
              },
            },
            dependencies,
          );
        }
      });
      return { reply };
    },
  };
};
