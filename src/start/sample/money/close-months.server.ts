import { createHash } from 'node:crypto';
import { asc, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Transaction } from '#kit/db/database.server.ts';
import { insertAll } from '#kit/db/insert-all.server.ts';
import { addMonths, jstMonth } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import { closedMonths } from '#money/books/book-tables.server.ts';
import { type LedgerAccountCode, ledgerAccounts } from '#money/ledger/accounts.ts';
import { checkBalance, checkHeld } from '#money/month-close/close-checks.server.ts';
import {
  type AccountBalance,
  type CloseCheck,
  type ClosedFigures,
  closeCheckKeys,
} from '#money/month-close/month-close.ts';
import { monthsBetween } from '#money/month-close/month-figures.server.ts';
import { remittanceRuns } from '#money/remittances/remittance-tables.server.ts';
import { filesOf } from '#money/remittances/run-problems.server.ts';
import { writeTransferFile } from '#money/remittances/transfer-file.ts';
import { transferFiles } from '#money/remittances/transfer-tables.server.ts';
import { sampleUids } from '#start/sample/sign-ins.server.ts';
import { noon } from './sample-terms.server.ts';

/** Newest runs with a downloadable file; generating one reads all rows of its run. */
const filesMade = 24;
const monthsOpen = 2;

/** Runs after all postings and sums exist: closes months, up to two ago, and generates files for the bank. */
export async function closeBooks(tx: Transaction, now: Date): Promise<void> {
  await closeMonths(tx, addMonths(jstMonth(now), -monthsOpen));
  const runs = await tx
    .select()
    .from(remittanceRuns)
    .where(
      inArray(
        remittanceRuns.id,
        tx
          .select({ id: transferFiles.runId })
          .from(transferFiles)
          .where(eq(transferFiles.sha256, '')),
      ),
    )
    .orderBy(desc(remittanceRuns.createdAt));
  const files = (await filesOf(tx, runs.slice(0, filesMade))).map(writeTransferFile);
  const made = runs.map(({ id }, index) => ({
    id,
    sha256: createHash('sha256')
      .update(files[index] ?? id)
      .digest('hex'),
  }));
  await tx.execute(sql`
    update transfer_files f set sha256 = made.sha256
    from json_to_recordset(${JSON.stringify(made)}::json) as made (id text, sha256 text)
    where f.run_id = made.id`);
}

type Moved = { month: string; code: LedgerAccountCode; debitYen: number; creditYen: number };
type Counted = {
  month: string;
  postings: number;
  lines: number;
  debitYen: number;
  creditYen: number;
};

/** Closes all months up to `last`, unless a month was closed before. */
async function closeMonths(tx: Transaction, last: string): Promise<void> {
  const known = await tx.select().from(closedMonths).orderBy(asc(closedMonths.month)).limit(1);
  if (known.length > 0) return;
  const codes = Object.keys(ledgerAccounts) as LedgerAccountCode[];
  const { rows: moved } = await tx.execute<Moved>(sql`
    select right(key, 7) as month, left(key, -8) as code,
      coalesce(sum(amount) filter (where name = 'ledger-debit'), 0)::float8 as "debitYen",
      coalesce(sum(amount) filter (where name = 'ledger-credit'), 0)::float8 as "creditYen"
    from kept_sums where name in ('ledger-debit', 'ledger-credit')
      and left(key, -8) in (select json_array_elements_text(${JSON.stringify(codes)}::json))
    group by 1, 2`);
  const { rows: counted } = await tx.execute<Counted>(sql`
    select to_char(at at time zone 'Asia/Tokyo', 'YYYY-MM') as month,
      count(*) filter (where line = 1)::float8 as postings, count(*)::float8 as lines,
      coalesce(sum(amount_yen) filter (where amount_yen > 0), 0)::float8 as "debitYen",
      coalesce(-sum(amount_yen) filter (where amount_yen < 0), 0)::float8 as "creditYen"
    from ledger_lines group by 1`);
  const [first] = counted.map(({ month }) => month).sort();
  if (first === undefined || first > last) return;
  const balances = new Map<LedgerAccountCode, number>();
  const movedIn = Map.groupBy(moved, ({ month }) => month);
  const countedOf = new Map(counted.map((row) => [row.month, row]));
  const rows = monthsBetween(first, last).map((month) => {
    const accounts = codes.map((code): AccountBalance => {
      const row = movedIn.get(month)?.find((one) => one.code === code);
      const { debitYen, creditYen } = row ?? { debitYen: 0, creditYen: 0 };
      const balanceYen = (balances.get(code) ?? 0) + debitYen - creditYen;
      balances.set(code, balanceYen);
      return { code, name: ledgerAccounts[code].name, debitYen, creditYen, balanceYen };
    });
    const { month: _, ...sums } = countedOf.get(month) ?? {
      ...{ month, postings: 0, lines: 0, debitYen: 0, creditYen: 0 },
    };
    const figures = { ...sums, balances: accounts };
    return {
      month: `${month}-01`,
      figures: {
        ...figures,
        checks: checksOf(figures),
        held: [],
        bankReason: '',
      } satisfies ClosedFigures,
      askedBy: sampleUids.accountant,
      closedBy: sampleUids.owner,
      closedAt: noon(`${addMonths(month, 1)}-25`, 3),
    };
  });
  await insertAll(tx, closedMonths, rows);
}

/** Result of the check list when a month was closed; in the sample everything passed. */
function checksOf(figures: Omit<ClosedFigures, 'checks' | 'held' | 'bankReason'>): CloseCheck[] {
  const proceeds = figures.balances.find(({ code }) => code === 'proceeds')?.balanceYen ?? 0;
  const atBank = figures.balances.find(({ code }) => code === 'bank')?.balanceYen ?? 0;
  const messages = {
    bank: `帳簿の残高は、月末の明細 ${formatYen(atBank)}円と一致しています。`,
    runs: '確認を待つ送金はありません。',
    counters: 'この月の帳簿と寄付の集計は、記録の1件ずつの合計と一致しています。',
    'open-items': '団体と基金ごとの未送金の明細は、帳簿の残高と一致しています。',
    sales: `まだ売却の記録がないお品物の査定額は、月末で${formatYen(proceeds)}円です。`,
  };
  return closeCheckKeys.map((key) => {
    if (key === 'holds') return checkHeld([]);
    if (key === 'balance') return checkBalance(figures);
    const state = key === 'sales' ? 'told' : 'ok';
    return { key, state, message: messages[key], path: '', items: [] };
  });
}
