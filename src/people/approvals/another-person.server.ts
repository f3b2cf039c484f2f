import { type SQL, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { may, type Permission } from '#kit/permissions/permissions.ts';
import { type Role, roles } from '#kit/permissions/roles.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { personLinks } from '#people/roles/role-tables.server.ts';
import { linkedForDays, newDeciderDays } from './another-person.ts';

type Source = Database | Transaction;
type Place = Pick<Dependencies, 'clock' | 'allowSampleSignIns'>;

export const rolesWith = (needed: readonly Permission[]): Role[] =>
  roles.filter((role) => needed.every((permission) => may(role, permission)));

/** Whether a role may decide on other people's requests. */
export const canDecide = (role: Role): boolean => may(role, 'approvals.decide');
const decidingRoles = rolesWith(['approvals.decide']);

const listed = (values: readonly string[]) =>
  sql`(${sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  )})`;

/** Whether a person can sign in at all. */
export const canSignIn = ({ allowSampleSignIns }: Pick<Place, 'allowSampleSignIns'>): SQL =>
  allowSampleSignIns
    ? sql`${users.lockedAt} is null`
    : sql`(${users.lockedAt} is null and not ${users.isSample})`;

type Link = Omit<typeof personLinks.$inferInsert, 'id' | 'fromRole' | 'toRole' | 'way'> & {
  way: 'installed' | 'invited' | 'role' | 'recovered';
  fromRole: Role;
  toRole: Role;
};

/** Records who added a person, gave them a role or removed their second factor. */
export async function linkPersons(tx: Transaction, link: Link): Promise<void> {
  await tx.insert(personLinks).values(link);
}

/** Mailbox of an address: without the part after a plus, and without Gmail's dots. */
export const mailboxOf = (email: SQL): SQL<string> => {
  const bare = sql`regexp_replace(lower(${email}), '\\+[^@]*@', '@')`;
  return sql`case when ${bare} ~ '@(gmail|googlemail)\\.com$'
    then replace(split_part(${bare}, '@', 1), '.', '') || '@gmail.com' else ${bare} end`;
};

/** A pending request and its subject. */
export type Question = {
  id: string;
  askedBy: string;
  subjectId: string;
  askedAt: Date;
};
type Voter = {
  id: string;
  uid: string;
  email: string;
  /**
   * The same person as the requester or the subject: identical, linked within thirty days, or with the same mailbox.
   */
  isOne: boolean;
  /** Able to decide for less than seven days, or only since the request was made. */
  isNew: boolean;
};

/**
 * Possible deciders, with the reasons why their vote does not count as a second one. Two accounts count as one person
 * if links lead to a common origin: links from thirty days before the request on, chains included, so that an invited
 * person counts as one with the inviter and with everyone else invited by them. A deciding role counts after seven
 * days, in a service at least as old.
 */
async function readVoters(
  source: Source,
  questions: readonly Question[],
  who: SQL,
  { clock }: Place,
): Promise<Voter[]> {
  if (questions.length === 0) return [];
  const deciding = listed(decidingRoles);
  const asked = JSON.stringify(
    questions.map(({ id, askedBy, subjectId, askedAt }) => ({ id, askedBy, subjectId, askedAt })),
  );
  // A change between two deciding roles adds no vote.
  const gaveVote = sql`l.to_role in ${deciding} and l.from_role not in ${deciding}`;
  const now = sql`${clock().toISOString()}::timestamptz`;
  const wait = sql.raw(`interval '${newDeciderDays} days'`);
  const isTooNew = (at: SQL) =>
    sql`(voter.since > ${at} - ${wait} and service.since <= ${at} - ${wait})`;
  const { rows } = await source.execute<Voter>(sql`
    with recursive question as materialized (
      select id, "askedBy" as asked_by, "subjectId" as subject_id, "askedAt" as asked_at
      from json_to_recordset(${asked}::json)
        as given (id text, "askedBy" text, "subjectId" text, "askedAt" timestamptz)
    ), service as materialized (
      select least((select min(at) from person_links where to_role in ${deciding}),
        (select min(created_at) from users where role in ${deciding})) as since
    ), voter as materialized (
      select ${users.uid} as uid, ${users.email} as email, coalesce(
        (select max(l.at) from person_links l where l.uid = ${users.uid}
          and ${gaveVote}),
        ${users.createdAt}) as since
      from ${users} where ${who}
    ), origins (id, person, uid, since) as (
      select distinct question.id, person, person, asked_at - ${sql.raw(`interval '${linkedForDays} days'`)}
      from question cross join lateral (
        select asked_by as person union select subject_id union select voter.uid from voter) asking
      union
      select origins.id, origins.person, origin.uid, origins.since from origins cross join lateral (
        select l.by_uid as uid from person_links l
          where l.uid = origins.uid and l.by_uid is not null and l.at > origins.since
            and (l.way <> 'role' or (${gaveVote}))
        union all select alias.uid from users own join users alias on alias.role <> 'donor'
          and ${mailboxOf(sql`alias.email`)} = ${mailboxOf(sql`own.email`)}
          where own.uid = origins.uid and own.role <> 'donor'
      ) origin
    )
    select question.id, voter.uid, voter.email,
      exists (select from origins theirs join origins asking on asking.id = theirs.id and asking.uid = theirs.uid
        where theirs.id = question.id and theirs.person = voter.uid
          and asking.person in (question.asked_by, question.subject_id)) as "isOne",
      (voter.since > question.asked_at or ${isTooNew(sql`question.asked_at`)} or ${isTooNew(now)}) as "isNew"
    from question cross join voter cross join service order by voter.uid`);
  return rows;
}

/** People who count as a second person. */
export async function secondPersons(
  source: Source,
  question: Question,
  needed: readonly Permission[],
  place: Place,
): Promise<{ uid: string; email: string }[]> {
  const who = sql`${users.role} in ${listed(rolesWith(needed))} and ${canSignIn(place)}`;
  const voters = await readVoters(source, [question], who, place);
  return voters.flatMap(({ uid, email, isOne, isNew }) => (isOne || isNew ? [] : { uid, email }));
}

/** Why a person's vote does not count, by request; only requests where it does not. */
export async function invalidVotes(
  source: Source,
  questions: readonly Question[],
  uid: string,
  place: Place,
): Promise<ReadonlyMap<string, 'one' | 'new'>> {
  const voters = await readVoters(source, questions, sql`${users.uid} = ${uid}`, place);
  return new Map(
    voters.flatMap(({ id, isOne, isNew }) =>
      isOne || isNew ? [[id, isOne ? 'one' : 'new'] as const] : [],
    ),
  );
}
