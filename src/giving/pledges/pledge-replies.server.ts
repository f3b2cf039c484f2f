import { and, eq, sql } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import { transaction } from '#kit/db/database.server.ts';
import { exactTotal, type Page, type Position } from '#kit/db/keyset.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { stale } from '#kit/http/versions.server.ts';
import { isRecordId } from '#kit/values/record-id.ts';
import { readSum } from '#money/sums/kept-sums.server.ts';
import { associates } from '#organisations/associates/associate-tables.server.ts';
import { demandMember } from '#organisations/room/memberships.server.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { writeMail } from '#people/mail/outbox.server.ts';
import { type Pledge, pledgePageSize } from './pledge.ts';
import { pledges } from './pledge-tables.server.ts';
import { readPart } from './read-pledges.server.ts';

/** As a literal, so that it matches the partial indexes. */
const isPublic = sql`${pledges.state} = 'published'`;
const missing = () => refuse('NotFound', 'この#mypledgeは、いまは公開されていません。');

/** A page of public pledges on gifts to the organisation, the newest first. */
export async function pledgesToReply(
  { db }: Context,
  person: Person,
  associateId: string,
  position?: Position,
): Promise<Page<Pledge>> {
  demandMember(person, associateId, 'read');
  const which = and(isPublic, eq(pledges.associateId, associateId));
  const { rows, next, previous } = await readPart(db, which, pledgePageSize, position);
  const { count } = await readSum(db, 'public-pledges', associateId);
  return { items: rows.map(({ pledge }) => pledge), next, previous, total: exactTotal(count) };
}

/**
 * Writes or changes an organisation's reply to a pledge on a gift to it, one per pledge; '' removes it. `known` is the reply seen when writing. The pledge's author is
 * notified of the first one.
 */
export async function replyToPledge(
  context: Context,
  person: Person,
  associateId: string,
  pledgeId: string,
  { reply, known }: { reply: string; known: string },
): Promise<{ reply: string }> {
  const { db, clock } = context;
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
        context,
      );
    }
  });
  return { reply };
}
