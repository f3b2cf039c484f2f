import type { ClientBase } from 'pg';
import { copyAll } from '#kit/db/copy-all.server.ts';
import type { Role } from '#kit/permissions/roles.ts';
import { staffMemberships } from '#organisations/room/room-tables.server.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { authAccounts, authUsers } from '#people/sign-in/sign-in-tables.server.ts';
import { inventPerson, type SamplePerson, signInDonor } from '#start/sample/people.server.ts';
import { sampleUids, signInEmails } from '#start/sample/sign-ins.server.ts';
import type { WriteTo } from './write-to.server.ts';

export type Newcomers = {
  seed: number;
  /** First and last donor to write, numbered from 1. */
  from: number;
  to: number;
  /** When a donor first applied (ms): also the account's creation. */
  firstApplied: ReadonlyMap<number, number>;
  now: Date;
};

export async function writeDonors(client: ClientBase, newcomers: Newcomers): Promise<void> {
  const { seed, from, to, firstApplied, now } = newcomers;
  const donor = (number: number) =>
    personRows(inventPerson(seed, number), 'donor', new Date(firstApplied.get(number) ?? now));
  await copyPeople(
    client,
    Array.from({ length: to - from + 1 }, (_, index) => donor(from + index)),
  );
}

export type SignInsNeeded = {
  seed: number;
  donors: number;
  /** The hash of each role's password; other donors cannot sign in. */
  passwordHashes: Record<Role, string>;
  /** The staff's organisation. */
  staffOf: string | undefined;
  now: Date;
};

/** Writes staff and operators, and the sign-ins of them and one donor. */
export async function writeSignIns(
  { tx, client }: WriteTo,
  { seed, donors, passwordHashes, staffOf, now }: SignInsNeeded,
): Promise<void> {
  await copyPeople(client, [
    adminPerson(seed, 0, 'staff', now),
    adminPerson(seed, -1, 'operator', now),
    adminPerson(seed, -2, 'owner', now),
    adminPerson(seed, -3, 'warehouse', now),
    adminPerson(seed, -4, 'accountant', now),
    adminPerson(seed, -5, 'auditor', now),
  ]);
  const uids = { ...sampleUids, donor: inventPerson(seed, signInDonor).uid };
  await copyAll(
    client,
    authAccounts,
    (Object.keys(uids) as Role[])
      .filter((role) => role !== 'donor' || donors >= signInDonor)
      .map((role) => ({
        id: `sample-account-${role}`,
        accountId: uids[role],
        providerId: 'credential',
        userId: uids[role],
        password: passwordHashes[role],
        createdAt: now,
        updatedAt: now,
      })),
  );
  if (staffOf !== undefined) {
    await tx
      .insert(staffMemberships)
      .values({ uid: uids.staff, associateId: staffOf, createdAt: now });
  }
}

type PersonRows = ReturnType<typeof personRows>;

function adminPerson(seed: number, number: number, role: keyof typeof sampleUids, now: Date) {
  const person = {
    ...inventPerson(seed, number),
    uid: sampleUids[role],
    email: signInEmails[role],
  };
  return personRows(person, role, now);
}

function personRows(person: SamplePerson, role: Role, createdAt: Date) {
  const { uid, email, names, address, occupation: _, ...facts } = person;
  return {
    auth: { id: uid, name: '', email, emailVerified: true, createdAt, updatedAt: createdAt },
    user: { uid, email, role, ...names, ...address, ...facts, isSample: true, createdAt },
  };
}

async function copyPeople(client: ClientBase, people: readonly PersonRows[]): Promise<void> {
  await copyAll(
    client,
    authUsers,
    people.map(({ auth }) => auth),
  );
  await copyAll(
    client,
    users,
    people.map(({ user }) => user),
  );
}
