import { asc, inArray, sql } from 'drizzle-orm';
import { selectApplications, toRow } from '#giving/applications/application-row.server.ts';
import { applications } from '#giving/applications/application-tables.server.ts';
import { mailRemitted } from '#giving/applications/donor-mails.server.ts';
import { settleEmptyGifts } from '#giving/donations/record-donations.server.ts';
import { endPapersOn } from '#giving/receipts/paper-record.server.ts';
import type { Person } from '#kit/actor.server.ts';
import type { Transaction } from '#kit/db/database.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { leavesNothing } from '#money/ledger/fees.ts';
import { moveToThanked } from '#organisations/thanks/thank-donations.server.ts';
import { settleUses } from '#organisations/use-reports/match-gifts.server.ts';
import { systemUid } from '#people/approvals/approval-list.server.ts';

/**
 * The applications whose gifts are in these remittances: directly, or by what came back and was sent once more. One
 * number for each, in their order. A correction that goes by another remittance than its gift says nothing of the gift.
 */
export async function giftsIn(tx: Transaction, remittanceIds: readonly string[]) {
  const { rows } = await tx.execute<{ appraisalId: string; remittanceId: string }>(sql`
    with recursive chain as (
      select id as top, id from json_array_elements_text(${JSON.stringify(remittanceIds)}::json) as r(id)
      union
      select c.top, i.returned_id from chain c join owed_items i on i.remittance_id = c.id and i.returned_id is not null
    )
    select i.appraisal_id as "appraisalId", min(c.top) as "remittanceId"
    from chain c join owed_items i on i.remittance_id = c.id
    where i.appraisal_id is not null and i.kind = 'gift' group by 1 order by 1`);
  return rows;
}

/** Remittance by which an application's gift arrived, including one paid again after a return, and the day. */
export async function arrivalOf(
  tx: Transaction,
  appraisalId: string,
): Promise<{ remittanceId: string; receivedOn: string | null } | undefined> {
  const { rows } = await tx.execute<{ remittanceId: string; receivedOn: string | null }>(sql`
    with recursive chain as (
      select remittance_id as id from owed_items
      where appraisal_id = ${appraisalId} and kind = 'gift' and remittance_id is not null and cancelled_at is null
      union
      select i.remittance_id from chain c join owed_items i on i.returned_id = c.id and i.remittance_id is not null
    )
    select r.id as "remittanceId", r.received_on::text as "receivedOn" from chain join remittances r using (id)
    where r.state = 'confirmed' order by r.received_on, r.id limit 1`);
  return rows[0];
}

/** Locks applications in the order of their numbers: before their donations, as everywhere. */
export async function lockGifts(tx: Transaction, numbers: readonly string[]): Promise<void> {
  await tx.execute(sql`
    select from applications
    where appraisal_id in (select json_array_elements_text(${JSON.stringify(numbers)}::json))
    order by appraisal_id for update`);
}

/**
 * Gifts arrived: their donations say by which remittance and on which day, their applications are 送金済み (or お礼済み), and
 * donors are told.
 */
export async function giftsArrived(
  tx: Transaction,
  gifts: readonly { appraisalId: string; remittanceId: string }[],
  { receivedOn, actor, at }: { receivedOn: string; actor: Pick<Person, 'uid'>; at: Date },
  ctx: Context,
): Promise<void> {
  const listed = JSON.stringify(gifts);
  await tx.execute(sql`
    update donations d set remittance_id = g."remittanceId", received_on = ${receivedOn}::date
    from json_to_recordset(${listed}::json) as g("appraisalId" text, "remittanceId" text)
    where d.appraisal_id = g."appraisalId" and d.reversed_at is null and d.remittance_id is null`);
  const moved = await moveAll(tx, gifts, {
    from: ['donated'],
    to: 'remitted',
    note: '',
    actor,
    at,
  });
  const numbers = moved.map(({ appraisalId }) => appraisalId);
  for (let from = 0; from < numbers.length; from += mailedAtOnce) {
    const part = inArray(applications.appraisalId, numbers.slice(from, from + mailedAtOnce));
    const rows = await selectApplications(tx, part).orderBy(asc(applications.appraisalId));
    await mailRemitted(tx, rows.map(toRow), ctx);
    await moveToThanked(tx, part, at);
  }
}

