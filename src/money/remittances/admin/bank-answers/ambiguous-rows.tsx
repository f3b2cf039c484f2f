import { useId } from 'react';
import { SelectInput } from '#kit/forms/fields/select-input.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { formatDate } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import type { BankAnswerResult } from '#money/bank-answers/bank-answer.ts';
import { type Choices, candidatesFor } from './answer-plan.ts';

/** How a select names a row that is about none of our transfers. */
const noneOfOurs = 'none';
type Row = BankAnswerResult['ambiguous'][number];

/** Rows that fit several transfers, each with its choice. */
export function AmbiguousRows({
  answer,
  choices,
  onChoose,
}: {
  answer: BankAnswerResult;
  choices: Choices;
  /** Undefined takes a choice back. */
  onChoose: (row: number, remittanceId: string | null | undefined) => void;
}) {
  const { ambiguous } = answer;
  if (ambiguous.length === 0) return null;
  return (
    <Notice title="どの団体の分かを選んでください">
      <p className="text-sm">
        同じ額の送金が、ほかにもあります。選ばない行は取り込まず、次に取り込んだときにまた伺います。
      </p>
      <ul className="mt-2 divide-y divide-dashed divide-line">
        {ambiguous.map((row) => (
          <li key={row.row} className="grid gap-1 py-2">
            <Choice
              row={row}
              candidates={candidatesFor(answer, row, choices)}
              chosen={choices[row.row]}
              onChoose={(remittanceId) => onChoose(row.row, remittanceId)}
            />
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function Choice({
  row: { row, day, amountYen, description, direction },
  candidates,
  chosen,
  onChoose,
}: {
  row: Row;
  candidates: Row['candidates'];
  chosen: string | null | undefined;
  onChoose: (remittanceId: string | null | undefined) => void;
}) {
  const id = useId();
  return (
    <>
      <label htmlFor={id} className="text-sm">
        <b className="mr-2 whitespace-nowrap tabular-nums">{row}行め</b>
        <span className="mr-2 whitespace-nowrap tabular-nums">{formatDate(day)}</span>
        <span className="figures mr-2 whitespace-nowrap">
          {direction === 'withdrawal' ? '出金' : '入金'} {formatYen(amountYen)}円
        </span>
        <span className="wrap-anywhere">{description}</span>
      </label>
      <div className="narrow:w-96">
        <SelectInput
          id={id}
          choices={[
            ...candidates.map(({ remittanceId, targetName }) => ({
              value: remittanceId,
              label: `${targetName}${direction === 'deposit' ? 'への送金の組戻し' : 'への送金'}`,
            })),
            { value: noneOfOurs, label: 'どの送金でもない' },
          ]}
          emptyLabel="まだ選ばない"
          value={chosen === null ? noneOfOurs : (chosen ?? '')}
          onChange={({ currentTarget: { value } }) =>
            onChoose(value === '' ? undefined : value === noneOfOurs ? null : value)
          }
        />
      </div>
    </>
  );
}
