import { and, desc, eq, gt, or, sql } from 'drizzle-orm';
import { applications } from '#giving/applications/application-tables.server.ts';
import type { Person } from '#kit/actor.server.ts';
import { writeAudit } from '#kit/audit/audit.server.ts';
import { type Database, type Transaction, transaction } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import type { Role } from '#kit/permissions/roles.ts';
import { toTimestamp } from '#kit/values/timestamp.ts';
import { legalConsents } from '#kit/versions/version-tables.server.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { toAccount } from '#people/accounts/accounts.server.ts';
import { readUnreachable } from '#people/mail/unreachable.server.ts';
import { hasSecondFactor } from '#people/sign-in/second-factor/factors.server.ts';
import { authAccounts, authSessions, authUsers } from '#people/sign-in/sign-in-tables.server.ts';
import type { Donor } from './donor.ts';
import { donationsOf } from './donor-parts.server.ts';
import { donorMerges } from './donor-tables.server.ts';
import {
  type DonorOrGuest,
  findDonorOrGuest,
  noSuchDonor,
  subjectOf,
  theirApplications,
  theirNumbers,
} from './whose.server.ts';

type Source = Database | Transaction;
export type VersionedDonor = { donor: Donor; version: number };

const shownConsents = 50;
const shownMerges = 20;

/** The operator's page of one donor or guest; each read is audited. */
export const donorRecord = ({ db, clock }: Pick<Dependencies, 'db' | 'clock'>) => ({
  /** A donor or guest, with the version to name in a correction. */
  async find(operator: Person, id: string): Promise<VersionedDonor> {
    return transaction(db, async (tx) => {
      const whose = await findDonorOrGuest(tx, id);
      await writeAudit(tx, {
        actor: operator,
        action: 'donors.read',
        ...subjectOf(whose),
        at: clock(),
      });
      return readDonor(tx, whose);
    });
  },
});

async function readDonor(tx: Source, whose: DonorOrGuest): Promise<VersionedDonor> {
  const facts = await (whose.kind === 'member'
    ? memberFacts(tx, whose.uid)
    : guestFacts(tx, whose));
  const { version, ...donor } = facts;
  return {
    donor: {
      ...donor,
      donations: await donationsOf(tx, whose),
      unreachable: await readUnreachable(tx, donor.account.email),
      consents: await consentsOf(tx, whose),
      merges: await mergesOf(tx, donor.id),
    },
    version,
  };
}

async function memberFacts(tx: Source, uid: string) {
  const [row] = await tx.select().from(users).where(eq(users.uid, uid));
  if (!row) throw noSuchDonor();
  const { account, version } = toAccount(row);
  return {
    id: uid,
    isGuest: false,
    role: row.role as Role,
    account,
    createdAt: toTimestamp(row.createdAt),
    signIn: { ...(await signInOf(tx, uid)), lockedAt: row.lockedAt && toTimestamp(row.lockedAt) },
    memberId: null,
    version,
  };
}

async function guestFacts(tx: Source, whose: Extract<DonorOrGuest, { kind: 'guest' }>) {
  const [row] = await tx
    .select()
    .from(applications)
    .where(theirApplications(whose))
    .orderBy(desc(applications.createdAt), desc(applications.appraisalId))
    .limit(1);
  if (!row) throw noSuchDonor();
  const [member] = await tx
    .select({ uid: users.uid })
    .from(users)
    .where(eq(users.email, whose.email));
  return {
    id: row.appraisalId,
    isGuest: true,
    role: 'donor' as const,
    // The same fields as an account's.
    account: toAccount({ ...row, accountVersion: row.version }).account,
    createdAt: toTimestamp(row.createdAt),
    signIn: null,
    memberId: member?.uid ?? null,
    version: row.version,
  };
}

async function signInOf(tx: Source, uid: string) {
  const [row] = await tx
    .select({
      isVerified: authUsers.emailVerified,
      hasSecondFactor: hasSecondFactor(sql`${authUsers.id}`),
    })
    .from(authUsers)
    .where(eq(authUsers.id, uid));
  const signInMethods = await tx
    .select({
      provider: authAccounts.providerId,
      password: sql<boolean>`${authAccounts.password} is not null`,
    })
    .from(authAccounts)
    .where(eq(authAccounts.userId, uid));
  const [open] = await tx
    .select({
      sessions: sql<number>`count(*)::int`,
      lastSeenAt: sql<string | null>`max(${authSessions.updatedAt})`,
    })
    .from(authSessions)
    .where(and(eq(authSessions.userId, uid), gt(authSessions.expiresAt, sql`now()`)));
  return {
    isVerified: row?.isVerified ?? false,
    hasSecondFactor: row?.hasSecondFactor ?? false,
    methods: signInMethods
      .filter(({ provider, password }) => provider !== 'credential' || password)
      .map(({ provider }) => provider)
      .sort(),
    sessions: open?.sessions ?? 0,
    lastSeenAt: open?.lastSeenAt ? toTimestamp(new Date(open.lastSeenAt)) : null,
  };
}

/** Consents to legal texts, by registering or with an application, newest first. */
async function consentsOf(tx: Source, whose: DonorOrGuest): Promise<Donor['consents']> {
  const rows = await tx
    .select()
    .from(legalConsents)
    .where(
      or(
        whose.kind === 'member'
          ? and(eq(legalConsents.subjectType, 'user'), eq(legalConsents.subjectId, whose.uid))
          : undefined,
        and(
          eq(legalConsents.subjectType, 'application'),
          sql`${legalConsents.subjectId} = any(array${theirNumbers(whose)})`,
        ),
      ),
    )
    .orderBy(desc(legalConsents.at), legalConsents.subjectId, legalConsents.textKind)
    .limit(shownConsents);
  return rows.map(({ subjectType, subjectId, textKind, version, at }) => ({
    textKind,
    version,
    appraisalId: subjectType === 'application' ? subjectId : null,
    at: toTimestamp(at),
  }));
}

async function mergesOf(tx: Source, id: string): Promise<Donor['merges']> {
  const rows = await tx
    .select()
    .from(donorMerges)
    .where(or(eq(donorMerges.fromUid, id), eq(donorMerges.intoUid, id)))
    .orderBy(desc(donorMerges.mergedAt))
    .limit(shownMerges);
  return rows.map((merge) => {
    const isInto = merge.intoUid === id;
    return {
      id: merge.id,
      other: {
        id: isInto ? merge.fromUid : merge.intoUid,
        isGuest: isInto && merge.fromUid.startsWith('TS-'),
      },
      isInto,
      mergedAt: toTimestamp(merge.mergedAt),
      undoneAt: merge.undoneAt && toTimestamp(merge.undoneAt),
    };
  });
}
