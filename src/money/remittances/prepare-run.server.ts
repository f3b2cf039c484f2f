import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import type { Transaction } from '#kit/db/database.server.ts';
import { withIdempotencyKey } from '#kit/db/idempotency.server.ts';
import { lock } from '#kit/db/locks/lock.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { nextNumber } from '#kit/numbers/numbers.server.ts';
import { demandBankChecked } from '#kit/restores/bank-check.server.ts';
import { jstDay } from '#kit/values/timestamp.ts';
import { discardPlans } from '#warehouse/results/import-results.server.ts';
import {
  carriedReason,
  dueByAssociate,
  latestRun,
  nextRun,
  payerAccount,
} from './next-run.server.ts';
import { remittanceRuns } from './remittance-tables.server.ts';
import { runDetail } from './remittances.server.ts';
import type { PrepareRequest, RunDetail } from './run.ts';
import { countRun } from './run-rows.server.ts';

const nobodyMessage = 'この期間にお支払いする団体がありません。';

/**
 * Makes a run of all that is open up to a day: one remittance for each organisation that is paid, with what it is made
 * of, and who is left for the next. Refused where another run is not with the bank yet, or came since the page was seen.
 * The same key again answers what it came to before.
 */
export async function prepareRun(
  ctx: Context,
  operator: Person,
  request: PrepareRequest,
  key?: string,
): Promise<RunDetail> {
  const { db, clock } = ctx;
  const { periodTo, transferOn, after } = request;
  const attempt = { actor: operator.uid, key, route: 'remittance-runs', body: request };
  const runId = await withIdempotencyKey(db, attempt, clock(), async (tx) => {
    await tx.execute(discardPlans);
    await lock(tx, 'remittance-runs');
    await demandBankChecked(tx);
    const at = clock();
    const latest = await latestRun(tx);
    if ((latest?.id ?? '') !== after) {
      throw refuse(
        'Conflict',
        `ほかの人が、送金${latest?.number ?? ''}を準備しています。画面を読み込み直してください。`,
      );
    }
    const { periodFrom, blockers, payable } = await nextRun(tx, at, { periodTo, transferOn });
    const [blocker] = blockers;
    if (blocker) throw refuse('Conflict', blocker.message);
    if (payable.count === 0) throw refuse('Conflict', nobodyMessage);
    const payer = await payerAccount(tx);
    if (!payer) throw new Error('a run without an account to pay from');
    const id = randomUUID();
    await tx.insert(remittanceRuns).values({
      id,
      number: await nextNumber(tx, 'run', Number(jstDay(at).slice(0, 4))),
      ...{ periodFrom, periodTo, transferOn },
      payerAccountId: payer.id,
      payer: {
        bankCode: payer.bankCode,
        bankName: payer.bankName,
        branchCode: payer.branchCode,
        branchName: payer.branchName,
        kind: payer.kind,
        number: payer.number,
        holder: payer.holder,
      },
      createdBy: operator.uid,
      createdAt: at,
    });
    await takeItems(tx, { id, periodFrom, periodTo, today: jstDay(at), by: operator.uid, at });
    await countRun(tx, id);
    const [run] = await tx.select().from(remittanceRuns).where(eq(remittanceRuns.id, id));
    if (!run || run.remittanceCount === 0) {
      throw refuse('Conflict', nobodyMessage);
    }
    await audit(tx, operator, 'remittances.prepare', ['remittance-run', id], {
      at,
      number: run.number,
      count: run.remittanceCount,
      yen: run.amountYen,
    });
    return id;
  });
  return runDetail(ctx, runId);
}

type Taking = {
  id: string;
  periodFrom: string;
  periodTo: string;
  today: string;
  by: string;
  at: Date;
};

/**
 * In one statement, so that what is added up is what is taken: a gift that comes meanwhile is in neither. What is taken
 * back at this moment is waited for and left out.
 */
async function takeItems(
  tx: Transaction,
  { id, periodFrom, periodTo, today, by, at }: Taking,
): Promise<void> {
  // A gift that an earlier run left, and what came back, is the opening; a correction is one whenever it was made. A gift of
  // which nothing is left after fees was carried over by nobody: it counts with those that it goes with.
  const isOld = sql`l.kind = 'gift' and l.amount_yen <> 0 and l.day < ${periodFrom}::date`;
  const sumOf = (yen: string, kind: string) =>
    sql`coalesce(sum(${sql.raw(yen)}) filter (where l.kind = ${kind} and not (${isOld})), 0)`;
  await tx.execute(sql`
    with locked as materialized (
      select i.id, i.associate_id, i.kind, i.amount_yen, i.day, i.posting_id from owed_items i
      where i.remittance_id is null and i.cancelled_at is null and i.associate_id is not null and i.day <= ${periodTo}::date
      order by i.id for update
    ), due as materialized (
      select associate_id, ${carriedReason} as reason, yen, account_id from (
        select o.associate_id, o.yen, d.minimum_yen, d.account_id, d.is_blocked
        from (select associate_id, sum(amount_yen) as yen from locked group by associate_id) o
        join (${dueByAssociate(periodTo, today)}) d using (associate_id)
      ) judged
    ), left_over as (
      insert into carried_over (run_id, associate_id, amount_yen, reason)
      select ${id}, associate_id, yen, reason from due where reason is not null and yen <> 0
    ), parts as (
      select l.associate_id,
        coalesce(sum(l.amount_yen) filter (where ${isOld}), 0)
          + ${sumOf('l.amount_yen', 'return')} as opening_yen,
        count(*) filter (where l.kind = 'gift') as gift_count,
        ${sumOf('g.amount_yen', 'gift')} as gift_yen,
        ${sumOf('g.fee_yen', 'gift')} as fee_yen,
        ${sumOf('g.handling_yen', 'gift')} as handling_yen,
        ${sumOf('l.amount_yen', 'correction')} as correction_yen,
        ${sumOf('l.amount_yen', 'payout')} as payout_yen
      from locked l left join donations g on l.kind = 'gift' and g.id = substr(l.posting_id, 10)
      group by l.associate_id
    ), made as (
      insert into remittances (id, run_id, associate_id, amount_yen, period_from, period_to, created_by, created_at, state,
        opening_yen, gift_count, gift_yen, fee_yen, handling_yen, correction_yen, payout_yen, account_id, account)
      select ${`${id}:`} || d.associate_id, ${id}, d.associate_id, d.yen, ${periodFrom}::date, ${periodTo}::date, ${by},
        ${at.toISOString()}::timestamptz, 'prepared', p.opening_yen, p.gift_count, p.gift_yen, p.fee_yen, p.handling_yen,
        p.correction_yen, p.payout_yen, b.id,
        jsonb_build_object('bankCode', b.bank_code, 'bankName', b.bank_name, 'branchCode', b.branch_code,
          'branchName', b.branch_name, 'kind', b.kind, 'number', b.number, 'holder', b.holder)
      from due d join parts p using (associate_id) join bank_accounts b on b.id = d.account_id
      where d.reason is null
      returning id, associate_id
    )
    update owed_items i set remittance_id = m.id from locked l join made m using (associate_id) where i.id = l.id`);
}
