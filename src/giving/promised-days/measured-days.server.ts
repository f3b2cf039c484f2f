import { sql } from 'drizzle-orm';
import type { Context } from '#kit/dependencies.server.ts';
import { kept } from '#kit/topics/kept.server.ts';
import { jstDay } from '#kit/values/timestamp.ts';
import { measuredDays as measuredDaysTable } from '#warehouse/appraisals/appraisal-tables.server.ts';
import { type MeasuredDays, measuredOver } from './measured-days.ts';
import type { PromisedStep } from './promised-days.ts';

/** Last measurements; steps that nobody took are missing. */
export const shownDays = kept(['content'], async ({ db }): Promise<MeasuredDays> => {
  const rows = await db.select().from(measuredDaysTable);
  return Object.fromEntries(
    rows.map(({ step, medianTenths, count }) => [step, { days: medianTenths / 10, count }]),
  );
});

/** Measures the last 90 days, once per day. */
export async function measureDays({ clock, workDb }: Context): Promise<void> {
  const today = jstDay(clock());
  const [last] = await workDb
    .select({ on: sql<string>`max(${measuredDaysTable.measuredOn})::text` })
    .from(measuredDaysTable);
  if (last?.on === today) return;
  const since = new Date(clock().getTime() - measuredOver * dayMs).toISOString();
  await workDb.execute(sql`
        with taken as (${kit(since)} union all ${appraisal(since)} union all ${remittance(since)}),
          -- Nothing is known of a step that was not taken any more.
          gone as (delete from measured_days where step not in (select step from taken))
        insert into measured_days (step, median_tenths, count, measured_on)
        select step, round(10 * percentile_cont(0.5) within group (order by days))::int, count(*), ${today}::date
        from taken group by step
        on conflict (step) do update set median_tenths = excluded.median_tenths, count = excluded.count,
          measured_on = excluded.measured_on`);
}

const dayMs = 24 * 60 * 60 * 1000;

const step = (name: PromisedStep) => sql`${name}::text as step`;
/** Days between two times. Zero for a step recorded late, not negative. */
const between = (from: string, to: string) =>
  sql.raw(`greatest(0, extract(epoch from ${to} - ${from}) / 86400) as days`);

/** Condition for an event that changed the state and still holds: no edit, no undo, not undone. */
const stillHolds = (event: 'e' | 'c' | 'd') =>
  sql.raw(`${event}.from_state is distinct from ${event}.to_state and not ${event}.is_skipped and ${event}.undoes is null
    and not exists (select from application_events u where u.appraisal_id = ${event}.appraisal_id
      and u.undoes = ${event}.id and u.batch_id is null)`);

/** From the application to the kit's departure. */
const kit = (since: string) => sql`
  select ${step('kit')}, ${between('a.created_at', 'e.at')}
  from application_events e join applications a on a.appraisal_id = e.appraisal_id
  where e.to_state = 'kit-sent' and e.at >= ${since}::timestamptz and ${stillHolds('e')}`;

/** From the last arrival of goods to the result of any kind; a reversed result is no arrival. */
const appraisal = (since: string) => sql`
  select ${step('appraisal')}, ${between('came.at', 'e.at')}
  from application_events e,
    lateral (select max(c.at) as at from application_events c where c.appraisal_id = e.appraisal_id
      and c.to_state = 'goods-received' and c.batch_id is null and c.id < e.id and ${stillHolds('c')}) as came
  where e.to_state in ('appraised', 'unpriced') and e.from_state is distinct from 'appraised'
    and e.at >= ${since}::timestamptz and ${stillHolds('e')} and came.at is not null`;

/** From the donation to the remittance. */
const remittance = (since: string) => sql`
  select ${step('remittance')}, ${between('given.at', 'e.at')}
  from application_events e,
    lateral (select max(d.at) as at from application_events d where d.appraisal_id = e.appraisal_id
      and d.to_state = 'donated' and d.id < e.id and ${stillHolds('d')}) as given
  where e.to_state = 'remitted' and e.at >= ${since}::timestamptz and ${stillHolds('e')} and given.at is not null`;
