import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { applications } from '#giving/applications/application-tables.server.ts';
import { parseAppraisalId } from '#giving/applications/appraisal-number.ts';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { users } from '#people/accounts/account-tables.server.ts';

type Source = Database | Transaction;

/** A registered person, or a guest: all applications of one e-mail without an account. */
export type Member = { kind: 'member'; uid: string; email: string; role: string };
export type Guest = { kind: 'guest'; email: string; appraisalId: string };
export type DonorOrGuest = Member | Guest;

export const noSuchDonor = () =>
  refuse('NotFound', 'この寄付者の記録は見つかりませんでした。消去された記録は表示できません。');
export const onlyMembers = () => refuse('Conflict', 'この操作は、会員登録のある方にだけできます。');
export const notOfStaff = () =>
  refuse('Conflict', '運営や団体の担当者のアカウントには、この操作はできません。');

/**
 * Donor or guest of an id: a uid, or the number of any of a guest's applications. The number of a claimed application
 * finds its account, so that links to a guest still work after a merge.
 */
export async function findDonorOrGuest(db: Source, id: string): Promise<DonorOrGuest> {
  const appraisalId = parseAppraisalId(id);
  const [application] =
    appraisalId === undefined
      ? []
      : await db
          .select({ uid: applications.uid, email: applications.email })
          .from(applications)
          .where(eq(applications.appraisalId, appraisalId));
  if (appraisalId !== undefined && application && application.uid === null) {
    // Erased and anonymous applications have no e-mail and belong to no one.
    if (application.email === '') throw noSuchDonor();
    return { kind: 'guest', email: application.email, appraisalId };
  }
  const [user] = await db
    .select({ uid: users.uid, email: users.email, role: users.role })
    .from(users)
    .where(eq(users.uid, application?.uid ?? id));
  if (!user) throw noSuchDonor();
  return { kind: 'member', ...user };
}

/** Registered person of this id; refuses a guest. */
export async function memberOf(db: Source, id: string): Promise<Member> {
  const whose = await findDonorOrGuest(db, id);
  if (whose.kind === 'guest') throw onlyMembers();
  return whose;
}

/** Subject in notes and audit entries. */
export const subjectOf = (whose: DonorOrGuest): { subjectType: string; subjectId: string } =>
  whose.kind === 'member'
    ? { subjectType: 'user', subjectId: whose.uid }
    : { subjectType: 'application', subjectId: whose.appraisalId };

/** Condition on their applications. */
export const theirApplications = (whose: DonorOrGuest): SQL | undefined =>
  whose.kind === 'member'
    ? eq(applications.uid, whose.uid)
    : and(eq(applications.email, whose.email), isNull(applications.uid));

/** Numbers of their applications, as a subquery. */
export const theirNumbers = (whose: DonorOrGuest): SQL =>
  sql`(select ${applications.appraisalId} from ${applications} where ${theirApplications(whose)})`;
