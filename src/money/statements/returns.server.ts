import { type SQL, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import type { ReturnedTransfer } from './statement.ts';

type Returned = {
  /** Returned remittance. */
  id: string;
  /** Remittances that paid it again. */
  againIds: string[];
  told: ReturnedTransfer;
};

/** More than any organisation has had returned. */
const mostRead = 500;

type Row = ReturnedTransfer & Pick<Returned, 'id' | 'againIds'>;

/** Returned remittances among these, and those that one of these paid again. */
export async function readReturns(
  source: Database | Transaction,
  remittanceIds: readonly string[],
): Promise<Returned[]> {
  const ids = sql`select json_array_elements_text(${JSON.stringify(remittanceIds)}::json)`;
  return returnsOf(
    source,
    sql`r.id in (${ids} union
      (with recursive back as (
        select i.returned_id as id from owed_items i join remittances o on o.id = i.remittance_id
        where o.id in (${ids}) and o.opening_yen <> 0 and i.returned_id is not null
        union
        select i.returned_id from back b join owed_items i on i.remittance_id = b.id and i.returned_id is not null
      ) select id from back))`,
  );
}

/**
 * Returned remittances `r`, the latest first, with their sum, corrections of their gifts paid along with them, and
 * the statement of arrival.
 */
export async function returnsOf(
  source: Database | Transaction,
  condition: SQL,
): Promise<Returned[]> {
  const { rows } = await source.execute<Row>(sql`
    select r.id, coalesce(r.statement_number, '') as number, r.returned_on::text as "returnedOn", r.return_reason as reason,
      r.amount_yen::float8 as "amountYen", coalesce(x.correction_yen, 0)::float8 as "correctionYen",
      coalesce(x.number, '') as "againNumber", x.received_on::text as "againOn", coalesce(x.ids, '[]') as "againIds"
    from remittances r left join lateral (
      with recursive again as (
        select i.remittance_id as id from owed_items i where i.returned_id = r.id and i.remittance_id is not null
        union
        select i.remittance_id from again a join owed_items i on i.returned_id = a.id and i.remittance_id is not null
      )
      select json_agg(again.id) as ids,
        max(o.statement_number) filter (where o.state = 'confirmed') as number,
        max(o.received_on) filter (where o.state = 'confirmed') as received_on,
        (select sum(c.amount_yen) from again b join owed_items c on c.remittance_id = b.id and c.kind = 'correction'
          where exists (select from owed_items p where p.appraisal_id = c.appraisal_id and p.id < c.id
            and p.remittance_id = r.id)) as correction_yen
      from again join remittances o on o.id = again.id
    ) x on true
    where r.state = 'returned' and ${condition} order by r.returned_on desc, r.id limit ${mostRead}`);
  return rows.map(({ id, againIds, ...told }) => ({ id, againIds, told }));
}
