import { Table } from '#kit/ui/table.tsx';
import { formatYen } from '#kit/values/yen.ts';
import type { AccountBalance, MonthFigures } from '#money/month-close/month-close.ts';

/** A debit balance has no suffix, a credit balance names its side. */
const balance = ({ balanceYen }: AccountBalance) =>
  balanceYen === 0
    ? '0円'
    : `${balanceYen > 0 ? '借方' : '貸方'} ${formatYen(Math.abs(balanceYen))}円`;

/** The movements of a month, and the balance of each account at its end. */
export const FiguresTable = ({ figures }: { figures: MonthFigures }) => (
  <>
    <p className="mb-2 text-sm text-ink-2 tabular-nums">
      記帳{formatYen(figures.postings)}件、借方{formatYen(figures.debitYen)}円、貸方
      {formatYen(figures.creditYen)}円
    </p>
    <Table
      caption="科目ごとの動きと残高"
      onPhones="cards"
      isDense
      rows={figures.balances}
      rowKey={({ code }) => code}
      columns={[
        { label: '科目', isRowHeader: true, cell: ({ name }) => name },
        { label: '借方', isNumber: true, cell: ({ debitYen }) => `${formatYen(debitYen)}円` },
        { label: '貸方', isNumber: true, cell: ({ creditYen }) => `${formatYen(creditYen)}円` },
        { label: '月末の残高', isNumber: true, cell: balance },
      ]}
    />
  </>
);
