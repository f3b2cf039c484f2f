import { sql } from 'drizzle-orm';
import type { Database } from '#kit/db/database.server.ts';
import { differences } from '#money/sums/check-sums.server.ts';
import { blockedFaults } from './blocked-invariants.ts';
import type { Day, Fault } from './day.ts';
import { numberFaults } from './number-invariants.ts';
import { paperFaults } from './paper-invariants.ts';
import { publicFaults } from './public-invariants.ts';
import { readAllYears, statementFaults } from './statement-invariants.ts';
import { toldFaults } from './told.ts';
import { verifyFaults } from './verify-invariants.ts';

/** What of the books contradicts itself, or what the other tables say. */
const ofBooks = sql`
  with balance as materialized (
    select account, sum(amount_yen) as yen from ledger_lines group by 1
  ), posting as materialized (
    select posting_id, sum(amount_yen) as yen from ledger_lines group by 1
  )
  select 'a posting does not balance' as what, posting_id as about, yen as is, 0 as should from posting where yen <> 0
  union all
  select 'the accounts of items', coalesce(b.account, i.account), coalesce(b.yen, 0), coalesce(i.yen, 0)
  from (select * from balance where account like 'owed:associate:%' or account like 'overpaid:%') b
  full join (
    select one.account, sum(one.yen) as yen from owed_items o left join remittances r on r.id = o.remittance_id
    cross join lateral (values ('owed:associate:' || o.associate_id, -o.amount_yen - o.overpaid_yen),
      ('overpaid:associate:' || o.associate_id, o.overpaid_yen)) as one (account, yen)
    where o.associate_id is not null and o.cancelled_at is null and (r.id is null or r.state = 'prepared') group by 1
  ) i using (account)
  where coalesce(b.yen, 0) <> coalesce(i.yen, 0)
  union all
  select 'more is overpaid than arrived', account, yen, coalesce(arrived, 0) from balance
  left join (select 'overpaid:associate:' || coalesce(a.merged_into, a.id) as account, sum(r.amount_yen) as arrived
    from remittances r join associates a on a.id = r.associate_id where r.state = 'confirmed' group by 1) sent using (account)
  where account like 'overpaid:%' and yen > coalesce(arrived, 0)
  union all
  select 'something stays returned', account, yen, 0 from balance where account like 'returned:%' and yen <> 0
  union all
  select 'in transit', coalesce(account, sent.of), coalesce(-yen, 0), coalesce(sent.sum, 0)
  from (select * from balance where account like 'in-transit:%') b
  full join (select 'in-transit:associate:' || associate_id as of, sum(amount_yen) as sum from remittances where state = 'sent' group by 1) sent
    on sent.of = b.account
  where coalesce(-yen, 0) <> coalesce(sent.sum, 0)
  union all
  select 'bank', '', is_now, should from (select
    (select coalesce(sum(yen), 0) from balance where account = 'bank') as is_now,
    -(select coalesce(sum(amount_yen), 0) from remittances where state = 'confirmed') as should) bank
  where is_now <> should
  union all
  select 'what sales are to bring', '', is_now, should from (select
    (select coalesce(sum(yen), 0) from balance where account = 'sale-receipts') as is_now,
    (select coalesce(-sum(yen), 0) from balance where account = 'rounding')
      + (select coalesce(sum(amount_yen), 0) from goods_sales where reversed_at is null) as should) sales
  where is_now <> should
  union all
  select 'a posting without a note', posting_id, 0, 1 from posting p
  where split_part(split_part(posting_id, ':', 1), '-', 1) in ('reversal', 'overpaid', 'sent', 'unsent', 'confirmed', 'unconfirmed', 'returned', 'reopened', 'payout', 'sale')
    and not exists (select from posting_notes n where n.posting_id = p.posting_id)
  union all
  select 'a note corrects what was not posted: ' || corrects, posting_id, 0, 1 from posting_notes n
  where corrects is not null and not exists (select from posting p where p.posting_id = n.corrects)`;

