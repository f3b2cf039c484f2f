import { max, type SQL, sql } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import { type Transaction, transaction } from '#kit/db/database.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { takeNumbers } from '#kit/numbers/numbers.server.ts';
import { formatDate, jstDay, startOfJstDay } from '#kit/values/timestamp.ts';
import { announceFunds } from '#money/funds/fund-figures.server.ts';
import { accountOf } from '#money/ledger/accounts.ts';
import { notePostings, post, postingOf } from '#money/ledger/ledger.server.ts';
import { ledgerLines } from '#money/ledger/ledger-tables.server.ts';
import { applicationsIn, settleOverpaid } from '#money/ledger/overpaid.server.ts';
import { bookingTime } from '#money/month-close/month-close.server.ts';
import { writeMails } from '#people/mail/outbox.server.ts';
import { longStatements } from '#warehouse/results/import-results.server.ts';
import { coverFunds } from './cover-funds.server.ts';
import { giftsArrived, giftsIn, lockGifts } from './follow-remittances.server.ts';
import { isHoliday } from './next-run.server.ts';
import type { ConfirmRequest } from './run.ts';
import { lockRun } from './run-rows.server.ts';
import { typedBankDayProblem } from './transfer-day.ts';

type Arrived = {
  id: string;
  version: number;
  associateId: string;
  associateName: string;
  amountYen: number;
  receivedOn: string;
  number: string;
  uid: string;
  email: string;
};

/** Tells an organisation's people that money arrived, and where its statement is. */
async function mailArrived(
  tx: Transaction,
  remittanceIds: readonly string[],
  ctx: Context,
): Promise<void> {
  const { rows } = await tx.execute<Arrived>(sql`
    select r.id, r.version, r.associate_id as "associateId", a.name as "associateName", r.amount_yen::float8 as "amountYen",
      r.received_on::text as "receivedOn", r.statement_number as number, u.uid, u.email
    from remittances r join associates a on a.id = r.associate_id
    join staff_memberships m on m.associate_id = r.associate_id join users u on u.uid = m.uid
    where r.id in (select json_array_elements_text(${JSON.stringify(remittanceIds)}::json)) and u.locked_at is null
    order by r.id, u.uid`);
  await writeMails(
    tx,
    rows.map((one) => ({
      kind: 'remittance-arrived' as const,
      dedupeKey: `remittance-arrived:${one.id}:${one.version}:${one.uid}`,
      to: one.email,
      uid: one.uid,
      waitsMinutes: ctx.mailDelayMinutes,
      data: {
        associateName: one.associateName,
        amountYen: one.amountYen,
        receivedOn: formatDate(one.receivedOn),
        number: one.number,
        path: `/staff/${one.associateId}/statements`,
      },
    })),
    ctx,
  );
}

/** So many gifts are confirmed while the operator waits; more in the background. */
const giftsAtOnce = 500;

export type Confirming = {
  receivedOn: string;
  source: 'by-hand' | 'bank-answer';
  actor: Pick<Person, 'uid'>;
};

type LockedRemittance = {
  id: string;
  runId: string;
  associateId: string;
  amountYen: number;
  version: number;
};

/**
 * Notes that remittances arrived on a day: booked, numbered, told to donors and organisations. What is not in transit any
 * more is passed over; answers which were confirmed.
 */
