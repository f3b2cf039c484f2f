import { useId } from 'react';
import * as z from 'zod/mini';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { SelectField } from '#kit/forms/fields/select-field.tsx';
import { SelectInput } from '#kit/forms/fields/select-input.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { Panel } from '#kit/lists/panel.tsx';
import { ScrollBox } from '#kit/lists/scroll-box.tsx';
import { Button } from '#kit/ui/button.tsx';
import { Disclosure } from '#kit/ui/disclosure.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import type { BankAnswerResult } from '#money/bank-answers/bank-answer.ts';
import { BankColumns } from '#money/bank-answers/bank-columns.ts';
import { type ChosenColumns, columnCount, columnName, columnsWith } from './answer-plan.ts';

const fields = [
  ['date', '日付の列'],
  ['withdrawal', '出金の列'],
  ['deposit', '入金の列'],
  ['description', '摘要の列'],
] as const;
const unknown: ChosenColumns = {
  ...{ date: 0, withdrawal: 1, deposit: 2, description: 3 },
  headerRow: null,
};

const { date, withdrawal, deposit, description, headerRow } = BankColumns.shape;
const Chosen = z.strictObject({ date, withdrawal, deposit, description, headerRow }).check(
  z.refine((chosen) => chosen.date !== chosen.withdrawal && chosen.date !== chosen.deposit, {
    path: ['date'],
    error: '日付と金額は、別の列を選んでください。',
  }),
);

type ColumnsProps = {
  answer: BankAnswerResult;
  isPending: boolean;
  message: string | undefined;
  onChoose: (columns: BankColumns) => void;
};

/** The first rows as they stand in the file, and which column is what: guessed, and set right here. */
export function AnswerColumns({ answer, isPending, message, onChoose }: ColumnsProps) {
  const { columns, sampleRows } = answer;
  const form = useForm({
    schema: Chosen,
    initial: columns ? chosenOf(columns) : unknown,
  });
  const count = columnCount(sampleRows, columns);
  const header = form.values.headerRow === null ? undefined : sampleRows[form.values.headerRow];
  const choices = Array.from({ length: count }, (_, index) => ({
    value: index,
    label: [columnName(index), header?.[index]].filter(Boolean).join('　'),
  }));
  const choosing = (
    <Form
      form={form}
      className="grid gap-4"
      onSubmit={form.submit((chosen) => onChoose(columnsWith(chosen, columns, sampleRows)))}
    >
      <ErrorSummary form={form} />
      <div className="grid gap-4 narrow:grid-cols-2 desktop:grid-cols-4">
        {fields.map(([path, label]) => (
          <SelectField key={path} form={form} path={path} label={label} choices={choices} />
        ))}
      </div>
      <HeaderRow
        rows={sampleRows.length}
        row={form.values.headerRow}
        onChange={(row) => form.setValue('headerRow', row)}
      />
      <p className="text-sm text-ink-2">
        出金と入金が一つの列で、出金がマイナスのときは、両方に同じ列を選んでください。
      </p>
      <SubmitError message={message} />
      <div>
        <Button type="submit" variant="outline" size="small" isBusy={isPending}>
          この列で読み直す
        </Button>
      </div>
    </Form>
  );
  return (
    <Panel title="列の読み取り方">
      <div className="grid gap-4">
        {columns === null && (
          <Notice title="列の読み取り方がわかりませんでした">
            <p>下の表を見ながら、どの列が何かを選んでください。次からは、同じ列で読み取ります。</p>
          </Notice>
        )}
        <Sample rows={sampleRows} chosen={form.values} count={count} />
        {columns === null ? choosing : <Disclosure summary="列を選び直す">{choosing}</Disclosure>}
      </div>
    </Panel>
  );
}

const chosenOf = ({
  date,
  withdrawal,
  deposit,
  description,
  headerRow,
}: BankColumns): ChosenColumns => ({ date, withdrawal, deposit, description, headerRow });

function HeaderRow({
  rows,
  row,
  onChange,
}: {
  rows: number;
  row: number | null;
  onChange: (row: number | null) => void;
}) {
  const id = useId();
  const choices = Array.from({ length: Math.max(rows, (row ?? 0) + 1) }, (_, index) => ({
    value: String(index),
    label: `${index + 1}行め`,
  }));
  return (
    <div className="grid gap-1 narrow:w-64">
      <label htmlFor={id} className="font-bold">
        見出しの行
      </label>
      <SelectInput
        id={id}
        choices={choices}
        emptyLabel="見出しなし"
        value={row === null ? '' : String(row)}
        onChange={({ currentTarget: { value } }) => onChange(value === '' ? null : Number(value))}
      />
    </div>
  );
}

/** What a column is taken for, above it. */
function Sample({
  rows,
  chosen,
  count,
}: {
  rows: BankAnswerResult['sampleRows'];
  chosen: ChosenColumns;
  count: number;
}) {
  const taken = (index: number) =>
    fields.filter(([path]) => chosen[path] === index).map(([, label]) => label.replace('の列', ''));
  const columns = Array.from({ length: count }, (_, index) => index);
  return (
    <ScrollBox label="ファイルのはじめの行" className="border border-line bg-white">
      <table className="w-max min-w-full border-collapse text-left text-sm">
        <caption className="sr-only">ファイルのはじめの行</caption>
        <thead>
          <tr className="border-b-2 border-line text-ink-2">
            <th scope="col" className="px-2 py-1.5">
              <span className="sr-only">行</span>
            </th>
            {columns.map((index) => (
              <th
                key={index}
                scope="col"
                className={`px-2 py-1.5 ${taken(index).length > 0 ? 'bg-coral-soft text-coral-dark' : ''}`}
              >
                {columnName(index)}
                {taken(index).length > 0 && (
                  <span className="block whitespace-nowrap">{taken(index).join('・')}</span>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr
              // biome-ignore lint/suspicious/noArrayIndexKey: a row is known by its place alone
              key={row}
              className={`border-b border-line ${chosen.headerRow === row ? 'bg-sand font-bold' : ''}`}
            >
              <th scope="row" className="px-2 py-1.5 font-normal text-ink-2 tabular-nums">
                {row + 1}
              </th>
              {columns.map((index) => (
                <td key={index} className="max-w-64 truncate px-2 py-1.5">
                  {cells[index] ?? ''}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
