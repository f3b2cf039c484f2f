import { desc, sql } from 'drizzle-orm';
import type { Context } from '#kit/dependencies.server.ts';
import { kept } from '#kit/topics/kept.server.ts';
import { addMonths, jstMonth, startOfJstMonth } from '#kit/values/timestamp.ts';
import { appraisalQuestionMonths } from './estimate-tables.server.ts';
import type { QuestionMonth } from './question-month.ts';

/** Months with figures that may still change: a correction counts until the end of the month after the question. */
const openMonths = 3;
/** Corrections below which no sum is published. */
const minCorrections = 5;

/** Figures of the last months, the newest first, as counted this day. */
export const recentQuestions = kept(['content'], async ({ db }): Promise<QuestionMonth[]> => {
  const rows = await db
    .select()
    .from(appraisalQuestionMonths)
    .orderBy(desc(appraisalQuestionMonths.month))
    .limit(openMonths);
  return rows.map(({ month, asked, changed, changedYen }) => ({
    ...{ month: month.slice(0, 7), asked, changed, changedYen },
  }));
});

/**
 * Questions about items of a month (YYYY-MM), by donors of the boxes themselves, and those whose result was corrected
 * afterwards, until the end of the next month. The sum is null before then, and with fewer than five corrections.
 */
export async function appraisalQuestionsOf(
  { workDb, clock }: Pick<Context, 'workDb' | 'clock'>,
  month: string,
): Promise<QuestionMonth> {
  const from = startOfJstMonth(month);
  const to = startOfJstMonth(addMonths(month, 1));
  const settled = startOfJstMonth(addMonths(month, 2));
  const { rows } = await workDb.execute<{ asked: number; changed: number; yen: number }>(sql`
    with asked as (
      select distinct on (m.appraisal_id) m.appraisal_id, m.created_at
      from contact_messages m join applications a on a.appraisal_id = m.appraisal_id
      left join users u on u.uid = a.uid
      where m.item <> '' and m.created_at >= ${from.toISOString()}::timestamptz
        and m.created_at < ${to.toISOString()}::timestamptz and m.email in (a.email, u.email)
      order by m.appraisal_id, m.created_at
    )
    select count(*)::int as asked, count(c.donation_yen)::int as changed,
      coalesce(sum(abs(c.donation_yen - b.donation_yen)), 0)::float8 as yen
    from asked left join lateral (
      select id, donation_yen from appraisals
      where appraisal_id = asked.appraisal_id and corrects_id is not null and created_at >= asked.created_at
        and created_at < ${settled.toISOString()}::timestamptz
      order by created_at desc limit 1
    ) c on true left join lateral (
      select donation_yen from appraisals
      where appraisal_id = asked.appraisal_id and created_at < asked.created_at order by created_at desc limit 1
    ) b on true`);
  const { asked = 0, changed = 0, yen = 0 } = rows[0] ?? {};
  const isShown = clock() >= settled && changed >= minCorrections;
  return { month, asked, changed, changedYen: isShown ? yen : null };
}

/** Records the figures of months that may still change, once per day. */
export async function countQuestions(ctx: Context): Promise<void> {
  const { workDb, clock } = ctx;
  const today = sql`(${clock().toISOString()}::timestamptz at time zone 'Asia/Tokyo')::date`;
  const { rows } = await workDb.execute(sql`
    select from appraisal_question_months where counted_on = ${today} limit 1`);
  if (rows.length > 0) return;
  const current = jstMonth(clock());
  for (let ago = 0; ago < openMonths; ago += 1) {
    const { month, ...figures } = await appraisalQuestionsOf(ctx, addMonths(current, -ago));
    const row = { ...figures, countedOn: today };
    await workDb
      .insert(appraisalQuestionMonths)
      .values({ month: `${month}-01`, ...row })
      .onConflictDoUpdate({ target: appraisalQuestionMonths.month, set: row });
  }
}
