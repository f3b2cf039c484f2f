import { useState } from 'react';
import { Button } from '#kit/ui/button.tsx';
import type { CsvError } from '#kit/values/csv/csv-row.ts';
import { formatYen } from '#kit/values/yen.ts';
import type { ImportCells } from '#organisations/associates/associate-import.ts';

const shownAtOnce = 50;

/** The invalid cells, each corrected in place; then they are validated again. */
export function MendRows({
  rows,
  errors,
  isBusy,
  onMend,
}: {
  rows: readonly ImportCells[];
  errors: readonly CsvError[];
  isBusy: boolean;
  onMend: (mended: ImportCells[]) => void;
}) {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const byRow = new Map(rows.map((one) => [one.row, one]));
  const shown = errors.slice(0, shownAtOnce);
  const mended = [...new Set(shown.map(({ row }) => row))].flatMap((row) => {
    const one = byRow.get(row);
    if (!one) return [];
    const changed = shown
      .filter((error) => error.row === row && typed[keyOf(error)] !== undefined)
      .map((error) => [error.column, typed[keyOf(error)] ?? ''] as const);
    return changed.length > 0
      ? [{ row, cells: { ...one.cells, ...Object.fromEntries(changed) } }]
      : [];
  });
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (mended.length > 0) onMend(mended);
      }}
    >
      <p id="rows-to-mend" className="font-bold">
        直す行（元のファイルは変わりません）
      </p>
      <table
        aria-labelledby="rows-to-mend"
        className="w-full border-collapse text-left text-sm max-narrow:block"
      >
        <thead className="max-narrow:sr-only">
          <tr>
            <th scope="col" className="w-14 p-2">
              行
            </th>
            <th scope="col" className="p-2">
              団体
            </th>
            <th scope="col" className="p-2">
              列と値
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-y border-line max-narrow:block">
          {shown.map((error) => (
            <CellRow
              key={keyOf(error)}
              error={error}
              row={byRow.get(error.row)}
              value={typed[keyOf(error)]}
              onType={(text) => setTyped({ ...typed, [keyOf(error)]: text })}
            />
          ))}
        </tbody>
      </table>
      {errors.length > shown.length && (
        <p className="text-sm text-ink-2">
          ほかに{formatYen(errors.length - shown.length)}
          か所あります。上から直していくと出てきます。
        </p>
      )}
      <p>
        <Button type="submit" size="small" disabled={mended.length === 0} isBusy={isBusy}>
          直した行を確かめる
        </Button>
      </p>
    </form>
  );
}

const keyOf = ({ row, column }: CsvError) => `${row} ${column}`;

function CellRow({
  error,
  row,
  value,
  onType,
}: {
  error: CsvError;
  row: ImportCells | undefined;
  value: string | undefined;
  onType: (text: string) => void;
}) {
  const id = `cell-${error.row}-${error.column}`;
  const stored = row?.cells[error.column] ?? '';
  const isLong = stored.length > 60 || stored.includes('\n');
  const input = {
    id,
    value: value ?? stored,
    'aria-describedby': `${id}-error`,
    'aria-invalid': true as const,
    className: 'control mt-1 block w-full',
  };
  return (
    <tr className="align-top max-narrow:block max-narrow:py-3">
      <td className="p-2 tabular-nums max-narrow:inline-block">{error.row}行目</td>
      <td className="p-2 wrap-anywhere max-narrow:inline-block">
        {row?.cells.団体の名称 || row?.cells.団体ID || '（名前なし）'}
      </td>
      <td className="p-2 max-narrow:block">
        <label htmlFor={id} className="font-bold">
          {error.column}
          <span className="sr-only">（{error.row}行目）</span>
        </label>
        {isLong ? (
          <textarea {...input} rows={3} onChange={(event) => onType(event.currentTarget.value)} />
        ) : (
          <input {...input} type="text" onChange={(event) => onType(event.currentTarget.value)} />
        )}
        <p id={`${id}-error`} className="mt-1 text-error">
          {error.message}
        </p>
      </td>
    </tr>
  );
}
