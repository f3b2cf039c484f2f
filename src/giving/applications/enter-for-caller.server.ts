import { eq } from 'drizzle-orm';
import { currentOffer } from '#giving/acceptance/acceptance.server.ts';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import type { Transaction } from '#kit/db/database.server.ts';
import { withIdempotencyKey } from '#kit/db/idempotency.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { notFound, refuse } from '#kit/errors/refusal.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { type Applied, visitorUid } from './application.ts';
import { takeApplication } from './apply.server.ts';
import type { PhoneApplication } from './phone-application.ts';

/**
 * Enters the application of a caller on the phone, with the form's rules and confirmation mail, once per key. It
 * belongs to the donor chosen by the operator, else to a guest. The consent that was read out to them is recorded as
 * theirs. Only the caller gets the claim link, by mail.
 */
export async function enterForCaller(
  ctx: Context,
  operator: Person,
  key: string | undefined,
  { wasReadAloud: _, ...body }: PhoneApplication,
): Promise<Applied> {
  const { db, clock } = ctx;
  const offer = await currentOffer(ctx);
  const attempt = { actor: operator.uid, key, route: 'POST /api/office/applications', body };
  const applied = await withIdempotencyKey(db, attempt, clock(), async (tx) => {
    const uid = body.uid === visitorUid ? null : await donorOf(tx, body.uid);
    const taken = await takeApplication(tx, ctx, body, {
      uid,
      doer: { doneBy: 'operator', actorUid: operator.uid },
      enteredBy: operator.uid,
      guestAddress: undefined,
      offer,
    });
    const at = clock();
    await audit(tx, operator, 'applications.enter', ['application', taken.appraisalId], { at });
    return taken;
  });
  return { ...applied, claimToken: null };
}

/** Refuses an unknown or locked account. */
async function donorOf(tx: Transaction, uid: string): Promise<string> {
  const [user] = await tx
    .select({ uid: users.uid, lockedAt: users.lockedAt })
    .from(users)
    .where(eq(users.uid, uid))
    .for('key share');
  if (!user) throw notFound('選んだ会員の記録');
  if (user.lockedAt) {
    throw refuse(
      'Conflict',
      '選んだ会員のアカウントはロックされています。ゲストとしてお受けください。',
    );
  }
  return user.uid;
}
