import { and, eq, isNull, sql } from 'drizzle-orm';
import { lockDonation } from '#giving/donations/lock-donations.server.ts';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import { type Transaction, transaction } from '#kit/db/database.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { notFound, refuse } from '#kit/errors/refusal.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { writeMail } from '#people/mail/outbox.server.ts';
import type { AdminPledge, AdminPledgeState } from './admin-pledge-report.ts';
import { pledgeReports, pledges } from './pledge-tables.server.ts';
import { authorStateOf, readStoredPledges, toAdminPledge } from './read-pledges.server.ts';

/**
 * Withholds a pledge from all but its author, mails the author the reason, and settles its open reports. The
 * author cannot publish a withheld pledge. Refuses one that is withheld or removed.
 */
export const withholdPledge = (
  context: Context,
  operator: Person,
  id: string,
  reason: string,
): Promise<AdminPledge> =>
  transaction(context.db, async (tx) => {
    const { chosen, isWithheld, email, name } = await lockPledge(tx, id);
    if (isWithheld || chosen === 'removed') {
      throw refuse(
        'Conflict',
        'この#mypledgeは、もう公開を止められているか、削除されています。一覧を読み込み直してください。',
      );
    }
    const at = context.clock();
    const wasPublic = chosen === 'published';
    const { pledge, version } = await change(tx, id, {
      state: wasPublic ? 'withheld' : chosen,
      withheldAt: at,
      withheldReason: reason,
    });
    await tx
      .update(pledgeReports)
      .set({ handledAt: at })
      .where(and(eq(pledgeReports.pledgeId, id), isNull(pledgeReports.handledAt)));
    const { associateName } = pledge.donation;
    const data = { name, associateName, reason, wasPublic };
    const dedupeKey = `pledge-withheld:${id}:${version}`;
    const { uid } = pledge.author;
    await writeMail(tx, { kind: 'pledge-withheld', dedupeKey, to: email, uid, data }, context);
    await audit(tx, operator, 'pledges.withheld', ['pledge', id], { at, state: chosen });
    return pledge;
  });

/**
 * Lifts the withholding and mails the author: a public pledge is public again, a hidden one can be published, a
 * removed one can be replaced. Refuses one that is not withheld, a stale state, and a public one whose donation
 * was reversed.
 */
export const liftPledge = (
  context: Context,
  operator: Person,
  id: string,
  seen: AdminPledgeState,
): Promise<AdminPledge> =>
  transaction(context.db, async (tx) => {
    const { chosen, isWithheld, isDonated, email, name } = await lockPledge(tx, id);
    if (!isWithheld || chosen !== seen) {
      throw refuse(
        'Conflict',
        'この#mypledgeの状態が、ご覧になったあとで変わりました。一覧を読み込み直してください。',
      );
    }
    if (chosen === 'published' && !isDonated) {
      throw refuse(
        'Conflict',
        'この#mypledgeのもとになった寄付は、査定結果の取り消しにより取り下げられています。査定結果を取り込み直してから、もう一度お試しください。',
      );
    }
    const { pledge, version } = await change(tx, id, {
      state: chosen,
      withheldAt: null,
      withheldReason: '',
    });
    const about = { name, associateName: pledge.donation.associateName };
    const told =
      chosen === 'published'
        ? ({ kind: 'pledge-shown-again', data: { ...about, pledgeId: id } } as const)
        : ({
            kind: 'pledge-released',
            data: { ...about, isRemoved: chosen === 'removed' },
          } as const);
    const dedupeKey = `${told.kind}:${id}:${version}`;
    const { uid } = pledge.author;
    await writeMail(tx, { ...told, dedupeKey, to: email, uid }, context);
    await audit(tx, operator, 'pledges.lifted', ['pledge', id], {
      at: context.clock(),
      state: chosen,
    });
    return pledge;
  });

/**
 * Locks a pledge and its donation until the transaction ends; returns the author's state, whether it is withheld and
 * whether the donation stands.
 */
async function lockPledge(tx: Transaction, id: string) {
  const [bound] = await tx
    .select({ appraisalId: pledges.appraisalId })
    .from(pledges)
    .where(eq(pledges.id, id));
  if (!bound) throw notFound('#mypledge');
  const donation = await lockDonation(tx, bound.appraisalId);
  const [row] = await tx
    .select({
      state: pledges.state,
      withheldAt: pledges.withheldAt,
      email: users.email,
      lastName: users.lastName,
      firstName: users.firstName,
    })
    .from(pledges)
    .innerJoin(users, eq(users.uid, pledges.uid))
    .where(eq(pledges.id, id))
    .for('update', { of: pledges });
  if (!row) throw notFound('#mypledge');
  const { state, withheldAt, email, lastName, firstName } = row;
  return {
    chosen: authorStateOf(state),
    isWithheld: withheldAt !== null,
    isDonated: donation !== undefined,
    email,
    name: `${lastName} ${firstName}`.trim(),
  };
}

async function change(
  tx: Transaction,
  id: string,
  changes: Pick<typeof pledges.$inferInsert, 'state' | 'withheldAt' | 'withheldReason'>,
): Promise<{ pledge: AdminPledge; version: number }> {
  await tx
    .update(pledges)
    .set({ ...changes, version: sql`${pledges.version} + 1` })
    .where(eq(pledges.id, id));
  const [stored] = await readStoredPledges(tx, eq(pledges.id, id));
  if (!stored) throw notFound('#mypledge');
  return { pledge: toAdminPledge(stored), version: stored.version };
}
