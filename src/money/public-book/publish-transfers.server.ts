import { sql } from 'drizzle-orm';
import type { Transaction } from '#kit/db/database.server.ts';
import { appendEntries } from './public-entries.server.ts';

/** Public state of a transfer or a pay-out. */
export type TransferState = 'decided' | 'sent' | 'arrived' | 'returned' | 'withdrawn';

type Fact = {
  id: string;
  kind: 'transfer' | 'payout';
  associateId: string;
  socialChallengeId: string | null;
  state: TransferState;
  decidedOn: string;
  sentOn: string | null;
  receivedOn: string | null;
  returnedOn: string | null;
  gifts: number;
  shownGifts: number;
  givenYen: number | null;
  costYen: number | null;
  arrivedYen: number | null;
  reason: string;
};

/** Entries written at once. */
const atOnce = 2_000;

/** Writes transfers and pay-outs whose state or public sums are new into the public book, as facts of this day. */
export async function publishTransfers(tx: Transaction, now: Date): Promise<void> {
  for (let facts = await readNews(tx); facts.length > 0; facts = await readNews(tx)) {
    const positions = await appendEntries(
      tx,
      facts.map(({ id, kind, ...body }) => ({ kind, body: { ...body, [kind]: id } })),
      now,
    );
    const rows = facts.map((fact, at) => ({ ...fact, position: positions[at] }));
    await tx.execute(sql`
      insert into book_transfers (id, kind, associate_id, social_challenge_id, state, decided_on, sent_on, received_on,
        returned_on, gifts, shown_gifts, given_yen, cost_yen, arrived_yen, reason, position)
      select case kind when 'payout' then 'payout:' || id else id end, kind, "associateId", "socialChallengeId", state,
        "decidedOn", "sentOn", "receivedOn", "returnedOn", gifts, "shownGifts", "givenYen", "costYen", "arrivedYen",
        reason, position
      from json_to_recordset(${JSON.stringify(rows)}::json) as r (id text, kind text, "associateId" text,
        "socialChallengeId" text, state text, "decidedOn" date, "sentOn" date, "receivedOn" date, "returnedOn" date,
        gifts int, "shownGifts" int, "givenYen" bigint, "costYen" bigint, "arrivedYen" bigint, reason text,
        position bigint)
      on conflict (id) do update set associate_id = excluded.associate_id, state = excluded.state,
        decided_on = excluded.decided_on, sent_on = excluded.sent_on, received_on = excluded.received_on,
        returned_on = excluded.returned_on, gifts = excluded.gifts, shown_gifts = excluded.shown_gifts,
        given_yen = excluded.given_yen, cost_yen = excluded.cost_yen, arrived_yen = excluded.arrived_yen,
        reason = excluded.reason, position = excluded.position`);
  }
}

const jst = (at: string) => sql.raw(`(${at} at time zone 'Asia/Tokyo')::date`);

/** Public state of the remittance `r` in its run `run`: nothing of a draft is decided. */
const stateOfRemittance =
  sql.raw(`case r.state when 'confirmed' then 'arrived' when 'returned' then 'returned'
  when 'taken-out' then 'withdrawn' when 'sent' then 'sent' else 'decided' end`);

/**
 * Sums of a transfer add up the lots that it completed; there are none before it arrived. A pay-out's sum stays withheld
 * while the published gifts of its fund do not cover it and those before it.
 */
async function readNews(tx: Transaction): Promise<Fact[]> {
  const { rows } = await tx.execute<Fact>(sql`
    with transfers as (
      select r.id, 'transfer' as kind, r.associate_id, r.social_challenge_id, ${stateOfRemittance} as state,
        coalesce(${jst('run.approved_at')}, ${jst('r.created_at')}) as decided_on,
        case when r.state in ('sent', 'confirmed', 'returned')
          then coalesce(${jst('run.sent_at')}, ${jst('r.sent_at')}, run.transfer_on) end as sent_on,
        case when r.state = 'confirmed' then r.received_on end as received_on,
        case when r.state = 'returned' then r.returned_on end as returned_on,
        r.gift_count as gifts, coalesce(l.gifts, 0)::int as shown_gifts, l.yen as given_yen, l.cost_yen,
        l.yen - l.cost_yen as arrived_yen, '' as reason
      from remittances r left join remittance_runs run on run.id = r.run_id left join (
        select transfer_id, sum(gifts) as gifts, sum(yen) as yen, sum(cost_yen) as cost_yen from public_lots
        where transfer_id is not null group by transfer_id
      ) l on l.transfer_id = r.id and r.state = 'confirmed'
      where r.associate_id is not null and (run.id is null or run.state in ('approved', 'filed', 'sent', 'done'))
        and (r.state <> 'taken-out' or exists (select from book_transfers b where b.id = r.id))
    ), payouts as (
      select p.id, 'payout' as kind, p.associate_id, p.social_challenge_id,
        case when p.withdrawn_at is not null then 'withdrawn' else coalesce(${stateOfRemittance}, 'decided') end as state,
        p.decided_on, case when false then p.decided_on end as sent_on, case when r.state = 'confirmed' then r.received_on end as received_on,
        case when r.state = 'returned' then r.returned_on end as returned_on, 0 as gifts, 0 as shown_gifts, null::numeric as given_yen, null::numeric as cost_yen,
        case when p.withdrawn_at is null and f.yen - f.cost_yen >= sum(p.amount_yen) filter (where p.withdrawn_at is null)
          over (partition by p.social_challenge_id order by p.created_at, p.id) then p.amount_yen end as arrived_yen,
        p.reason
      from fund_payouts p
      left join published_sums f on f.scope = 'fund' and f.key = p.social_challenge_id
      left join owed_items i on i.payout_id = p.id and i.appraisal_id is null and i.cancelled_at is null
      left join remittances r on r.id = i.remittance_id
    ), facts as (select * from transfers union all select * from payouts)
    select f.id, f.kind, f.associate_id as "associateId", f.social_challenge_id as "socialChallengeId", f.state,
      f.decided_on::text as "decidedOn", f.sent_on::text as "sentOn", f.received_on::text as "receivedOn",
      f.returned_on::text as "returnedOn", f.gifts, f.shown_gifts as "shownGifts", f.given_yen::float8 as "givenYen",
      f.cost_yen::float8 as "costYen", f.arrived_yen::float8 as "arrivedYen", f.reason
    from facts f left join book_transfers b on b.id = case f.kind when 'payout' then 'payout:' || f.id else f.id end
    where (b.associate_id, b.state, b.decided_on, b.sent_on, b.received_on, b.returned_on, b.gifts, b.shown_gifts,
        b.given_yen, b.cost_yen, b.arrived_yen)
      is distinct from (f.associate_id, f.state, f.decided_on, f.sent_on, f.received_on, f.returned_on, f.gifts,
        f.shown_gifts, f.given_yen, f.cost_yen, f.arrived_yen)
    order by coalesce(f.returned_on, f.received_on, f.sent_on, f.decided_on), f.kind, f.id limit ${atOnce}`);
  return rows;
}
