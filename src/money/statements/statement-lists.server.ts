import { and, type SQL, sql } from 'drizzle-orm';
import { giftNumber } from '#giving/donations/gift-sums.server.ts';
import type { AuditedList } from '#kit/audit/audited-list.server.ts';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { exactTotal, type Part } from '#kit/db/keyset.server.ts';
import type { Period } from './period.ts';
import {
  type StatementItem,
  type StatementRow,
  statementItemsPageSize,
  statementsPageSize,
} from './statement.ts';
import { inPeriod, ofAssociate, statementDay, stateOf } from './statement-rows.server.ts';

type Source = Database | Transaction;

export type StatementSelection = { associateId: string; period?: Period | undefined };

const selected = ({ associateId, period }: StatementSelection): SQL =>
  sql`${ofAssociate(associateId)} and ${period === undefined ? sql`true` : inPeriod(period)}`;

const inOrder = ({ orderBy, limit }: Part): SQL =>
  sql`order by ${sql.join([...orderBy], sql`, `)} limit ${limit}`;

/** An organisation's statements, the newest day first. */
export const statementList: AuditedList<StatementSelection, StatementRow, StatementRow> = {
  name: 'statements',
  isPersonal: false,
  subjectType: 'associate',
  subjectId: ({ associateId }) => associateId,
  pageSize: statementsPageSize,
  keys: () => [
    { by: statementDay, direction: 'desc', type: 'date' },
    { by: sql`r.id`, direction: 'desc', type: 'text' },
  ],
  valuesOf: ({ day, id }) => [day, id],
  idOf: ({ id }) => id,
  read: async (db, selection, part) =>
    (
      await db.execute<StatementRow>(sql`
        select r.id, coalesce(r.statement_number, '') as number, ${stateOf} as state, ${statementDay}::text as day,
          r.period_from::text as "periodFrom", r.period_to::text as "periodTo", r.received_on::text as "receivedOn",
          r.returned_on::text as "returnedOn", r.opening_yen::float8 as "openingYen", r.gift_count as "giftCount",
          r.gift_yen::float8 as "giftYen", r.fee_yen::float8 as "feeYen", r.handling_yen::float8 as "handlingYen",
          r.correction_yen::float8 as "correctionYen", r.payout_yen::float8 as "payoutYen", r.amount_yen::float8 as "amountYen"
        from remittances r where ${and(selected(selection), part.where)} ${inOrder(part)}`)
    ).rows,
  // As many as there were runs, so counting is cheap.
  async total(db, selection) {
    const { rows } = await db.execute<{ count: number }>(sql`
      select count(*)::int as count from remittances r where ${selected(selection)}`);
    return exactTotal(rows[0]?.count ?? 0);
  },
  toItems: (_db, rows) => rows,
};

/** Lines of a statement, each gift with what was deducted, in the order in which they became owed. */
export const statementItems: AuditedList<{ remittanceId: string }, StatementItem, StatementItem> = {
  name: 'statements',
  isPersonal: false,
  subjectType: 'remittance',
  subjectId: ({ remittanceId }) => remittanceId,
  pageSize: statementItemsPageSize,
  keys: () => [{ by: sql`i.id`, direction: 'asc', type: 'bigint' }],
  valuesOf: ({ id }) => [id],
  idOf: ({ id }) => id,
  read: (db, { remittanceId }, part) =>
    readItems(db, sql`${and(itemsOf(remittanceId), part.where)} ${inOrder(part)}`),
  async total(db, { remittanceId }) {
    return exactTotal(await countItems(db, remittanceId));
  },
  toItems: (_db, rows) => rows,
};

/** Excludes a fund's gifts that a pay-out covers: they are not lines of the remittance. */
const itemsOf = (remittanceId: string): SQL =>
  sql`i.remittance_id = ${remittanceId} and i.associate_id is not null`;

export async function countItems(source: Source, remittanceId: string): Promise<number> {
  const { rows } = await source.execute<{ count: number }>(sql`
    select count(*)::int as count from owed_items i where ${itemsOf(remittanceId)}`);
  return rows[0]?.count ?? 0;
}

/** First lines of a statement. */
export const firstItems = (source: Source, remittanceId: string, most: number) =>
  readItems(source, sql`${itemsOf(remittanceId)} order by i.id limit ${most}`);

async function readItems(source: Source, condition: SQL): Promise<StatementItem[]> {
  const { rows } = await source.execute<StatementItem>(sql`
    select i.id::float8 as id, coalesce(r.statement_number, '') as number, ${stateOf} as state,
      r.received_on::text as "receivedOn", i.day::text as day, i.kind,
      (i.kind = 'gift' and i.amount_yen <> 0 and i.day < r.period_from and r.run_id is not null) as "isCarried",
      coalesce(${giftNumber(sql`coalesce(gift.id, corrected.donation_id)`)}, '') as "giftNumber",
      coalesce(fund.fund_name, returned.statement_number, '') as about,
      case i.kind when 'payout' then coalesce(payout.reason, '') when 'return' then coalesce(returned.return_reason, '')
        when 'correction' then coalesce(note.reason, '') else '' end as reason,
      coalesce(gift.amount_yen, 0)::float8 as "giftYen", coalesce(gift.fee_yen, 0)::float8 as "feeYen",
      coalesce(gift.handling_yen, 0)::float8 as "handlingYen", i.amount_yen::float8 as "amountYen"
    from owed_items i join remittances r on r.id = i.remittance_id
    left join donations gift on i.kind = 'gift' and gift.id = substr(i.posting_id, 10)
    left join lateral (
      select l.donation_id from ledger_lines l
      where i.kind = 'correction' and l.posting_id = i.posting_id and l.donation_id is not null limit 1
    ) corrected on true
    left join fund_payouts payout on payout.id = i.payout_id
    left join social_challenges fund on fund.id = payout.social_challenge_id
    left join remittances returned on returned.id = i.returned_id
    left join posting_notes note on i.kind = 'correction' and note.posting_id = i.posting_id
    where ${condition}`);
  return rows;
}
