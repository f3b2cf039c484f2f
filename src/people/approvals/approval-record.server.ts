import { eq } from 'drizzle-orm';
import { audit } from '#kit/audit/audit.server.ts';
import type { Transaction } from '#kit/db/database.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { notFound } from '#kit/errors/refusal.ts';
import { approvals as table } from '#people/roles/role-tables.server.ts';
import { type Approval, soleDelayHours } from './approval.ts';
import { selectApprovals, toApprovals } from './approval-list.server.ts';
import { mailDelayed } from './approval-mails.server.ts';
import { currentOrigin } from './current-origin.server.ts';

const delayMs = soleDelayHours * 60 * 60_000;

export type ApprovalRow = typeof table.$inferSelect;

export const absentApproval = () => notFound('依頼');

export const auditApproval = (
  { clock }: Context,
  tx: Transaction,
  actor: { uid: string },
  verb: string,
  { id, kind }: ApprovalRow,
): Promise<void> => audit(tx, actor, `approvals.${verb}`, ['approval', id], { at: clock(), kind });

export async function readApproval(
  ctx: Context,
  tx: Transaction,
  id: string,
  readerUid: string,
): Promise<Approval> {
  const rows = await selectApprovals(tx).where(eq(table.id, id));
  const [approval] = await toApprovals(tx, rows, { readerUid, via: currentOrigin() }, ctx);
  if (!approval) throw absentApproval();
  return approval;
}

/** Gives it the moment at which time decides, and says so by mail. */
export async function delayApproval(
  ctx: Context,
  tx: Transaction,
  { id, askedBy }: Pick<ApprovalRow, 'id' | 'askedBy'>,
): Promise<void> {
  const dueAt = new Date(ctx.clock().getTime() + delayMs);
  await tx.update(table).set({ dueAt }).where(eq(table.id, id));
  await mailDelayed(tx, await readApproval(ctx, tx, id, askedBy), askedBy, ctx);
}