export async function confirmRemittances(
  tx: Transaction,
  remittanceIds: readonly string[],
  { receivedOn, source, actor }: Confirming,
  ctx: Context,
): Promise<string[]> {
  const now = ctx.clock();
  const { rows } = await tx.execute<LockedRemittance>(sql`
    select id, run_id as "runId", associate_id as "associateId", amount_yen::float8 as "amountYen", version from remittances
    where id in (select json_array_elements_text(${JSON.stringify(remittanceIds)}::json)) and state = 'sent'
    order by id for update`);
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const direct = await giftsIn(tx, ids);
  const within = await applicationsIn(tx, ids);
  await lockGifts(tx, within);
  await setConfirmed(tx, rows, { receivedOn, source, actor, now });
  const at = await bookedAt(tx, { ids, day: receivedOn, now });
  const postingIdOf = ({ id, version }: LockedRemittance) => `confirmed-${version}:${id}`;
  await post(
    tx,
    rows.map((row) => {
      const transit = accountOf('in-transit', {
        associateId: row.associateId,
        socialChallengeId: null,
      });
      const lines = [
        { account: transit, amountYen: row.amountYen },
        { account: 'bank', amountYen: -row.amountYen },
      ];
      return postingOf(postingIdOf(row), lines, { remittanceId: row.id, at: at(row.id) });
    }),
  );
  await notePostings(
    tx,
    rows.map((row) => ({
      postingId: postingIdOf(row),
      reason: source === 'by-hand' ? '着金を手で記録' : '銀行の明細で着金を確認',
      corrects: null,
      actorUid: actor.uid,
      at: now,
    })),
  );
  const facts = { receivedOn, actor, at: now };
  await giftsArrived(tx, direct, facts, ctx);
  const covered = await coverFunds(tx, ids);
  await lockGifts(
    tx,
    covered.map(({ appraisalId }) => appraisalId),
  );
  await giftsArrived(tx, covered, facts, ctx);
  await settleOverpaid(tx, within, {
    reason: '着金により、送金しすぎた額が確定',
    actorUid: actor.uid,
    at: now,
  });
  await mailArrived(tx, ids, ctx);
  for (const runId of new Set(rows.map((row) => row.runId))) await endIfDone(tx, runId, now);
  await announceFunds(tx);
  return ids;
}

/**
 * When what the bank dates by day alone is booked, by remittance: at the noon of that day, yet not before what the books
 * say of that transfer already, or a month's end between the two would have less than nothing in transit.
 */
export async function bookedAt(
  tx: Transaction,
  { ids, day, now }: { ids: readonly string[]; day: string; now: Date },
): Promise<(id: string) => Date> {
  const earlier = await tx
    .select({ id: ledgerLines.remittanceId, at: max(ledgerLines.at) })
    .from(ledgerLines)
    .where(
      sql`${ledgerLines.remittanceId} in (select json_array_elements_text(${JSON.stringify(ids)}::json))`,
    )
    .groupBy(ledgerLines.remittanceId);
  const noon = startOfJstDay(day).getTime() + 12 * 60 * 60 * 1000;
  const wanted = new Map(earlier.map(({ id, at }) => [id, Math.max(noon, at?.getTime() ?? 0)]));
  const booked = new Map<number, Date>();
  for (const time of new Set([noon, ...wanted.values()])) {
    booked.set(time, await bookingTime(tx, new Date(time), now));
  }
  return (id) => booked.get(wanted.get(id) ?? noon) ?? now;
}

async function setConfirmed(
  tx: Transaction,
  rows: readonly LockedRemittance[],
  { receivedOn, source, actor, now }: Confirming & { now: Date },
): Promise<void> {
  const ids = JSON.stringify(rows.map(({ id }) => id));
  const unnumbered = await tx.execute<{ id: string }>(sql`
    select id from remittances where id in (select json_array_elements_text(${ids}::json)) and statement_number is null
    order by id`);
  const year = Number(receivedOn.slice(0, 4));
  const numbers = await takeNumbers(tx, 'statement', year, unnumbered.rows.length);
  const numbered = JSON.stringify(
    unnumbered.rows.map(({ id }, index) => ({ id, number: numbers[index] })),
  );
  await tx.execute(sql`
    update remittances r set state = 'confirmed', received_on = ${receivedOn}::date,
      sent_at = ${now.toISOString()}::timestamptz, confirmed_by = ${actor.uid}, confirmed_by_source = ${source},
      confirm_due_on = null, confirm_due_by = null, version = r.version + 1,
      statement_number = coalesce(r.statement_number, n.number)
    from (select id from json_array_elements_text(${ids}::json) as x(id)) w
    left join json_to_recordset(${numbered}::json) as n(id text, number text) on n.id = w.id
    where r.id = w.id`);
}