/** Gifts: their worth, fees by the agreement of their day, and what is owed for them. */
const ofGifts = sql`
  with given as materialized (
    select d.*, a.appraised_yen, a.bonus_yen, (d.donated_at at time zone 'Asia/Tokyo')::date as day,
      d.amount_yen - d.fee_yen - d.handling_yen as net_yen, x.state, x.boxes
    from donations d join appraisals a on a.id = d.appraisal_row_id join applications x on x.appraisal_id = d.appraisal_id
    where d.reversed_at is null
  ), balance as materialized (
    select ledger_code(account) as code, account like '%:fund:%' as is_fund, sum(amount_yen) as yen from ledger_lines
    where posting_id not like 'sale%' group by 1, 2
  ), expected as (
    select 'proceeds' as code, false as is_fund, sum(appraised_yen) as yen from given
    union all select 'bonus', false, sum(bonus_yen) from given
    union all select 'service-fee', social_challenge_id is not null, -sum(fee_yen) from given group by 2
    union all select 'handling', social_challenge_id is not null, -sum(handling_yen) from given group by 2
  )
  select 'the books of gifts' as what, code as about, coalesce(b.yen, 0) as is, coalesce(e.yen, 0) as should
  from (select * from balance where code in ('proceeds', 'bonus', 'service-fee', 'handling')) b full join expected e using (code, is_fund)
  where coalesce(b.yen, 0) <> coalesce(e.yen, 0)
  union all
  select 'fee and handling by the agreement', appraisal_id, fee_yen + handling_yen, -1 from given g
  where not exists (
    select from (
      -- Of an organisation, or of one that it took in since.
      select a.id as of, (select t from associate_agreements t where t.associate_id = a.id and t.starts_on <= g.day
          and (t.ends_on is null or t.ends_on >= g.day) order by t.created_at desc, t.starts_on desc limit 1) as agreement,
        null::fund_terms as terms
      from associates a where a.id = g.associate_id or a.merged_into = g.associate_id
      union all
      select null, null, (select t from fund_terms t where t.starts_on <= g.day order by t.starts_on desc, t.created_at desc limit 1)
      where g.associate_id is null
    ) by_day, lateral (select coalesce((agreement).fee_basis_points, (terms).fee_basis_points, 0) as fee,
      coalesce((agreement).handling_yen, (terms).handling_yen, 0) as handling) t
    where g.fee_yen = div(g.amount_yen::numeric * t.fee, 10000)
      and g.handling_yen = least(t.handling * g.boxes, g.amount_yen - g.fee_yen))
  union all
  select 'items of a gift', appraisal_id, coalesce(i.yen, 0), coalesce(g.net_yen, 0)
  from (select appraisal_id, sum(amount_yen) as yen from owed_items where cancelled_at is null and appraisal_id is not null group by 1) i
  full join given g using (appraisal_id)
  where coalesce(i.yen, 0) <> coalesce(g.net_yen, 0)`;

