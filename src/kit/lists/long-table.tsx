import { type ComponentProps, useState } from 'react';
import { Button } from '#kit/ui/button.tsx';
import { Table } from '#kit/ui/table.tsx';

/** A table of its first rows; the others are shown on demand. `noun` names what a row is: か月, 件. */
export function LongTable<Row>({
  rows,
  most,
  noun,
  ...table
}: ComponentProps<typeof Table<Row>> & { most: number; noun: string }) {
  const [isWhole, setWhole] = useState(false);
  const restCount = rows.length - most;
  return (
    <>
      <Table {...table} rows={isWhole ? rows : rows.slice(0, most)} />
      {restCount > 0 && (
        <p className="mt-4 text-center">
          <Button
            variant="outline"
            size="small"
            aria-expanded={isWhole}
            onClick={() => setWhole(!isWhole)}
          >
            {isWhole ? `はじめの${most}${noun}だけを表示` : `残りの${restCount}${noun}も表示`}
          </Button>
        </p>
      )}
    </>
  );
}
