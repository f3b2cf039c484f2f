import { useId } from 'react';
import { addressOf } from '#kit/client/send.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { SelectInput } from '#kit/forms/fields/select-input.tsx';
import { Button } from '#kit/ui/button.tsx';
import { addMonths } from '#kit/values/timestamp.ts';
import { monthLabel } from '#money/books/book-month.ts';
import type { Chart } from '#money/books/book-rows.ts';

type Range = Pick<Chart, 'firstMonth' | 'lastMonth'>;

/** The range of months in the books, for pages that do not load it already. */
export const useBookMonths = (): Range | undefined =>
  useQuery(addressOf('GET /api/office/ledger/accounts')).value;

/** The month to show: the previous, the next, any, or all time (''). */
export function MonthChoice({
  range,
  month,
  onChoose,
}: {
  range: Range | undefined;
  month: string;
  onChoose: (month: string) => void;
}) {
  const id = useId();
  const { firstMonth, lastMonth } = range ?? { firstMonth: month, lastMonth: month };
  const months = monthsFrom(lastMonth, firstMonth, month);
  const before = month === '' ? lastMonth : addMonths(month, -1);
  const after = month === '' ? '' : addMonths(month, 1);
  return (
    <div className="flex flex-wrap items-end gap-2">
      <div>
        <label htmlFor={id} className="block text-sm font-bold">
          月
        </label>
        <SelectInput
          id={id}
          value={month}
          emptyLabel="全期間"
          choices={months.map((value) => ({ value, label: monthLabel(value) }))}
          onChange={(event) => onChoose(event.currentTarget.value)}
        />
      </div>
      <Button
        variant="quiet"
        size="small"
        disabled={before === '' || before < firstMonth}
        onClick={() => onChoose(before)}
      >
        {month === '' ? '最新の月' : '前の月'}
      </Button>
      {month !== '' && (
        <Button
          variant="quiet"
          size="small"
          disabled={after > lastMonth}
          onClick={() => onChoose(after)}
        >
          次の月
        </Button>
      )}
    </div>
  );
}

/** The months, newest first, including the chosen one. */
function monthsFrom(last: string, first: string, chosen: string): string[] {
  const months: string[] = [];
  if (last === '' || first === '') return months;
  for (let month = last; month >= first; month = addMonths(month, -1)) months.push(month);
  return chosen === '' || months.includes(chosen)
    ? months
    : [...months, chosen].toSorted().reverse();
}
