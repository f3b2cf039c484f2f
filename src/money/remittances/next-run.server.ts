import { desc, inArray, isNull, ne, sql } from 'drizzle-orm';
import { holidayName } from '#giving/acceptance/delivery-days.server.ts';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { addDays, formatDate, jstDay, jstMonth } from '#kit/values/timestamp.ts';
import { countBlocked, isBlocked } from '#money/bank-accounts/blocked-accounts.server.ts';
import { bankAccounts } from '#organisations/associates/associate-tables.server.ts';
import { failingRuns } from './failing-confirmations.server.ts';
import { remittanceRuns } from './remittance-tables.server.ts';
import type { NextRun } from './run.ts';
import { possibleTransferDay, transferDayProblem } from './transfer-day.ts';

type Source = Database | Transaction;

export const isHoliday = (day: string) => holidayName(day) !== undefined;
/** So many days the bank wants the file before the day of transfer; a suggestion. */
const daysAhead = 3;

/** The account that the service pays from: the newest. */
export async function payerAccount(source: Source) {
  const [account] = await source
    .select()
    .from(bankAccounts)
    .where(isNull(bankAccounts.associateId))
    .orderBy(desc(bankAccounts.createdAt))
    .limit(1);
  return account;
}

/** The day after the last run's period; before the first run, that of the oldest open item, or of the month. */
export async function nextPeriodFrom(source: Source, periodTo: string): Promise<string> {
  const [last] = await source
    .select({ periodTo: remittanceRuns.periodTo })
    .from(remittanceRuns)
    .where(ne(remittanceRuns.state, 'dropped'))
    .orderBy(desc(remittanceRuns.periodTo))
    .limit(1);
  if (last) return addDays(last.periodTo, 1);
  const { rows } = await source.execute<{ day: string | null }>(sql`
    select min(day)::text as day from owed_items
    where remittance_id is null and cancelled_at is null and associate_id is not null`);
  const first = rows[0]?.day ?? `${periodTo.slice(0, 7)}-01`;
  return first < periodTo ? first : periodTo;
}

export async function latestRun(source: Source) {
  const [run] = await source
    .select()
    .from(remittanceRuns)
    .orderBy(desc(remittanceRuns.createdAt), desc(remittanceRuns.id))
    .limit(1);
  return run;
}

/** The run that is not with the bank: not always the newest, since one may be taken back from there. */
async function openRun(source: Source) {
  const [run] = await source
    .select()
    .from(remittanceRuns)
    .where(inArray(remittanceRuns.state, ['draft', 'approved', 'filed']))
    .limit(1);
  return run;
}

/** Open items by organisation up to a day, with minimum and account: what a run would take, and what it would leave. */
export const dueByAssociate = (periodTo: string, today: string) => sql`
  select o.associate_id, o.yen,
    coalesce((select minimum_yen from associate_agreements g where g.associate_id = o.associate_id and g.starts_on <= ${today}::date
      and (g.ends_on is null or g.ends_on >= ${today}::date) order by g.created_at desc, g.starts_on desc limit 1), 0) as minimum_yen,
    held.id as account_id, ${isBlocked(sql`held.id`)} as is_blocked
  from (
    select associate_id, sum(amount_yen) as yen from owed_items
    where remittance_id is null and cancelled_at is null and associate_id is not null and day <= ${periodTo}::date
    group by associate_id
  ) o left join lateral (
    select b.id from bank_accounts b where b.associate_id = o.associate_id order by b.created_at desc limit 1
  ) held on true`;

/** Reason that an organisation is carried over; null for payees. */
export const carriedReason = sql`case
  when yen <= 0 then 'nothing-payable'
  when yen < minimum_yen then 'below-minimum'
  when account_id is null then 'no-account'
  when is_blocked then 'account-blocked' end`;

type Wish = { periodTo?: string | undefined; transferOn?: string | undefined };

/** What a run would be now: its period, a possible day, what would be paid and carried over, and what keeps it from being made. */
export async function nextRun(source: Source, now: Date, wish: Wish): Promise<NextRun> {
  const today = jstDay(now);
  const lastMonthEnd = addDays(`${jstMonth(now)}-01`, -1);
  const isTaken = (await nextPeriodFrom(source, lastMonthEnd)) > lastMonthEnd;
  const periodTo = wish.periodTo ?? (isTaken ? today : lastMonthEnd);
  const transferOn = wish.transferOn ?? possibleTransferDay(addDays(today, daysAhead), isHoliday);
  const periodFrom = await nextPeriodFrom(source, periodTo);
  const latest = await latestRun(source);
  type Sums = { payable: number; payableYen: number; carried: number; carriedYen: number };
  const { rows } = await source.execute<Sums>(sql`
    select count(*) filter (where reason is null)::float8 as payable,
      coalesce(sum(yen) filter (where reason is null), 0)::float8 as "payableYen",
      count(*) filter (where reason is not null and yen <> 0)::float8 as carried,
      coalesce(sum(yen) filter (where reason is not null), 0)::float8 as "carriedYen"
    from (select yen, ${carriedReason} as reason from (${dueByAssociate(periodTo, today)}) due) judged`);
  const sums = rows[0] ?? { payable: 0, payableYen: 0, carried: 0, carriedYen: 0 };
  const blockers: NextRun['blockers'] = [];
  const open = await openRun(source);
  if (open) {
    blockers.push({
      message: `送金${open.number}が、まだ銀行に渡されていません。先にそちらを進めるか、取りやめてください。`,
      address: `remittances/${open.id}`,
    });
  }
  if (!(await payerAccount(source))) {
    blockers.push({
      message: '振込元の口座が登録されていません。',
      address: 'bank-account',
    });
  }
  if (!open && periodTo < periodFrom) {
    blockers.push({
      message: `対象期間は、前回の送金の次の日（${formatDate(periodFrom)}）からになります。それより後の日を選んでください。`,
      address: '',
    });
  }
  if (periodTo > today) {
    blockers.push({ message: '対象期間の最後の日は、今日までの日を選んでください。', address: '' });
  }
  const dayProblem = transferDayProblem(transferOn, { today, isHoliday });
  if (dayProblem) blockers.push({ message: dayProblem, address: '' });
  return {
    periodFrom,
    periodTo,
    transferOn,
    payable: { count: sums.payable, amountYen: sums.payableYen },
    carried: { count: sums.carried, amountYen: sums.carriedYen },
    blockedAccounts: await countBlocked(source),
    failingRuns: await failingRuns(source),
    blockers,
    latestRunId: latest?.id ?? '',
  };
}