/** What is owed to each organisation, and what each fund has, by their items and by the books. */
const ofItems = sql`
  with balance as materialized (
    select substring(account from '^(?:owed|overpaid):(.*)') as target, -sum(amount_yen) as yen from ledger_lines
    where account like 'owed:%' or account like 'overpaid:%' group by 1
  ), opened as (
    select 'associate:' || i.associate_id as target, sum(i.amount_yen) as yen
    from owed_items i left join remittances r on r.id = i.remittance_id
    where i.associate_id is not null and i.cancelled_at is null and (r.id is null or r.state = 'prepared') group by 1
    union all
    select 'fund:' || id, (select coalesce(sum(amount_yen), 0) from owed_items where social_challenge_id = c.id and cancelled_at is null)
      - (select coalesce(sum(amount_yen), 0) from fund_payouts where social_challenge_id = c.id and withdrawn_at is null)
    from social_challenges c
  ), earned as (
    -- By the organisation that stays, where some were merged.
    select coalesce(a.merged_into, a.id) as id,
      sum((select coalesce(sum(amount_yen - fee_yen - handling_yen), 0) from donations d where d.associate_id = a.id and d.reversed_at is null)
        + (select coalesce(sum(amount_yen), 0) from fund_payouts p where p.associate_id = a.id and p.withdrawn_at is null)) as earned,
      sum((select coalesce(sum(amount_yen), 0) from remittances r where r.associate_id = a.id and r.state in ('sent', 'confirmed'))
        + coalesce((select yen from balance where target = 'associate:' || a.id), 0)) as accounted
    from associates a group by 1
  )
  select 'open items and the books' as what, target as about, coalesce(o.yen, 0) as is, coalesce(b.yen, 0) as should
  from balance b full join opened o using (target) where coalesce(o.yen, 0) <> coalesce(b.yen, 0)
  union all
  select 'sent and owed of what was earned', id, accounted, earned from earned where accounted <> earned
  union all
  select 'a fund has less than nothing', target, yen, 0 from balance b
  where target like 'fund:%' and yen < 0 and not exists (
    select from donations d where 'fund:' || d.social_challenge_id = b.target and d.reversed_at is not null)
  union all
  select 'a pay-out covers more than it is', id, covered_yen, amount_yen from fund_payouts where covered_yen not between 0 and amount_yen`;

/** Runs, their files, what the remittances are made of, and which gifts have arrived by them. */
const ofRuns = sql`
  with recursive file as (
    select f.* from transfer_files f where not exists (select from transfer_files n where n.replaces = f.id)
  ), arrived as (
    select id, id as last from remittances where state = 'confirmed'
    union
    select i.returned_id, a.last from arrived a join owed_items i on i.remittance_id = a.id and i.returned_id is not null
  ), gift as (
    -- The first item of a gift says by which transfer it goes.
    select distinct on (i.appraisal_id) i.appraisal_id, i.remittance_id, i.amount_yen from owed_items i
    where i.appraisal_id is not null and i.cancelled_at is null order by i.appraisal_id, i.id
  )
  select 'a remittance and its items' as what, r.id as about, r.amount_yen as is, coalesce(sum(i.amount_yen), 0) as should
  from remittances r left join owed_items i on i.remittance_id = r.id and i.associate_id is not null and i.cancelled_at is null
  group by r.id having case when r.state = 'taken-out' then 0 else r.amount_yen end <> coalesce(sum(i.amount_yen), 0)
  union all
  select 'a statement does not add up', id, amount_yen, opening_yen + gift_yen - fee_yen - handling_yen + correction_yen + payout_yen
  from remittances where amount_yen <> opening_yen + gift_yen - fee_yen - handling_yen + correction_yen + payout_yen
  union all
  select 'a run, its file and its remittances', run.id, file.amount_yen, sum(r.amount_yen)
  from remittance_runs run join file on file.run_id = run.id join remittances r on r.run_id = run.id and r.state <> 'taken-out'
  where run.state <> 'dropped'
  group by run.id, run.amount_yen, run.remittance_count, file.amount_yen, file.remittance_count
  having file.amount_yen <> sum(r.amount_yen) or run.amount_yen <> file.amount_yen
    or run.remittance_count <> count(*) or file.remittance_count <> count(*)
  union all
  select 'the files and what became of them', '', files, became from (select
    (select coalesce(sum(f.amount_yen), 0) from file f join remittance_runs run on run.id = f.run_id and run.state in ('sent', 'done')) as files,
    (select coalesce(sum(amount_yen), 0) from remittances where state in ('sent', 'confirmed', 'returned')) as became) s
  where files <> became
  union all
  select 'a run is over or not', run.id, 0, count(r.id) from remittance_runs run left join remittances r on r.run_id = run.id and r.state = 'sent'
  where run.state in ('sent', 'done') group by run.id having (run.state = 'done') <> (count(r.id) = 0)
  union all
  select 'a confirmed remittance says when, by whom and its number', id, 0, 1 from remittances
  where (state = 'confirmed') <> (received_on is not null) or state = 'confirmed' and (statement_number is null or confirmed_by is null)
  union all
  select 'a gift that did not arrive is said to', d.appraisal_id, 1, 0 from donations d left join remittances r on r.id = d.remittance_id
  where d.reversed_at is null and (d.remittance_id is not null and r.state <> 'confirmed' or (d.received_on is null) <> (d.remittance_id is null))
  union all
  select 'the application of a gift says otherwise: ' || a.state, a.appraisal_id, 0, 1 from applications a
  left join donations d on d.appraisal_id = a.appraisal_id and d.reversed_at is null
  where (a.state in ('remitted', 'thanked')) <> (d.remittance_id is not null or d.amount_yen <= d.fee_yen + d.handling_yen) or (d.id is null) <> (a.state not in ('donated', 'remitted', 'thanked'))
  union all
  select 'a gift that arrived is not said to', d.appraisal_id, 0, 1 from gift g join arrived on arrived.id = g.remittance_id
  join donations d on d.appraisal_id = g.appraisal_id and d.reversed_at is null
  where d.remittance_id is null and g.amount_yen > 0
  union all
  select 'a gift is said to have arrived by a transfer that did not carry it', d.appraisal_id, 1, 0
  from donations d join gift g using (appraisal_id)
  where d.reversed_at is null and d.remittance_id is not null and g.amount_yen > 0 and not exists (
    select from arrived a where a.id = g.remittance_id and a.last = d.remittance_id)`;

