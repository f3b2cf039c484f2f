import { eq, sql } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import { type Transaction, transaction } from '#kit/db/database.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { appraisalDrafts as table } from './appraisal-tables.server.ts';
import { type DraftRow, namesOf } from './draft-rows.server.ts';
import { findReceived, hasWaitingResult, type ReceivedApplication } from './receiving.server.ts';

/** Target of a change: the application, and the version seen of the draft or item. */
export type DraftStep = { appraisalId: string; version: number | undefined };

/** Input of a change; the draft is locked until it ends. */
export type DraftContext = {
  tx: Transaction;
  application: ReceivedApplication;
  draft: DraftRow;
  at: Date;
};

const waits =
  'この箱の結果は、確定を待っています。直すときは、査定結果の画面でこの行を外してから、もう一度お試しください。';

/** Refusal of a change based on an outdated version, naming the colleague who changed it. */
export async function staleNaming(tx: Transaction, uid: string): Promise<Error> {
  const name = (await namesOf(tx, [uid])).get(uid);
  return refuse(
    'Conflict',
    `${name ? `${name}さん` : 'ほかの人'}が先に変更しています。新しい内容をご確認のうえ、もう一度お試しください。`,
  );
}

export async function demandSeen(
  tx: Transaction,
  draft: DraftRow,
  version: number | undefined,
): Promise<void> {
  if (version !== draft.version) throw await staleNaming(tx, draft.changedBy);
}

/** Refuses changes of items and boxes once a draft is in review or done. */
export function demandOpen({ state }: DraftRow): void {
  if (state === 'open') return;
  throw refuse(
    'Conflict',
    state === 'review'
      ? 'この査定は確認を待っています。直すときは「査定を続ける」を押してください。'
      : 'この査定は終わっています。直すときは「査定を続ける」を押してください。',
  );
}

/**
 * Changes a locked draft: creates it if missing, increments its version, and records the change. Refuses if the goods
 * have not been received, or a result waits for release.
 */
export async function changeDraft<Result>(
  { db, clock }: Context,
  { operator, appraisalId, verb }: { operator: Person; appraisalId: string; verb: string },
  work: (changing: DraftContext) => Promise<{ result: Result; details?: Record<string, unknown> }>,
): Promise<{ result: Result; version: number }> {
  return transaction(db, async (tx) => {
    const at = clock();
    const application = await findReceived(tx, appraisalId, { locks: true });
    const draft = await lockDraft(tx, { appraisalId, operator, at });
    if (await hasWaitingResult(tx, appraisalId)) throw refuse('Conflict', waits);
    const { result, details } = await work({ tx, application, draft, at });
    const [changed] = await tx
      .update(table)
      .set({ version: sql`${table.version} + 1`, changedBy: operator.uid, changedAt: at })
      .where(eq(table.appraisalId, appraisalId))
      .returning({ version: table.version });
    await audit(tx, operator, `appraisals.${verb}`, ['application', appraisalId], {
      ...details,
      at,
    });
    return { result, version: changed?.version ?? 0 };
  });
}

async function lockDraft(
  tx: Transaction,
  { appraisalId, operator, at }: { appraisalId: string; operator: Person; at: Date },
): Promise<DraftRow> {
  await tx
    .insert(table)
    .values({
      appraisalId,
      startedBy: operator.uid,
      startedAt: at,
      changedBy: operator.uid,
      changedAt: at,
      version: 0,
    })
    .onConflictDoNothing();
  const [draft] = await tx
    .select()
    .from(table)
    .where(eq(table.appraisalId, appraisalId))
    .for('update');
  if (!draft) throw new Error('a draft was not begun');
  return draft;
}
