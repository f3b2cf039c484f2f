import { and, eq, inArray } from 'drizzle-orm';
import type { Actor } from '#kit/actor.server.ts';
import { withIdempotencyKey } from '#kit/db/idempotency.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { attempts } from '#kit/limits/attempts.server.ts';
import { countedAddress } from '#kit/limits/client-address.server.ts';
import { toTimestamp } from '#kit/values/timestamp.ts';
import { countTry } from '#people/sign-in/account-messages.server.ts';
import { type CancelByEmail, type Cancelled, visitorUid } from './application.ts';
import { selectApplications, toRow } from './application-row.server.ts';
import { cancellable } from './application-state.ts';
import { applications } from './application-tables.server.ts';
import type { Submit } from './apply.server.ts';
import { cancelLocked } from './cancel-on-hold.server.ts';

/**
 * One refusal for everything that cannot be cancelled: an unknown number, another e-mail, a kit on its way, already
 * cancelled.
 */
const nothingToCancel = () =>
  refuse(
    'NotFound',
    'この申込番号とメールアドレスで取り消せるお申し込みは、見つかりませんでした。受付のメールをご覧になり、もう一度ご入力ください。箱の発送が始まったお申し込みと、すでに取り消されたお申し込みは、この画面では取り消せません。',
  );

/**
 * Cancels by number and e-mail, once per key. The number is public (docs/product.md, Ways to give): so every try is
 * counted, by address and by number, and all failures look alike.
 */
export async function cancelByEmail(
  ctx: Context,
  actor: Actor,
  { address, key }: Submit,
  body: CancelByEmail,
): Promise<Cancelled> {
  const { db, clock } = ctx;
  const { appraisalId, email } = body;
  await countTry(attempts(ctx), [
    ['cancelling by address', countedAddress(address)],
    ['cancelling by number', appraisalId],
  ]);
  const sender = actor.kind === 'person' ? actor.uid : visitorUid;
  const attempt = { actor: sender, key, route: 'POST /api/applications/cancel-by-email', body };
  return withIdempotencyKey(db, attempt, clock(), async (tx) => {
    const [found] = await selectApplications(
      tx,
      and(
        eq(applications.appraisalId, appraisalId),
        eq(applications.email, email),
        inArray(applications.state, [...cancellable]),
      ),
    ).for('update', { of: applications });
    if (!found) throw nothingToCancel();
    const row = toRow(found);
    const doer = { doneBy: 'guest', actorUid: null } as const;
    // A visitor with only the number has seen no version.
    const { version } = row;
    const cancelled = await cancelLocked(tx, row, doer, { ...ctx, version });
    return { appraisalId, cancelledAt: toTimestamp(cancelled.stateChangedAt) };
  });
}