async function closedMonths(db: Database): Promise<Map<string, string>> {
  const { rows } = await db.execute<{ month: string; digest: string }>(sql`
    select m.month::text as month, coalesce(md5(string_agg(concat_ws(' ', l.posting_id, l.line, l.account, l.amount_yen, l.at), ','
      order by l.posting_id, l.line)), '') as digest
    from closed_months m left join ledger_lines l on date_trunc('month', l.at at time zone 'Asia/Tokyo')::date = m.month
    group by 1`);
  return new Map(rows.map(({ month, digest }) => [month, digest]));
}

/**
 * Refuses books that contradict themselves; remembers closed months, which never move. `isWhole`: the public pages are
 * read, and every paper is asked about, not some.
 */
export async function demandInvariants(day: Day, isWhole: boolean): Promise<void> {
  const { db } = day.house;
  const { closed } = day;
  day.checks += 1;
  const years = await readAllYears(day);
  const faults = [
    ...day.faults.splice(0),
    ...(await toldFaults(day)),
    ...(await paperFaults(day)),
    ...(await numberFaults(day)),
    ...(await verifyFaults(day, isWhole)),
    ...(await statementFaults(day, years)),
    ...(await blockedFaults(day)),
    ...(isWhole ? await publicFaults(day, years) : []),
  ];
  for (const query of [ofBooks, ofGifts, ofItems, ofRuns]) {
    faults.push(...(await db.execute<Fault>(query)).rows);
  }
  for (const { name, key, kept, counted } of await differences(db)) {
    faults.push({ what: `kept sum ${name} ${key}`, about: '', is: kept, should: counted });
  }
  for (const [month, digest] of await closedMonths(db)) {
    const before = closed.get(month);
    if (before === undefined) closed.set(month, digest);
    else if (before !== digest)
      faults.push({ what: 'a closed month moved', about: month, is: 0, should: 0 });
  }
  if (faults.length > 0) {
    const told = faults
      .slice(0, 5)
      .map(({ what, about, is, should }) => `${what} (${about}): ${is}, not ${should}`);
    throw new Error(told.join('\n'));
  }
}
