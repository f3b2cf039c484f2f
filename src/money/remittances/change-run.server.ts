import { and, eq, sql } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import { type Transaction, transaction } from '#kit/db/database.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { openBytes, sealBytes } from '#kit/keys/seal.server.ts';
import { derivedKey, type Secrets, secretsOf } from '#kit/keys/secrets.server.ts';
import { jstDay } from '#kit/values/timestamp.ts';
import { waitingApproval } from '#people/approvals/ask.server.ts';
import { uncoverFunds } from './cover-funds.server.ts';
import { isHoliday } from './next-run.server.ts';
import { remittanceRuns, remittances } from './remittance-tables.server.ts';
import type { RunReason, TakeOutRequest, TransferDayRequest } from './run.ts';
import { countRun, lockRun } from './run-rows.server.ts';
import { transferDayProblem } from './transfer-day.ts';

const keyOf = (secret: string) => derivedKey(secret, 'tasuki files for banks');

/** A file for the bank as it is stored, bound to its row: it has the account of each payee. */
export const sealFile = (id: string, bytes: Uint8Array, secret: string): string =>
  sealBytes(keyOf(secret), bytes, id).toString('base64url');

/** The stored file, and whether the present SECRET opens it; undefined where none of the secrets does. */
export function openFile(
  id: string,
  sealed: string,
  secrets: Secrets,
): { bytes: Buffer; isCurrent: boolean } | undefined {
  const stored = Buffer.from(sealed, 'base64url');
  for (const [index, secret] of secretsOf(secrets).entries()) {
    const bytes = openBytes(keyOf(secret), stored, id);
    if (bytes) return { bytes, isCurrent: index === 0 };
  }
  return undefined;
}

/** Gives what remittances took back to the next run. */
export async function reopenItems(
  tx: Transaction,
  remittanceIds: readonly string[],
): Promise<void> {
  await tx.execute(sql`
    update owed_items i set remittance_id = null
    from json_array_elements_text(${JSON.stringify(remittanceIds)}::json) as r(id)
    where i.remittance_id = r.id`);
}

/** What a second person looks at stays as it was asked for. */
async function demandUnasked(tx: Transaction, runId: string): Promise<void> {
  if (await waitingApproval(tx, 'remittance-run', runId)) {
    throw refuse(
      'Conflict',
      'この送金は承認を待っています。変えるときは、先に「承認待ち」で依頼を取り下げてください。',
    );
  }
}

/** Leaves one organisation for the next run, with a reason. */
export const takeOut = (
  { db, clock }: Context,
  operator: Person,
  runId: string,
  { remittanceId, reason, version }: TakeOutRequest,
) =>
  transaction(db, async (tx) => {
    await lockRun(tx, runId, { version, states: ['draft'] });
    await demandUnasked(tx, runId);
    const [taken] = await tx
      .update(remittances)
      .set({
        state: 'taken-out',
        takenOutReason: reason,
        version: sql`${remittances.version} + 1`,
      })
      .where(
        and(
          eq(remittances.id, remittanceId),
          eq(remittances.runId, runId),
          eq(remittances.state, 'prepared'),
        ),
      )
      .returning({ id: remittances.id });
    if (!taken) throw refuse('NotFound', 'この団体への送金は、すでに外されています。');
    await reopenItems(tx, [taken.id]);
    await countRun(tx, runId);
    await audit(tx, operator, 'remittances.take-out', ['remittance-run', runId], {
      at: clock(),
      id: remittanceId,
    });
  });

/** Another day for the bank. */
export const changeTransferDay = (
  { db, clock }: Context,
  operator: Person,
  runId: string,
  { transferOn, version }: TransferDayRequest,
) =>
  transaction(db, async (tx) => {
    await lockRun(tx, runId, { version, states: ['draft'] });
    await demandUnasked(tx, runId);
    const message = transferDayProblem(transferOn, { today: jstDay(clock()), isHoliday });
    if (message) {
      throw refuse('ValidationError', message, { errors: [{ path: 'transferOn', message }] });
    }
    await tx
      .update(remittanceRuns)
      .set({ transferOn, version: sql`${remittanceRuns.version} + 1` })
      .where(eq(remittanceRuns.id, runId));
    await audit(tx, operator, 'remittances.change-day', ['remittance-run', runId], {
      at: clock(),
      day: transferOn,
    });
  });

/** Drops a run that is not with the bank yet; its items become open for the next one. */
export const dropRun = (
  { db, clock }: Context,
  operator: Person,
  runId: string,
  { reason, version }: RunReason,
) =>
  transaction(db, async (tx) => {
    await lockRun(tx, runId, { version, states: ['draft', 'approved', 'filed'] });
    await demandUnasked(tx, runId);
    await uncoverFunds(tx, runId);
    await tx.execute(sql`
      update owed_items i set remittance_id = null from remittances r
      where r.run_id = ${runId} and i.remittance_id = r.id`);
    await tx
      .update(remittances)
      .set({
        state: 'taken-out',
        takenOutReason: reason,
        version: sql`${remittances.version} + 1`,
      })
      .where(and(eq(remittances.runId, runId), eq(remittances.state, 'prepared')));
    await tx
      .update(remittanceRuns)
      .set({
        state: 'dropped',
        dropReason: reason,
        endedAt: clock(),
        version: sql`${remittanceRuns.version} + 1`,
      })
      .where(eq(remittanceRuns.id, runId));
    await audit(tx, operator, 'remittances.drop', ['remittance-run', runId], { at: clock() });
  });
