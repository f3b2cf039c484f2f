import { inArray } from 'drizzle-orm';
import { applications } from '#giving/applications/application-tables.server.ts';
import type { Transaction } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { type Mail, writeMails } from '#people/mail/outbox.server.ts';
import { type Moving, movingLabels } from './donor-merge.ts';

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
export async function mailMerge(
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
