import { randomUUID } from 'node:crypto';
import { and, asc, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { writeAudit } from '#kit/audit/audit.server.ts';
import { type Transaction, transaction } from '#kit/db/database.server.ts';
import { notFound, refuse } from '#kit/errors/refusal.ts';
import { permissions } from '#kit/permissions/permissions.ts';
import type { Role } from '#kit/permissions/roles.ts';
import { toTimestamp } from '#kit/values/timestamp.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { invalidVotes, linkPersons } from '#people/approvals/another-person.server.ts';
import { ineligibleVoterMessages } from '#people/approvals/another-person.ts';
import type { AuthDependencies } from '#people/sign-in/auth-dependencies.server.ts';
import { findCredential } from '#people/sign-in/credentials.server.ts';
import type { SecondFactorReset, SecondFactorResetRequest } from '#people/sign-in/second-factor.ts';
import { secondFactorResets } from '#people/sign-in/second-factor-tables.server.ts';
import { lockPersonRecord } from '#people/sign-in/services/identities.server.ts';
import { authUsers } from '#people/sign-in/sign-in-tables.server.ts';
import { endSessionsOf } from '#people/sign-in/tokens/sessions.server.ts';
import { secondFactorChanges } from './changes.server.ts';
import { removeSecondFactors, secondFactorsOf } from './factors.server.ts';

const openForMs = 7 * 24 * 60 * 60_000;
const maxListed = 100;
const ownMessage = 'ご自身の2段階認証は、アカウントの画面で変更してください。';
const noneMessage = 'この方は、2段階認証を設定していません。';
const openAlreadyMessage = 'この方についての依頼が、すでに承認を待っています。';
const staleMessage =
  'この依頼は、取り消されたか、期限が切れています。画面を読み込み直してください。';
const anotherMessage = '依頼した方と、ご本人は承認できません。ほかの運営者にお願いしてください。';
const changedMessage =
  'ご依頼のあとに2段階認証の設定が変わりました。必要なときは、改めて依頼してください。';

type Row = typeof secondFactorResets.$inferSelect;

const questionOf = ({
  id,
  uid,
  askedBy,
  askedAt,
}: Pick<Row, 'id' | 'uid' | 'askedBy' | 'askedAt'>) => ({
  ...{ id, askedBy, askedAt },
  subjectId: uid,
});

/**
 * Recovery for people who lost their second factor and recovery codes: one operator requests it with a reason, another
 * approves. Neither may be the person concerned (docs/decisions/0012-passwords-and-second-factor.md).
 */
export const secondFactorResetRequests = (dependencies: AuthDependencies) => {
  const { db, clock, tokens } = dependencies;
  const changes = secondFactorChanges(dependencies);

  const isOpen = () =>
    and(
      isNull(secondFactorResets.outcome),
      gt(secondFactorResets.askedAt, new Date(clock().getTime() - openForMs)),
    );

  async function audit(
    tx: Transaction,
    actor: Person,
    verb: string,
    { id, uid }: { id: string; uid: string },
  ) {
    await writeAudit(tx, {
      actor,
      action: `second-factor.${verb}`,
      subjectType: 'user',
      subjectId: uid,
      details: { request: id },
      at: clock(),
    });
  }

  /** Open request of this id. Locks its person first, like every change of second factors. */
  async function open(tx: Transaction, id: string): Promise<Row> {
    const [known] = await tx
      .select({ uid: secondFactorResets.uid })
      .from(secondFactorResets)
      .where(eq(secondFactorResets.id, id));
    if (known) await lockPersonRecord(tx, known.uid);
    const [row] = await tx
      .select()
      .from(secondFactorResets)
      .where(and(eq(secondFactorResets.id, id), isOpen()))
      .for('update');
    if (!row) throw refuse('Conflict', staleMessage);
    return row;
  }

  async function decide(
    tx: Transaction,
    { id }: Row,
    actor: Person,
    outcome: 'approved' | 'declined',
  ) {
    await tx
      .update(secondFactorResets)
      .set({ outcome, decidedBy: actor.uid, decidedAt: clock() })
      .where(eq(secondFactorResets.id, id));
  }

  /** Refuses if the requester has lost the permission, or a factor was set up since. */
  async function demandUnchanged(tx: Transaction, { uid, askedBy, askedAt }: Row) {
    const [asker] = await tx
      .select({ uid: users.uid })
      .from(users)
      .where(
        and(
          eq(users.uid, askedBy),
          inArray(users.role, [...permissions['second-factors.reset'].roles]),
        ),
      );
    const at = askedAt.toISOString();
    const later = await tx.execute(sql`
      select from passkeys where uid = ${uid} and created_at > ${at}::timestamptz
      union all select from auth_two_factors
        where user_id = ${uid} and verified and created_at > ${at}::timestamptz`);
    const hasNone = (await secondFactorsOf(tx, uid)).length === 0;
    if (!asker || later.rows.length > 0 || hasNone) throw refuse('Conflict', changedMessage);
  }

  /** Records who helped a person back in: for a time the two count as one person in approvals. */
  async function linkRecovered(tx: Transaction, { uid, askedBy }: Row) {
    const [person] = await tx.select({ role: users.role }).from(users).where(eq(users.uid, uid));
    const role = (person?.role as Role | undefined) ?? 'donor';
    const roles = { fromRole: role, toRole: role };
    await linkPersons(tx, { uid, byUid: askedBy, way: 'recovered', ...roles, at: clock() });
  }

  return {
    /** Pending requests, oldest first; audited, since they contain names. */
    async secondFactorResets(reader: Person): Promise<SecondFactorReset[]> {
      const nameOf = (
        uid: string,
      ) => sql<string>`coalesce((select nullif(trim(u.last_name || ' ' || u.first_name), '')
        from users as u where u.uid = ${sql.raw(uid)}), (select a.email from auth_users as a where a.id = ${sql.raw(uid)}), '')`;
      return transaction(db, async (tx) => {
        const rows = await tx
          .select({
            id: secondFactorResets.id,
            uid: secondFactorResets.uid,
            email: authUsers.email,
            personName: nameOf('second_factor_resets.uid'),
            reason: secondFactorResets.reason,
            askedByUid: secondFactorResets.askedBy,
            askedBy: nameOf('second_factor_resets.asked_by'),
            askedAt: secondFactorResets.askedAt,
          })
          .from(secondFactorResets)
          .innerJoin(authUsers, eq(authUsers.id, secondFactorResets.uid))
          .where(isOpen())
          .orderBy(asc(secondFactorResets.askedAt), asc(secondFactorResets.id))
          .limit(maxListed);
        await writeAudit(tx, {
          actor: reader,
          action: 'second-factor.list',
          subjectType: 'second-factor-resets',
          subjectId: 'waiting',
          details: { ids: rows.map(({ uid }) => uid) },
          at: clock(),
        });
        const questions = rows.map((row) => questionOf({ ...row, askedBy: row.askedByUid }));
        const refused = await invalidVotes(tx, questions, reader.uid, dependencies);
        return rows.map(({ uid, askedByUid, askedAt, ...row }) => ({
          ...row,
          askedAt: toTimestamp(askedAt),
          mayApprove:
            reader.uid !== askedByUid && reader.uid !== uid && refused.get(row.id) === undefined,
        }));
      });
    },

    /** Requests the removal of a person's second factors. Refuses one's own, and a person without any. */
    async askForReset(actor: Person, { email, reason }: SecondFactorResetRequest): Promise<void> {
      await transaction(db, async (tx) => {
        const person = await findCredential(tx, { email });
        if (!person) throw notFound('メールアドレスのアカウント');
        const { uid } = person;
        if (uid === actor.uid) throw refuse('Conflict', ownMessage);
        await lockPersonRecord(tx, uid);
        if ((await secondFactorsOf(tx, uid)).length === 0) throw refuse('Conflict', noneMessage);
        const waiting = and(isOpen(), eq(secondFactorResets.uid, uid));
        if ((await tx.$count(secondFactorResets, waiting)) > 0) {
          throw refuse('Conflict', openAlreadyMessage);
        }
        const row = { id: randomUUID(), uid, reason, askedBy: actor.uid, askedAt: clock() };
        await tx.insert(secondFactorResets).values(row);
        await audit(tx, actor, 'ask', row);
      });
    },

    /**
     * Removes all second factors and recovery codes of the person and ends their sessions. Refuses the requester, the
     * person concerned, a closed request, and one outdated by a later change.
     */
    async approveReset(actor: Person, id: string): Promise<void> {
      const uid = await transaction(db, async (tx) => {
        const row = await open(tx, id);
        if (actor.uid === row.askedBy || actor.uid === row.uid) {
          throw refuse('Conflict', anotherMessage);
        }
        const refused = (await invalidVotes(tx, [questionOf(row)], actor.uid, dependencies)).get(
          id,
        );
        if (refused) throw refuse('Conflict', ineligibleVoterMessages[refused]);
        await demandUnchanged(tx, row);
        const person = await changes.held(tx, row.uid);
        await decide(tx, row, actor, 'approved');
        await removeSecondFactors(tx, row.uid);
        await endSessionsOf(tx, row.uid);
        await linkRecovered(tx, row);
        await audit(tx, actor, 'approve', row);
        // The operator's device would mean nothing to the person.
        await changes.tell(tx, person, { device: '' }, 'second-factor-reset');
        return row.uid;
      });
      tokens.forget(uid);
    },

    /** Closes a request without effect. */
    async declineReset(actor: Person, id: string): Promise<void> {
      await transaction(db, async (tx) => {
        const row = await open(tx, id);
        await decide(tx, row, actor, 'declined');
        await audit(tx, actor, 'decline', row);
      });
    },
  };
};
