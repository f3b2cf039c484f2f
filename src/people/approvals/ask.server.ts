import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import type { Transaction } from '#kit/db/database.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { toTimestamp } from '#kit/values/timestamp.ts';
import { approvals as table } from '#people/roles/role-tables.server.ts';
import type { AskedApproval } from './approval.ts';
import { type AskInput, decidersOf } from './approval-kinds.server.ts';
import { mailWaiting } from './approval-mails.server.ts';
import { auditApproval, delayApproval, readApproval } from './approval-record.server.ts';
import { currentOrigin } from './current-origin.server.ts';

const waitingMessage =
  'この件の依頼が、すでに承認を待っています。先にそちらを承認するか、取り下げてください。';

/**
 * Asks a second person, within the transaction of whoever found it sound. Where nobody else may decide, it takes effect a
 * day later, and a mail says so. Refuses a second request on the same subject.
 */
export async function askForApproval(
  ctx: Context,
  tx: Transaction,
  actor: Person,
  input: AskInput,
): Promise<AskedApproval> {
  const { device, from } = currentOrigin();
  const asked = { askedBy: actor.uid, askedAt: ctx.clock(), askedDevice: device, askedFrom: from };
  const [row] = await tx
    .insert(table)
    .values({ id: randomUUID(), ...input, ...asked })
    .onConflictDoNothing()
    .returning();
  if (!row) throw refuse('Conflict', waitingMessage);
  await auditApproval(ctx, tx, actor, 'ask', row);
  const deciders = await decidersOf(tx, { ...row, kind: input.kind }, ctx);
  if (deciders.length === 0) await delayApproval(ctx, tx, row);
  const approval = await readApproval(ctx, tx, row.id, actor.uid);
  await mailWaiting(tx, approval, deciders, ctx);
  return { id: row.id, dueAt: approval.dueAt };
}

/** The request on a subject that waits for a decision; undefined where none does. */
export async function waitingApproval(tx: Transaction, kind: AskInput['kind'], subjectId: string) {
  const [row] = await tx
    .select({ id: table.id, askedAt: table.askedAt })
    .from(table)
    .where(and(eq(table.kind, kind), eq(table.subjectId, subjectId), eq(table.state, 'waiting')));
  return row && { id: row.id, askedAt: toTimestamp(row.askedAt) };
}
