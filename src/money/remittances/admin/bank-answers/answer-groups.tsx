import type { ReactNode } from 'react';
import { Disclosure } from '#kit/ui/disclosure.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { formatDate } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import { type BankAnswerResult, maxGroupRows } from '#money/bank-answers/bank-answer.ts';
import { bankLineLabels } from '#money/bank-lines/bank-line.ts';
import { transferPath } from '#money/remittances/admin/transfer-columns.tsx';

/** Which rows are left out, and how one is. */
type Leaving = { isOut: (row: number) => boolean; onLeave: (row: number, isOut: boolean) => void };

/** Rows of a statement by group, each with its effect. */
export function AnswerGroups({
  answer,
  leaving,
}: {
  answer: BankAnswerResult;
  leaving?: Leaving | undefined;
}) {
  const { totals, transfers, returns, lines, errors, rowCounts } = answer;
  return (
    <>
      <Group name="送金まるごとの着金" count={rowCounts.totals} isOpen>
        {totals.map((one) => (
          <Line key={one.row} leaving={leaving} {...one}>
            <To to={`/admin/remittances/${encodeURIComponent(one.runId)}`}>送金 {one.runNumber}</To>
            の残り{formatYen(one.count)}団体すべて
          </Line>
        ))}
      </Group>
      <Group name="団体ごとの着金" count={rowCounts.transfers} isOpen>
        {transfers.map((one) => (
          <Line key={one.row} leaving={leaving} {...one}>
            <To to={transferPath(one.remittanceId)}>{one.targetName}</To>
          </Line>
        ))}
      </Group>
      <Group name="組戻し" count={rowCounts.returns} isOpen>
        {returns.map((one) => (
          <Line key={one.row} leaving={leaving} {...one}>
            <To to={transferPath(one.remittanceId)}>{one.targetName}</To>
            <span className="text-ink-2">{one.description}</span>
          </Line>
        ))}
      </Group>
      <Group name="送金のほかの入出金" count={rowCounts.lines} isOpen>
        {lines.map(({ amountYen, ...one }) => (
          <Line key={one.row} leaving={undefined} {...one} amountYen={Math.abs(amountYen)}>
            <span className="mr-2">{amountYen < 0 ? '出金' : '入金'}</span>
            <b className="mr-2">{bankLineLabels[one.kind]}</b>
            <span className="text-ink-2">{one.description}</span>
          </Line>
        ))}
      </Group>
      <Group name="読み取れない行" count={rowCounts.errors}>
        {errors.map(({ row, column, message }) => (
          <li key={`${row} ${column} ${message}`} className="py-1 text-sm">
            <b className="mr-2 whitespace-nowrap tabular-nums">{row}行め</b>
            {column && <span className="mr-2">{column}</span>}
            {message}
          </li>
        ))}
      </Group>
    </>
  );
}

function Group({
  name,
  count,
  isOpen = false,
  children,
}: {
  name: string;
  count: number;
  isOpen?: boolean;
  children: ReactNode;
}) {
  if (count === 0) return null;
  return (
    <Disclosure summary={`${name}（${formatYen(count)}行）`} isOpen={isOpen}>
      <ul className="divide-y divide-dashed divide-line">{children}</ul>
      {count > maxGroupRows && (
        <p className="mt-2 text-sm text-ink-2">
          はじめの{formatYen(maxGroupRows)}行までを表示しています。
        </p>
      )}
    </Disclosure>
  );
}

function Line({
  row,
  day,
  amountYen,
  leaving,
  children,
}: {
  row: number;
  day: string;
  amountYen: number;
  leaving: Leaving | undefined;
  children: ReactNode;
}) {
  const isOut = leaving?.isOut(row) ?? false;
  return (
    <li className="flex flex-wrap items-center gap-x-3 py-1.5 text-sm">
      {leaving ? (
        <label className="inline-flex min-h-11 items-center gap-2 whitespace-nowrap">
          <input
            type="checkbox"
            checked={!isOut}
            onChange={({ currentTarget }) => leaving.onLeave(row, !currentTarget.checked)}
            className="size-5 accent-coral-dark"
          />
          <b className="tabular-nums">{row}行め</b>
          <span className="sr-only">を記録する</span>
        </label>
      ) : (
        <b className="whitespace-nowrap tabular-nums">{row}行め</b>
      )}
      <span className="whitespace-nowrap tabular-nums">{formatDate(day)}</span>
      <span className={`figures whitespace-nowrap ${isOut ? 'line-through' : ''}`}>
        {formatYen(amountYen)}円
      </span>
      <span className="wrap-anywhere">{children}</span>
    </li>
  );
}

const To = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link
    to={to}
    className="mr-1 font-bold text-coral-dark underline underline-offset-4 max-narrow:inline-flex max-narrow:min-h-11 max-narrow:items-center"
  >
    {children}
  </Link>
);
