import { eq, sql } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import { type Transaction, transaction } from '#kit/db/database.server.ts';
import { lock } from '#kit/db/locks/lock.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { announceFunds } from '#money/funds/fund-figures.server.ts';
import { settleOverpaid } from '#money/ledger/overpaid.server.ts';
import { discardPlans } from '#warehouse/results/import-results.server.ts';
import { remittanceRuns, remittances } from './remittance-tables.server.ts';
import type { RunReason, SentRequest } from './run.ts';
import { lockRun } from './run-rows.server.ts';
import { currentFile } from './transfer-files.server.ts';

/**
 * The postings of a run that is with the bank, a posting for each remittance: what is owed less what was overpaid goes in
 * transit, each from the account that it stands on. `sign` is -1 to take them back.
 */
const postSent = (runId: string, name: string, sign: 1 | -1, at: Date) => sql`
  with parts as (
    select r.id, r.associate_id, r.amount_yen,
      coalesce(sum(i.amount_yen + i.overpaid_yen), 0) as owed, coalesce(-sum(i.overpaid_yen), 0) as overpaid
    from remittances r join owed_items i on i.remittance_id = r.id and i.associate_id is not null
    where r.run_id = ${runId} and r.state <> 'taken-out'
    group by r.id
  )
  insert into ledger_lines (posting_id, line, account, amount_yen, remittance_id, at)
  select ${`${name}:`} || id, line, account, ${sign}::int * yen, id, ${at.toISOString()}::timestamptz
  from parts cross join lateral (values
    (1, 'owed:associate:' || associate_id, owed),
    (2, 'overpaid:associate:' || associate_id, overpaid),
    (3, 'in-transit:associate:' || associate_id, -amount_yen)) as one (line, account, yen)
  where yen <> 0`;

const noteSent = (
  runId: string,
  {
    name,
    corrects,
    reason,
    actorUid,
    at,
  }: { name: string; corrects: string; reason: string; actorUid: string; at: Date },
) => sql`
  insert into posting_notes (posting_id, reason, corrects, actor_uid, at)
  select ${`${name}:`} || id, ${reason}, ${corrects === '' ? sql`null` : sql`${`${corrects}:`} || id`}, ${actorUid}, ${at.toISOString()}::timestamptz
  from remittances where run_id = ${runId} and state <> 'taken-out'`;

/** The applications of what a run sets off. */
async function applicationsSetOff(tx: Transaction, runId: string): Promise<string[]> {
  const { rows } = await tx.execute<{ appraisalId: string }>(sql`
    select distinct i.appraisal_id as "appraisalId" from remittances r join owed_items i on i.remittance_id = r.id
    where r.run_id = ${runId} and i.appraisal_id is not null and i.amount_yen < 0`);
  return rows.map(({ appraisalId }) => appraisalId);
}

/** Notes that the run's file is with the bank: all of it is in transit from now on. */
export const sendRun = (
  { db, clock }: Context,
  operator: Person,
  runId: string,
  { fileId, version }: SentRequest,
) =>
  transaction(db, async (tx) => {
    await tx.execute(discardPlans);
    const run = await lockRun(tx, runId, { version, states: ['filed'] });
    const file = await currentFile(tx, runId);
    if (file?.id !== fileId) {
      throw refuse(
        'Conflict',
        'ファイルが作り直されています。画面を読み込み直して、お確かめください。',
      );
    }
    const at = clock();
    const name = `sent-${run.version}`;
    await tx.execute(postSent(runId, name, 1, at));
    const reason = `送金${run.number}を銀行に依頼`;
    await tx.execute(noteSent(runId, { name, corrects: '', reason, actorUid: operator.uid, at }));
    await tx
      .update(remittances)
      .set({ state: 'sent', version: sql`${remittances.version} + 1` })
      .where(sql`${remittances.runId} = ${runId} and ${remittances.state} = 'prepared'`);
    await tx
      .update(remittanceRuns)
      .set({
        state: 'sent',
        sentAt: at,
        sentBy: operator.uid,
        version: sql`${remittanceRuns.version} + 1`,
      })
      .where(eq(remittanceRuns.id, runId));
    await audit(tx, operator, 'remittances.send', ['remittance-run', runId], {
      at,
      count: run.remittanceCount,
      yen: run.amountYen,
    });
    await announceFunds(tx);
  });

/** Takes it back, by counter-entries with a reason, as long as nothing of the run was confirmed or returned. */
export const unsendRun = (
  { db, clock }: Context,
  operator: Person,
  runId: string,
  { reason, version }: RunReason,
) =>
  transaction(db, async (tx) => {
    await tx.execute(discardPlans);
    await lock(tx, 'remittance-runs');
    const run = await lockRun(tx, runId, { version, states: ['sent'] });
    const { rows } = await tx.execute<{ moved: boolean }>(sql`
      select exists (select from remittances where run_id = ${runId}
        and (state in ('confirmed', 'returned') or confirm_due_on is not null)) as moved`);
    if (rows[0]?.moved) {
      throw refuse(
        'Conflict',
        '着金か組戻しの記録がある送金は、まとめて取り消せません。1件ずつ直してください。',
      );
    }
    const { rows: others } = await tx.execute(sql`
      select from remittance_runs where state in ('draft', 'approved', 'filed')`);
    if (others.length > 0) {
      throw refuse('Conflict', '次の送金が準備中です。先にそちらを取りやめてください。');
    }
    const at = clock();
    // As it was sent: the version then was the one before.
    const { rows: sent } = await tx.execute<{ name: string }>(sql`
      select split_part(l.posting_id, ':', 1) as name from ledger_lines l
      join remittances r on r.id = l.remittance_id
      where r.run_id = ${runId} and l.posting_id like 'sent-%' order by length(l.posting_id) desc, l.posting_id desc limit 1`);
    const name = `unsent-${run.version}`;
    await tx.execute(postSent(runId, name, -1, at));
    await tx.execute(
      noteSent(runId, {
        name,
        corrects: sent[0]?.name ?? '',
        reason,
        actorUid: operator.uid,
        at,
      }),
    );
    await tx
      .update(remittances)
      .set({ state: 'prepared', version: sql`${remittances.version} + 1` })
      .where(sql`${remittances.runId} = ${runId} and ${remittances.state} = 'sent'`);
    const within = await applicationsSetOff(tx, runId);
    await settleOverpaid(tx, within, { reason, actorUid: operator.uid, at });
    await tx
      .update(remittanceRuns)
      .set({
        state: 'filed',
        sentAt: null,
        sentBy: null,
        version: sql`${remittanceRuns.version} + 1`,
      })
      .where(eq(remittanceRuns.id, runId));
    await audit(tx, operator, 'remittances.unsend', ['remittance-run', runId], { at });
    await announceFunds(tx);
  });
