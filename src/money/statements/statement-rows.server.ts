import { type SQL, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import {
  type BankAccountKind,
  bankAccountKindLabels,
  maskedNumber,
} from '#money/bank-accounts/bank-account.ts';
import type { PaidAccount } from '#money/remittances/remittance-tables.server.ts';
import { daysOf, type Period } from './period.ts';
import { readReturns } from './returns.server.ts';
import type { Statement, StatementFigures, StatementState } from './statement.ts';

/**
 * Fee and handling of an owed item `c` (gift or correction), as columns of `part`. A correction settles the donation
 * it was recorded with against the one that remittances settled before.
 */
const partOf = sql`
  left join donations after on c.posting_id like 'donation:%' and after.id = substr(c.posting_id, 10)
  left join lateral (
    select p.posting_id from owed_items p
    where c.kind = 'correction' and p.appraisal_id = c.appraisal_id and p.id < c.id and p.remittance_id is not null
      and p.cancelled_at is null
    order by p.id desc limit 1
  ) earlier on true
  left join donations before on earlier.posting_id like 'donation:%' and before.id = substr(earlier.posting_id, 10)
  cross join lateral (
    select coalesce(after.fee_yen, 0) - coalesce(before.fee_yen, 0) as fee,
      coalesce(after.handling_yen, 0) - coalesce(before.handling_yen, 0) as handling
  ) part`;

/**
 * Corrections and returned transfers in a remittance `r`, as columns of `s`. A correction changes the gift by its own
 * amount plus its change of the costs.
 */
const settledOf = sql`lateral (
  select coalesce(sum(c.amount_yen) filter (where c.kind = 'return'), 0) as return_yen,
    coalesce(sum(c.amount_yen + part.fee + part.handling) filter (where c.kind = 'correction'), 0) as gift_yen,
    coalesce(sum(part.fee) filter (where c.kind = 'correction'), 0) as fee_yen,
    coalesce(sum(part.handling) filter (where c.kind = 'correction'), 0) as handling_yen
  from owed_items c ${partOf}
  where c.remittance_id = r.id and c.associate_id is not null and c.kind in ('return', 'correction')
    and (r.opening_yen <> 0 or r.correction_yen <> 0)
) s on true`;

/** Gifts of earlier periods in a remittance `r`, as columns of `c`. */
const carriedOf = sql`lateral (
  select count(*) as count, coalesce(sum(g.amount_yen), 0) as gift_yen, coalesce(sum(g.fee_yen), 0) as fee_yen,
    coalesce(sum(g.handling_yen), 0) as handling_yen
  from owed_items i join donations g on g.id = substr(i.posting_id, 10)
  where i.remittance_id = r.id and i.associate_id is not null and i.kind = 'gift' and i.amount_yen <> 0 and i.day < r.period_from
    and r.run_id is not null and r.opening_yen <> 0
) c on true`;

/** Fee and handling of returned transfers that a remittance `r` pays again, as columns of `a`. */
const chargedAgain = sql`lateral (
  with recursive back as (
    select i.returned_id as id from owed_items i
    where r.opening_yen <> 0 and i.remittance_id = r.id and i.returned_id is not null
    union
    select i.returned_id from back b join owed_items i on i.remittance_id = b.id and i.returned_id is not null
  )
  select coalesce(sum(part.fee), 0) as fee_yen, coalesce(sum(part.handling), 0) as handling_yen
  from back join owed_items c on c.remittance_id = back.id and c.associate_id is not null and c.kind in ('gift', 'correction')
  ${partOf}
) a on true`;

type Source = Database | Transaction;

/**
 * Condition for remittances `r` with a statement: they got a number when confirmed and keep it whatever happens
 * later. Those from before there were runs have no number.
 */
export const hasStatement = sql`r.associate_id is not null
  and (r.statement_number is not null or (r.run_id is null and r.state = 'confirmed'))`;

/** Condition for statements of an organisation and of those merged into it, whose papers name what they were sent. */
export const ofAssociate = (
  associateId: string,
): SQL => sql`(${hasStatement} and r.associate_id in (
  select id from associates where id = ${associateId} or merged_into = ${associateId}))`;

/** Day of a statement: of arrival, else of the return, else the end of its period. */
export const statementDay = sql`coalesce(r.received_on, r.returned_on, r.period_to)`;

export const stateOf = sql<StatementState>`case r.state
  when 'confirmed' then 'confirmed' when 'returned' then 'returned' else 'withdrawn' end`;

/** Joins for figures from the items, read only if a remittance has something to split. */
export const parts = sql`${settledOf} left join ${carriedOf} left join ${chargedAgain}`;

const figures = {
  carriedCount: sql`c.count`,
  carriedGiftYen: sql`c.gift_yen`,
  carriedFeeYen: sql`c.fee_yen`,
  carriedHandlingYen: sql`c.handling_yen`,
  // A remittance counts carried-over gifts among its gifts.
  giftCount: sql`r.gift_count - c.count`,
  giftYen: sql`r.gift_yen`,
  feeYen: sql`r.fee_yen`,
  handlingYen: sql`r.handling_yen`,
  correctionGiftYen: sql`s.gift_yen`,
  correctionFeeYen: sql`s.fee_yen`,
  correctionHandlingYen: sql`s.handling_yen`,
  returnYen: sql`s.return_yen`,
  payoutYen: sql`r.payout_yen`,
  amountYen: sql`r.amount_yen`,
  chargedFeeYen: sql`(r.fee_yen + c.fee_yen + s.fee_yen + a.fee_yen)`,
  chargedHandlingYen: sql`(r.handling_yen + c.handling_yen + s.handling_yen + a.handling_yen)`,
} satisfies Record<keyof StatementFigures, SQL>;

/** Total charged by a remittance, tax included. */
export const chargedYen = sql`${figures.chargedFeeYen} + ${figures.chargedHandlingYen}`;

const columns: SQL = sql.join(
  Object.entries(figures).map(
    ([name, figure]) => sql`(${figure})::float8 as ${sql.identifier(name)}`,
  ),
  sql`, `,
);

type Row = Omit<Statement, 'account' | 'cameBack' | 'paidAgain'> & { account: PaidAccount | null };

/** Statements that match a condition on remittances `r`, with all figures. */
export async function readStatements(source: Source, condition: SQL): Promise<Statement[]> {
  const { rows } = await source.execute<Row>(sql`
    select r.id, coalesce(r.statement_number, '') as number, ${stateOf} as state, n.name as "associateName",
      r.period_from::text as "periodFrom", r.period_to::text as "periodTo", r.received_on::text as "receivedOn",
      r.returned_on::text as "returnedOn", r.return_reason as "returnReason", r.account, ${columns}
    from remittances r join associates n on n.id = r.associate_id left join ${parts}
    where ${condition}`);
  const returns = await readReturns(
    source,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    ...row,
    account: accountLine(row.account),
    cameBack: returns.find(({ id }) => id === row.id)?.told ?? null,
    paidAgain: returns.filter(({ againIds }) => againIds.includes(row.id)).map(({ told }) => told),
  }));
}

/** Condition for statements whose day is in a period. */
export function inPeriod(period: Period): SQL {
  const { from, to } = daysOf(period);
  return sql`${statementDay} between ${from}::date and ${to}::date`;
}

/** Format: 銀行 支店 普通 ***4567 ﾀｽｷ. */
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
