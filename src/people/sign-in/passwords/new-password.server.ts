import { eq } from 'drizzle-orm';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { letterCount } from '#kit/values/text/letter-count.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { secondFactorsOf } from '#people/sign-in/second-factor/factors.server.ts';
import { minSolePasswordLength } from '#people/sign-in/sign-in.ts';
import { authUsers } from '#people/sign-in/sign-in-tables.server.ts';
import {
  isMadeOf,
  isMonotone,
  isServiceName,
  type Weakness,
  weakPasswordMessages,
} from '#people/sign-in/weak-password.ts';
import { isCommonPassword } from './common-passwords.server.ts';

type Place = Pick<Dependencies, 'publicUrl'>;

const tooShortMessage = `お客さまの情報を扱う方は、2段階認証をお使いでないとき、パスワードを${minSolePasswordLength}文字以上にしてください。`;

const refusedAt = (path: string, message: string) =>
  refuse('ValidationError', message, { errors: [{ path, message }] });

/**
 * Why a password is easily guessed, given the site's address and the person's data in `own`; undefined if it is not.
 */
export function weaknessOf(
  { publicUrl }: Place,
  password: string,
  own: readonly string[] = [],
): Weakness | undefined {
  if (isMonotone(password)) return 'monotone';
  if (isCommonPassword(password)) return 'common';
  if (isServiceName(password) || isMadeOf(password, [new URL(publicUrl).hostname])) {
    return 'service';
  }
  return isMadeOf(password, own) ? 'own' : undefined;
}

/** Refuses a new password that is easily guessed; `own` lists the person's data. */
export function refuseWeakPassword(
  place: Place,
  password: string,
  { path, own }: { path: string; own?: readonly string[] },
): void {
  const weakness = weaknessOf(place, password, own);
  if (weakness) throw refusedAt(path, weakPasswordMessages[weakness]);
}

/** Refuses a password too short for an operator or staff without a second factor. */
export function refuseShortSolePassword(password: string, path: string): void {
  if (letterCount(password) < minSolePasswordLength) throw refusedAt(path, tooShortMessage);
}

/** `refuseWeakPassword` for a registered person, at the field `newPassword`; operators and staff need a longer one. */
export async function refuseWeakPasswordOf(
  place: Place,
  db: Database | Transaction,
  uid: string,
  newPassword: string,
): Promise<void> {
  const [person] = await db
    .select({
      email: authUsers.email,
      role: users.role,
      lastName: users.lastName,
      firstName: users.firstName,
      lastNameKana: users.lastNameKana,
      firstNameKana: users.firstNameKana,
      tel: users.tel,
    })
    .from(authUsers)
    .leftJoin(users, eq(users.uid, authUsers.id))
    .where(eq(authUsers.id, uid));
  if (!person) return;
  const { role, ...facts } = person;
  const path = 'newPassword';
  refuseWeakPassword(place, newPassword, {
    path,
    own: Object.values(facts).filter((fact) => fact !== null),
  });
  const mustBeLong = role !== null && role !== 'donor';
  if (!mustBeLong || letterCount(newPassword) >= minSolePasswordLength) return;
  if ((await secondFactorsOf(db, uid)).length === 0) refuseShortSolePassword(newPassword, path);
}
