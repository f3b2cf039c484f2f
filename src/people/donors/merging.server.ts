import { randomUUID } from 'node:crypto';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { applications } from '#giving/applications/application-tables.server.ts';
import type { Person } from '#kit/actor.server.ts';
import { writeAudit } from '#kit/audit/audit.server.ts';
import { type Transaction, transaction, withTimeout } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { notFound, refuse } from '#kit/errors/refusal.ts';
import { stale } from '#kit/http/versions.server.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { type Mail, writeMails } from '#people/mail/outbox.server.ts';
import type { DonorLine } from './donor.ts';
import { readLines } from './donor-list.server.ts';
import {
  type MergePreview,
  type MergeRequest,
  type Moving,
  movingLabels,
  type Unmerged,
} from './donor-merge.ts';
import { donorMerges } from './donor-tables.server.ts';
import { duplicatesOf } from './evidence.server.ts';
import { lockAccount, unlockAccount } from './locks.server.ts';
import { listedIdOf, mergeBlocker, previewOf } from './merge-preview.server.ts';
import {
  countMoving,
  lockGiving,
  lockPeople,
  type Moved,
  moveBack,
  moveRows,
} from './moved-rows.server.ts';
import { findDonorOrGuest, memberOf, theirApplications } from './whose.server.ts';

type MailDeps = Pick<Dependencies, 'clock' | 'publicUrl' | 'secret'>;
type MergeToTell = {
  id: string;
  /** Uid of the merged account, or number of a guest's application. */
  fromId: string;
  intoUid: string;
  moved: Moving;
};
type Notified = Pick<Mail, 'to' | 'uid' | 'appraisalId'> & {
  side: 'kept' | 'left' | 'guest';
  name: string;
};

const countsOf = (moved: Moving) =>
  (Object.keys(movingLabels) as (keyof Moving)[])
    .filter((kind) => moved[kind] > 0)
    .map((kind) => [movingLabels[kind], `${moved[kind]}件`] as const);

/** Affected people; a shared address is notified once, as the remaining record. */
async function affectedPeople(
  tx: Transaction,
  { fromId, intoUid }: MergeToTell,
): Promise<Notified[]> {
  const members = await tx
    .select({
      uid: users.uid,
      to: users.email,
      lastName: users.lastName,
      firstName: users.firstName,
    })
    .from(users)
    .where(inArray(users.uid, [intoUid, fromId]));
  const guests = await tx
    .select({
      appraisalId: applications.appraisalId,
      to: applications.email,
      lastName: applications.lastName,
      firstName: applications.firstName,
    })
    .from(applications)
    .where(inArray(applications.appraisalId, [fromId]));
  const told = [
    ...members
      .map((row) => ({ ...row, side: row.uid === intoUid ? ('kept' as const) : ('left' as const) }))
      .sort((a) => (a.side === 'kept' ? -1 : 1)),
    ...guests.map((row) => ({ ...row, side: 'guest' as const })),
  ].map(({ lastName, firstName, ...row }) => ({ ...row, name: `${lastName} ${firstName}`.trim() }));
  return [...new Map(told.toReversed().map((one) => [one.to, one])).values()];
}

/** Notifies both addresses that records were merged or separated, and how to object. */
async function mailMerge(
  tx: Transaction,
  kind: 'records-merged' | 'records-unmerged',
  merge: MergeToTell,
  dependencies: MailDeps,
): Promise<void> {
  const moved = countsOf(merge.moved);
  const mails = (await affectedPeople(tx, merge)).map(
    ({ side, name, ...told }): Mail => ({
      ...told,
      kind,
      dedupeKey: `${kind}:${merge.id}:${side}`,
      data: { name, side, moved },
    }),
  );
  await writeMails(tx, mails, dependencies);
}

type MergingDeps = Pick<Dependencies, 'db' | 'clock' | 'secret' | 'publicUrl'> & {
  /** Drops a person's cached sessions (auth). */
  forget: (uid: string) => void;
};

const isSame = (a: Moving, b: Moving) =>
  (Object.keys(a) as (keyof Moving)[]).every((kind) => a[kind] === b[kind]);