/** A run of which nothing is in transit any more is over. */
export async function endIfDone(tx: Transaction, runId: string, at: Date): Promise<void> {
  await tx.execute(sql`
    update remittance_runs run set version = version + 1,
      state = case when exists (select from remittances r where r.run_id = run.id and r.state = 'sent') then 'sent' else 'done' end,
      ended_at = case when exists (select from remittances r where r.run_id = run.id and r.state = 'sent') then null
        else ${at.toISOString()}::timestamptz end
    where id = ${runId} and state in ('sent', 'done')`);
}

/**
 * How many gifts a remittance `r` may make 送金済み: its own, those of what came back and goes with it once more, and of the
 * funds that it pays out of as many as make it a large one.
 */
const giftsOf = sql`(
  case when r.opening_yen = 0 then r.gift_count else (
    with recursive chain as (
      select r.id
      union
      select i.returned_id from chain c join owed_items i on i.remittance_id = c.id and i.returned_id is not null
    )
    select sum(b.gift_count) from remittances b where b.id in (select id from chain)
  ) end + case when r.payout_yen = 0 then 0 else (
    select count(*) from (
      select from owed_items o join fund_payouts p on p.id = o.payout_id
      join owed_items g on g.social_challenge_id = p.social_challenge_id and g.remittance_id is null and g.cancelled_at is null
      where o.remittance_id = r.id limit ${giftsAtOnce}
    ) open
  ) end)`;

/**
 * Confirms those of the chosen remittances that are in transit: at once or, where they hold many gifts, in the background.
 * What waits there for the day that somebody noted keeps that day. Answers how many there are.
 */
export async function confirmSoon(
  tx: Transaction,
  choices: readonly ({ chosen: SQL } & Confirming)[],
  ctx: Context,
): Promise<number> {
  const due: { ids: string[]; facts: Confirming }[] = [];
  let [count, gifts] = [0, 0];
  for (const { chosen, ...facts } of choices) {
    const { receivedOn, actor, source } = facts;
    const { rows } = await tx.execute<{ id: string; gifts: number }>(sql`
      update remittances r set confirm_due_on = ${receivedOn}::date, confirm_due_by = ${actor.uid},
        confirmed_by_source = ${source}, confirm_failures = 0, confirm_failed_at = null
      where ${chosen} and r.state = 'sent' and r.confirm_due_on is null returning r.id, ${giftsOf}::float8 as gifts`);
    due.push({ ids: rows.map(({ id }) => id), facts });
    count += rows.length;
    gifts += rows.reduce((sum, one) => sum + one.gifts, 0);
  }
  if (gifts + count <= giftsAtOnce) {
    for (const { ids, facts } of due) await confirmRemittances(tx, ids, facts, ctx);
  }
  return count;
}

/** Confirms by hand: some at once, a whole run in the background where it is a large one. */
export const confirmByHand = (
  ctx: Context,
  operator: Person,
  runId: string,
  { which, receivedOn, version }: ConfirmRequest,
) =>
  transaction(ctx.db, async (tx) => {
    await tx.execute(longStatements);
    const { transferOn } = await lockRun(tx, runId, { version, states: ['sent'] });
    const at = ctx.clock();
    const message = typedBankDayProblem(
      receivedOn,
      { what: '着金した日', first: transferOn, firstIs: '振込指定日' },
      { today: jstDay(at), isHoliday },
    );
    if (message) {
      throw refuse('ValidationError', message, { errors: [{ path: 'receivedOn', message }] });
    }
    await audit(tx, operator, 'remittances.confirm', ['remittance-run', runId], {
      at,
      day: receivedOn,
      ...(which !== 'all' && { count: which.length }),
    });
    const chosen =
      which === 'all'
        ? sql`r.run_id = ${runId}`
        : sql`r.run_id = ${runId} and r.id in (select json_array_elements_text(${JSON.stringify(which)}::json))`;
    const facts = { receivedOn, source: 'by-hand', actor: operator } as const;
    if ((await confirmSoon(tx, [{ chosen, ...facts }], ctx)) === 0) {
      throw refuse('Conflict', '選ばれた送金は、すでに着金か組戻しが記録されています。');
    }
  });