const mailedAtOnce = 500;

/**
 * What arrived by a remittance did not, or came back: donations are as before it, applications 寄付済み again, mails
 * that have not left do not leave, and papers on the gifts are void, for the reason that their holders read.
 */
export async function giftsWentBack(
  tx: Transaction,
  remittanceId: string,
  {
    note,
    paperReason,
    actor,
    at,
  }: { note: string; paperReason: string; actor: Pick<Person, 'uid'>; at: Date },
): Promise<void> {
  const { rows } = await tx.execute<
    { appraisalId: string } & Parameters<typeof leavesNothing>[0]
  >(sql`
    select appraisal_id as "appraisalId", amount_yen::float8 as "amountYen", fee_yen::float8 as "feeYen",
      handling_yen::float8 as "handlingYen"
    from donations where remittance_id = ${remittanceId} and reversed_at is null order by 1`);
  await lockGifts(
    tx,
    rows.map(({ appraisalId }) => appraisalId),
  );
  await tx.execute(sql`
    update donations set remittance_id = null, received_on = null
    where remittance_id = ${remittanceId} and reversed_at is null`);
  await endPapersOn(tx, {
    appraisalIds: rows.map(({ appraisalId }) => appraisalId),
    reason: paperReason,
    actorUid: actor.uid === systemUid ? null : actor.uid,
    at,
  });
  await moveAll(tx, rows, { from: ['remitted', 'thanked'], to: 'donated', note, actor, at });
  await settleUses(
    tx,
    rows.map(({ appraisalId }) => appraisalId),
    at,
  );
  const empty = rows.filter(leavesNothing).map(({ appraisalId }) => appraisalId);
  await settleEmptyGifts(tx, empty, at);
  await tx.execute(sql`
    delete from outbox_mails m using json_to_recordset(${JSON.stringify(rows)}::json) as g("appraisalId" text)
    where m.appraisal_id = g."appraisalId" and m.kind = 'remitted' and m.state = 'waiting' and m.attempts = 0`);
  await tx.execute(sql`
    delete from outbox_mails where kind = 'remittance-arrived' and state = 'waiting' and attempts = 0
      and starts_with(dedupe_key, ${`remittance-arrived:${remittanceId}:`})`);
}

/** Moves applications that are in one of the states, each with its event; answers which moved. */
async function moveAll(
  tx: Transaction,
  gifts: readonly { appraisalId: string }[],
  {
    from,
    to,
    note,
    actor,
    at,
  }: { from: readonly string[]; to: string; note: string; actor: Pick<Person, 'uid'>; at: Date },
): Promise<{ appraisalId: string }[]> {
  const isSystem = actor.uid === systemUid;
  const { rows } = await tx.execute<{ appraisalId: string }>(sql`
    with before as (
      select a.appraisal_id, a.state from applications a
      join json_to_recordset(${JSON.stringify(gifts)}::json) as g("appraisalId" text) on g."appraisalId" = a.appraisal_id
      where a.state = any(${sql.param([...from])}::text[])
    ), moved as (
      update applications a set state = ${to}, version = a.version + 1, state_changed_at = ${at.toISOString()}::timestamptz
      from before b where a.appraisal_id = b.appraisal_id returning a.appraisal_id
    ), noted as (
      insert into application_events (appraisal_id, from_state, to_state, done_by, actor_uid, note, at)
      select appraisal_id, state, ${to}, ${isSystem ? 'system' : 'operator'}, ${isSystem ? null : actor.uid}, ${note},
        ${at.toISOString()}::timestamptz
      from before
    )
    select appraisal_id as "appraisalId" from moved order by 1`);
  return rows;
}
