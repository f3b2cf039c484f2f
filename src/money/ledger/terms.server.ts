import { sql } from 'drizzle-orm';
import { readRows, type Statements } from '#kit/db/pipelined.server.ts';
import type { Target } from './accounts.ts';
import { noTerms, type Terms } from './fees.ts';

/** Target of a gift, and its day, YYYY-MM-DD in Asia/Tokyo. */
export type TermsQuestion = Pick<Target, 'associateId'> & { day: string };

/** Terms for gifts to one target on one day. */
export async function readTermsOn(tx: Statements, question: TermsQuestion): Promise<Terms> {
  return (await readTerms(tx, [question]))(question);
}

const keyOf = ({ associateId, day }: TermsQuestion) => `${associateId ?? ''} ${day}`;

/**
 * Terms for gifts: of the organisation's agreement in force on the day of the gift, or of funds that day; zero if
 * there is none. Of two in force the newer one counts.
 */
export async function readTerms(
  tx: Statements,
  questions: readonly TermsQuestion[],
): Promise<(question: TermsQuestion) => Terms> {
  const distinctQuestions = [...new Map(questions.map((one) => [keyOf(one), one])).values()];
  if (distinctQuestions.length === 0) return () => noTerms;
  type Row = Terms & TermsQuestion;
  const rows = await readRows<Row>(
    tx,
    sql`
    select q."associateId", q.day::text as day, t.fee_basis_points as "feeBasisPoints", t.handling_yen as "handlingYen"
    from json_to_recordset(${JSON.stringify(distinctQuestions)}::json) as q("associateId" text, day date)
    cross join lateral (
      (select fee_basis_points, handling_yen from associate_agreements a
        where a.associate_id = q."associateId" and a.starts_on <= q.day and (a.ends_on is null or a.ends_on >= q.day)
        order by a.created_at desc, a.starts_on desc limit 1)
      union all
      (select fee_basis_points, handling_yen from fund_terms f
        where q."associateId" is null and f.starts_on <= q.day
        order by f.starts_on desc, f.created_at desc limit 1)
    ) t`,
  );
  const found = new Map(
    rows.map(({ feeBasisPoints, handlingYen, ...question }) => [
      keyOf(question),
      { feeBasisPoints, handlingYen },
    ]),
  );
  return (question) => found.get(keyOf(question)) ?? noTerms;
}
