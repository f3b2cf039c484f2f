import type { Role } from '#domain/auth/roles.ts';
import type { Transaction } from '#server/db/database.ts';
import { insertAll } from '#server/db/insert-all.ts';
import { users } from '#server/db/schema/accounts.ts';
import { authAccounts, authUsers } from '#server/db/schema/auth.ts';
import { staffMemberships } from '#server/db/schema/staff.ts';
import { inventPerson, type SamplePerson, signInDonor } from './people.ts';
import { sampleUids, signInEmails } from './sign-ins.ts';

const peopleAtOnce = 2_000;

export type Newcomers = {
  seed: number;
  donors: number;
  /** When a donor (from 1) first applied (ms): the account is as old. */
  firstApplied: ReadonlyMap<number, number>;
  /** The hash of each role's password; all other donors can't sign in. */
  passwordHashes: Record<Role, string>;
  /** The organisation that the staff works for. */
  staffOf: string | undefined;
  now: Date;
};

/** Writes the donors, the staff and the operator; `onWritten` hears how many at a time. */
export async function writePeople(
  tx: Transaction,
  newcomers: Newcomers,
  onWritten: (count: number) => void,
): Promise<void> {
  const { seed, donors, firstApplied, passwordHashes, staffOf, now } = newcomers;
  const donor = (number: number) =>
    personRows(inventPerson(seed, number), 'donor', new Date(firstApplied.get(number) ?? now));
  const admin = [adminPerson(seed, 0, 'staff', now), adminPerson(seed, -1, 'operator', now)];
  await insertPeople(tx, admin);
  for (let from = 1; from <= donors; from += peopleAtOnce) {
    const count = Math.min(peopleAtOnce, donors - from + 1);
    await insertPeople(
      tx,
      Array.from({ length: count }, (_, index) => donor(from + index)),
    );
    onWritten(count);
  }
  const uids = { ...sampleUids, donor: inventPerson(seed, signInDonor).uid };
  await insertAll(
    tx,
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

function adminPerson(seed: number, number: number, role: 'staff' | 'operator', now: Date) {
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

async function insertPeople(tx: Transaction, people: readonly PersonRows[]): Promise<void> {
  await insertAll(
    tx,
    authUsers,
    people.map(({ auth }) => auth),
  );
  await insertAll(
    tx,
    users,
    people.map(({ user }) => user),
  );
}
