import { type SQL, sql } from 'drizzle-orm';
import {
  type BankAccountKind,
  bankAccountKindLabels,
  maskedNumber,
} from '#domain/bank-accounts/bank-account.ts';
import type {
  Statement,
  StatementFigures,
  StatementState,
  StatementYear,
} from '#domain/statements/statement.ts';
import type { Database, Transaction } from '#server/db/database.ts';
import type { PaidAccount } from '#server/db/schema/remittances.ts';

type Source = Database | Transaction;

/**
 * Remittances `r` that there is a statement of: a number was given when they were confirmed, and stays theirs whatever
 * becomes of them. Those of before runs have none.
 */
export const hasStatement = sql`r.associate_id is not null
  and (r.statement_number is not null or (r.run_id is null and r.state = 'confirmed'))`;

/** Those of an organisation, and of others that were merged into it: what was sent to them is on their papers. */
export const ofAssociate = (
  associateId: string,
): SQL => sql`(${hasStatement} and r.associate_id in (
  select id from associates where id = ${associateId} or merged_into = ${associateId}))`;

/** The day that a statement stands under: of arrival, of the return, else of the end of its period. */
export const statementDay = sql`coalesce(r.received_on, r.returned_on, r.period_to)`;

export const stateOf = sql<StatementState>`case r.state
  when 'confirmed' then 'confirmed' when 'returned' then 'returned' else 'withdrawn' end`;

/** What the items say that a remittance's own row has only in one sum; they are read where there is something to split. */
const split = sql`lateral (
  select
    coalesce(sum(i.amount_yen) filter (where i.kind = 'return'), 0) as return_yen,
    coalesce(sum(i.amount_yen) filter (where i.kind = 'correction' and i.amount_yen > 0), 0) as correction_yen,
    coalesce(sum(i.amount_yen) filter (where i.kind = 'correction' and i.amount_yen < 0), 0) as offset_yen
  from owed_items i
  where i.remittance_id = r.id and i.associate_id is not null and i.kind in ('return', 'correction')
    and (r.opening_yen <> 0 or r.correction_yen <> 0)
) s on true left join lateral (
  select count(*) as count, coalesce(sum(g.amount_yen), 0) as gift_yen, coalesce(sum(g.fee_yen), 0) as fee_yen,
    coalesce(sum(g.handling_yen), 0) as handling_yen
  from owed_items i join donations g on g.id = substr(i.posting_id, 10)
  where i.remittance_id = r.id and i.associate_id is not null and i.kind = 'gift' and i.amount_yen <> 0 and i.day < r.period_from
    and r.run_id is not null and r.opening_yen <> 0
) c on true`;

const figures = {
  carriedCount: sql`c.count`,
  carriedGiftYen: sql`c.gift_yen`,
  carriedFeeYen: sql`c.fee_yen`,
  carriedHandlingYen: sql`c.handling_yen`,
  // A remittance counts those that were carried over among its gifts.
  giftCount: sql`r.gift_count - c.count`,
  giftYen: sql`r.gift_yen`,
  feeYen: sql`r.fee_yen`,
  handlingYen: sql`r.handling_yen`,
  correctionYen: sql`s.correction_yen`,
  offsetYen: sql`s.offset_yen`,
  returnYen: sql`s.return_yen`,
  payoutYen: sql`r.payout_yen`,
  amountYen: sql`r.amount_yen`,
} satisfies Record<keyof StatementFigures, SQL>;

/** Each figure as a column of its name; `each` says how. */
const columns = (each: (figure: SQL) => SQL): SQL =>
  sql.join(
    Object.entries(figures).map(
      ([name, figure]) => sql`${each(figure)} as ${sql.identifier(name)}`,
    ),
    sql`, `,
  );

type Row = Omit<Statement, 'account'> & { account: PaidAccount | null };

/** Statements that fulfil a condition on remittances `r`, with all their figures. */
export async function readStatements(source: Source, condition: SQL): Promise<Statement[]> {
  const { rows } = await source.execute<Row>(sql`
    select r.id, coalesce(r.statement_number, '') as number, ${stateOf} as state, a.name as "associateName",
      r.period_from::text as "periodFrom", r.period_to::text as "periodTo", r.received_on::text as "receivedOn",
      r.returned_on::text as "returnedOn", r.return_reason as "returnReason", r.account,
      coalesce((with recursive again as (
          select i.remittance_id as id from owed_items i where r.state = 'returned' and i.returned_id = r.id
          union
          select i.remittance_id from again join owed_items i on i.returned_id = again.id
        )
        select later.statement_number from again join remittances later using (id)
        where later.state = 'confirmed' limit 1), '') as "sentAgainBy",
      ${columns((figure) => sql`(${figure})::float8`)}
    from remittances r join associates a on a.id = r.associate_id left join ${split}
    where ${condition}`);
  return rows.map((row) => ({ ...row, account: accountLine(row.account) }));
}

/** What arrived, by calendar year, the newest first; all years, or one. */
export async function readYears(
  source: Source,
  associateId: string,
  year?: number,
): Promise<StatementYear[]> {
  const { rows } = await source.execute<StatementYear>(sql`
    select extract(year from ${statementDay})::int as year,
      count(*) filter (where r.state = 'confirmed')::float8 as remittances,
      count(*) filter (where r.state <> 'confirmed')::float8 as voids,
      ${columns((figure) => sql`coalesce(sum(${figure}) filter (where r.state = 'confirmed'), 0)::float8`)}
    from remittances r left join ${split}
    where ${ofAssociate(associateId)} and ${year === undefined ? sql`true` : inYear(year)}
    group by 1 order by 1 desc`);
  return rows;
}

/** Of statements that stand under a day of a year. */
export const inYear = (year: number): SQL =>
  sql`${statementDay} between ${`${year}-01-01`}::date and ${`${year}-12-31`}::date`;

/** 銀行 支店 普通 ***4567 ﾀｽｷ. */
const accountLine = (account: PaidAccount | null): string =>
  account === null
    ? ''
    : [
        account.bankName,
        account.branchName,
        bankAccountKindLabels[account.kind as BankAccountKind],
        maskedNumber(account.number),
        account.holder,
      ].join(' ');