/** Two records of one person: found, compared, merged in one transaction, and separated again. */
export const merging = ({ clock, forget, ...dependencies }: MergingDeps) => {
  // Moving years of donations takes longer than ordinary statements.
  const db = withTimeout(dependencies.db);
  return {
    /** Other records that may be the same person's. */
    async doubles(operator: Person, id: string): Promise<DonorLine[]> {
      return transaction(db, async (tx) => {
        const whose = await findDonorOrGuest(tx, id);
        const ownId = await listedIdOf(tx, whose);
        const ids = await duplicatesOf(tx, whose, ownId);
        await writeAudit(tx, {
          actor: operator,
          action: 'donors.list',
          subjectType: 'donors',
          subjectId: 'doubles',
          details: { ids },
          at: clock(),
        });
        return ids.length === 0 ? [] : readLines(tx, ids);
      });
    },

    /** Effects of merging `fromId` into `id`. */
    async mergePreview(operator: Person, id: string, fromId: string): Promise<MergePreview> {
      return transaction(db, async (tx) => {
        const into = await memberOf(tx, id);
        const from = await findDonorOrGuest(tx, fromId);
        const preview = await previewOf(tx, from, into);
        await writeAudit(tx, {
          actor: operator,
          action: 'donors.read',
          subjectType: 'user',
          subjectId: into.uid,
          details: { ids: [preview.from.id] },
          at: clock(),
        });
        return preview;
      });
    },

    /**
     * Moves everything of `fromId` to `id`, and locks the former account. Refuses if anything has changed since the
     * preview.
     */
    async merge(
      operator: Person,
      id: string,
      { fromId, seen, reason }: MergeRequest,
    ): Promise<{ id: string }> {
      const done = await transaction(db, async (tx) => {
        const into = await memberOf(tx, id);
        const from = await findDonorOrGuest(tx, fromId);
        const fromUid = from.kind === 'member' ? from.uid : undefined;
        await lockPeople(tx, [into.uid, ...(fromUid === undefined ? [] : [fromUid])]);
        await lockGiving(tx, theirApplications(from));
        const refusal = await mergeBlocker(tx, from, into);
        if (refusal !== '') throw refuse('Conflict', refusal);
        if (!isSame(seen, await countMoving(tx, from, into))) throw stale();
        const at = clock();
        const listedId = await listedIdOf(tx, from);
        const rows = await moveRows(tx, from, into);
        const wasLocked = fromUid !== undefined && !(await lockAccount(tx, fromUid, at));
        const moved: Moved = { ...rows, wasLocked };
        const mergeId = randomUUID();
        await tx.insert(donorMerges).values({
          id: mergeId,
          fromUid: listedId,
          intoUid: into.uid,
          moved,
          mergedBy: operator.uid,
          mergedAt: at,
        });
        await audit(tx, operator, 'donors.merge', at, {
          uid: into.uid,
          details: { ids: [listedId, ...rows.applications], reason },
        });
        const merge = { id: mergeId, fromId: listedId, intoUid: into.uid, moved: seen };
        await mailMerge(tx, 'records-merged', merge, { clock, ...dependencies });
        return { mergeId, fromUid };
      });
      if (done.fromUid !== undefined) forget(done.fromUid);
      return { id: done.mergeId };
    },

    /** Undoes a merge, as far as the moved rows are still there; returns which applications stay. */
    async unmerge(operator: Person, mergeId: string, reason: string): Promise<Unmerged> {
      const done = await transaction(db, async (tx) => {
        const at = clock();
        const [merge] = await tx.select().from(donorMerges).where(eq(donorMerges.id, mergeId));
        if (!merge) throw notFound('統合の記録');
        const moved = merge.moved as Moved;
        await lockPeople(tx, [merge.fromUid, merge.intoUid]);
        const isThis = and(eq(donorMerges.id, mergeId), isNull(donorMerges.undoneAt));
        const [undone] = await tx
          .update(donorMerges)
          .set({ undoneAt: at, undoneBy: operator.uid })
          .where(isThis)
          .returning();
        if (!undone) throw stale();
        const fromUid = await accountOf(tx, merge.fromUid);
        if (moved.applications.length > 0) {
          await lockGiving(tx, inArray(applications.appraisalId, moved.applications));
        }
        const { intoUid } = merge;
        const result = await moveBack(tx, moved, { fromUid, intoUid });
        if (fromUid !== null && !moved.wasLocked) await unlockAccount(tx, fromUid);
        await audit(tx, operator, 'donors.unmerge', at, {
          uid: intoUid,
          details: { ids: [merge.fromUid, ...result.left], reason },
        });
        const apart = { id: mergeId, fromId: merge.fromUid, intoUid, moved: result.moved };
        await mailMerge(tx, 'records-unmerged', apart, { clock, ...dependencies });
        return result;
      });
      return done;
    },
  };
};

/** The merged account; null for a guest, recorded by application number. */
async function accountOf(tx: Transaction, fromUid: string): Promise<string | null> {
  if (fromUid.startsWith('TS-')) return null;
  const [user] = await tx.select({ uid: users.uid }).from(users).where(eq(users.uid, fromUid));
  if (!user) {
    throw refuse('Conflict', '統合した元のアカウントは消去されているため、元に戻せません。');
  }
  return user.uid;
}

const audit = (
  tx: Transaction,
  actor: Person,
  action: string,
  at: Date,
  { uid, details }: { uid: string; details: Record<string, unknown> },
) => writeAudit(tx, { actor, action, subjectType: 'user', subjectId: uid, details, at });
