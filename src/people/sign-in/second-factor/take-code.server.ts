import { and, eq, isNull, lt, or } from 'drizzle-orm';
import type { Transaction } from '#kit/db/database.server.ts';
import type { Secrets } from '#kit/keys/secrets.server.ts';
import { authTwoFactors } from '#people/sign-in/sign-in-tables.server.ts';
import { openSecret } from './sealed-secret.server.ts';
import { stepOfCode } from './totp.server.ts';

type CodeInput = { code: string; at: Date; secrets: Secrets };

/** Row of a person's authenticator app, and the time step of a matching, unused code. */
export async function fittingStep(
  tx: Transaction,
  { uid, isConfirmed }: { uid: string; isConfirmed: boolean },
  { code, at, secrets }: CodeInput,
): Promise<{ id: string; step: number } | undefined> {
  const [row] = await tx
    .select()
    .from(authTwoFactors)
    .where(and(eq(authTwoFactors.userId, uid), eq(authTwoFactors.verified, isConfirmed)));
  const shared = row && (await openSecret(row.secret, secrets));
  if (!row || shared === undefined) return undefined;
  const step = stepOfCode(shared, code, { at, lastStep: row.lastStep });
  return step === undefined ? undefined : { id: row.id, step };
}

/** Consumes a code of a person's authenticator app. Of two concurrent calls one gets true. */
export async function takeTotpCode(
  tx: Transaction,
  uid: string,
  given: CodeInput,
): Promise<boolean> {
  const fitting = await fittingStep(tx, { uid, isConfirmed: true }, given);
  if (!fitting) return false;
  const { id, step } = fitting;
  const isUnused = or(isNull(authTwoFactors.lastStep), lt(authTwoFactors.lastStep, step));
  const taken = await tx
    .update(authTwoFactors)
    .set({ lastStep: step })
    .where(and(eq(authTwoFactors.id, id), isUnused))
    .returning({ id: authTwoFactors.id });
  return taken.length > 0;
}
