import { type SQL, sql } from 'drizzle-orm';
import type { AuditedList } from '#kit/audit/audited-list.server.ts';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { countRows, type Part } from '#kit/db/keyset.server.ts';
import { jstMonth } from '#kit/values/timestamp.ts';
import { type LedgerAccountCode, ledgerAccounts } from '#money/ledger/accounts.ts';
import { owedNow } from '#money/overview/owed-now.server.ts';
import { associates } from '#organisations/associates/associate-tables.server.ts';
import { socialChallenges } from '#organisations/challenges/challenge-tables.server.ts';
import { accountCodes, ownersOf } from './account.ts';
import { figuresOf, monthsUpTo, type Period, periodOf } from './account-figures.server.ts';
import { type Chart, type OwnerSums, ownersPageSize } from './book-rows.ts';
import { monthsBetween, movementsByMonth, type Source, textRows } from './month-sums.server.ts';

/** Bank balance by the books, in yen, and the latest day with a recorded statement balance. */
type BankBalance = { balanceYen: number; statedOn: string | null };

export async function bankBalance(tx: Database | Transaction): Promise<BankBalance> {
  const { rows: booked } = await tx.execute<{ first: string | null; last: string | null }>(sql`
    select min(at) as first, max(at) as last from ledger_lines`);
  const [first, last] = [booked[0]?.first, booked[0]?.last].map(
    (at) => at && jstMonth(new Date(at)),
  );
  const keys = first && last ? monthsBetween(first, last).map((month) => `bank ${month}`) : [];
  const { rows } = await tx.execute<BankBalance>(sql`
    select coalesce(sum(case name when 'ledger-debit' then amount else -amount end), 0)::float8 as "balanceYen",
      (select max(day)::text from bank_balances) as "statedOn"
    from kept_sums where name in ('ledger-debit', 'ledger-credit')
      and key in (select json_array_elements_text(${JSON.stringify(keys)}::json))`);
  return rows[0] ?? { balanceYen: 0, statedOn: null };
}

export type OwnerSelection = {
  code: LedgerAccountCode;
  whose: 'associate' | 'fund';
  /** YYYY-MM; all time without one. */
  month?: string | undefined;
  by: 'biggest' | 'name';
};

type Row = { id: string; name: string; rank: number; period: Period; selection: OwnerSelection };

const ownerTables = {
  associate: sql`(select id, left(name, 100) as name from associates)`,
  fund: sql`(select id, left(fund_name, 100) as name from social_challenges)`,
};

/** Prefix of an owner's sub-account. */
const prefixOf = ({ code, whose }: OwnerSelection): string =>
  code === 'owed:associate' || code === 'owed:fund' ? `${code}:` : `${code}:${whose}:`;

/** Movements of an account per owner in these months: each looked up by key. */
const movedIn = (selection: OwnerSelection, months: readonly string[]): SQL => sql`
  left join lateral (
    select sum(amount)::bigint as yen from ${textRows(months)} as m (month)
    cross join lateral (
      select amount from kept_sums where name in ('ledger-debit', 'ledger-credit')
        and key = ${prefixOf(selection)}::text || o.id || ' ' || month
    ) as k
  ) as r on true`;

/**
 * Sort key for the biggest first. For a month: its movements. For all time: the amount owed; for other accounts the
 * donations received, since adding up all months of thousands of organisations is slow.
 */
function rankOf(selection: OwnerSelection, period: Period): SQL {
  const { code, whose, month } = selection;
  if (month !== undefined) return movedIn(selection, [month]);
  if (whose === 'fund') return movedIn(selection, monthsUpTo(period));
  if (code === 'owed:associate') return sql`left join ${owedNow} as r on r.associate_id = o.id`;
  return sql`left join (
    select key, sum(amount)::bigint as yen from kept_sums where name = 'associate-donations' group by key
  ) as r on r.key = o.id`;
}

/** Sub-accounts of organisations or funds, with their balances. */
export const ownerList: AuditedList<OwnerSelection, Row, OwnerSums> = {
  name: 'ledger-accounts',
  isPersonal: false,
  subjectType: 'ledger-accounts',
  subjectId: ({ code, month }) => `${code} ${month ?? 'all'}`,
  pageSize: ownersPageSize,
  keys: ({ by }) => [
    by === 'name'
      ? { by: sql`name`, direction: 'asc', type: 'text' }
      : { by: sql`rank`, direction: 'desc', type: 'bigint' },
    { by: sql`id`, direction: 'asc', type: 'text' },
  ],
  valuesOf: ({ id, name, rank }, { by }) => [by === 'name' ? name : rank, id],
  idOf: ({ id }) => id,
  read: (db, selection, part, at) => readOwners(db, selection, part, at),
  total: (db, { whose }) =>
    countRows(db, whose === 'associate' ? associates : socialChallenges, undefined),
  toItems: (db, rows) => withFigures(db, rows),
};

async function readOwners(
  db: Source,
  selection: OwnerSelection,
  { where, orderBy, limit }: Part,
  at: Date,
): Promise<Row[]> {
  const period = await periodOf(db, selection.month, at);
  const { whose, by } = selection;
  const { rows } = await db.execute<Pick<Row, 'id' | 'name' | 'rank'>>(sql`
    select id, name, rank::float8 as rank from (
      select o.id, o.name, ${by === 'name' ? sql`0` : sql`coalesce(r.yen, 0)`}::bigint as rank
      from ${ownerTables[whose]} as o ${by === 'name' ? sql`` : rankOf(selection, period)}
    ) as ranked
    ${where ? sql`where ${where}` : sql``} order by ${sql.join(orderBy, sql`, `)} limit ${limit}`);
  return rows.map((row) => ({ ...row, period, selection }));
}

async function withFigures(db: Source, rows: Row[]): Promise<OwnerSums[]> {
  const [first] = rows;
  if (!first) return [];
  const { period, selection } = first;
  const accountFor = (id: string) => `${prefixOf(selection)}${id}`;
  const found = await movementsByMonth(
    db,
    rows.map(({ id }) => accountFor(id)),
    monthsUpTo(period),
  );
  return rows.map(({ id, name }) => {
    const account = accountFor(id);
    const { kind } = ledgerAccounts[selection.code];
    const { lines: _, ...figures } = figuresOf(kind, found.get(account), period);
    return { id, name, account, ...figures };
  });
}

/** Chart of accounts with balances, for a month YYYY-MM; for all time without one. */
export async function readChart(db: Source, month: string | undefined, now: Date): Promise<Chart> {
  const period = await periodOf(db, month, now);
  const found = await movementsByMonth(db, accountCodes, monthsUpTo(period));
  const accounts = accountCodes.map((code) => {
    const { name, kind } = ledgerAccounts[code];
    const { lines: _, ...figures } = figuresOf(kind, found.get(code), period);
    return { code, name, kind, owners: [...ownersOf(code)], ...figures };
  });
  const sum = (of: (account: (typeof accounts)[number]) => number) =>
    accounts.reduce((total, account) => total + of(account), 0);
  const { firstMonth, lastMonth } = period;
  return {
    month: month ?? null,
    firstMonth,
    lastMonth,
    accounts,
    debitYen: sum(({ debitYen }) => debitYen),
    creditYen: sum(({ creditYen }) => creditYen),
    openingDifferenceYen: sum(({ kind, openingYen }) =>
      kind === 'asset' || kind === 'expense' ? openingYen : -openingYen,
    ),
  };
}
