import { useState } from 'react';
import { Dialog } from '#kit/ui/dialog.tsx';
import type { Column } from '#kit/ui/table.tsx';
import type { RowsDisplay } from './list-body.tsx';
import type { ListPlace } from './list-place.ts';
import type { List } from './use-list.ts';

/** An optional column; `key` names it in addresses and saved views. */
export type OptionalColumn<Row> = Column<Row> & { key: string };

/** Valid values of the parameter `columns` in an address. */
export const columnsParameter = /^[a-z]+(?:\.[a-z]+){0,11}$/;

const chosenOf = ({ filters }: ListPlace): readonly string[] => filters.columns?.split('.') ?? [];

/** The list's columns, with those that its address asks for before the last one. */
export function withColumns<Row>(
  look: RowsDisplay<Row> & { moreColumns?: readonly OptionalColumn<Row>[] },
  place: ListPlace,
): RowsDisplay<Row> {
  const { moreColumns = [] } = look;
  const chosen = moreColumns.filter(({ key }) => chosenOf(place).includes(key));
  if (chosen.length === 0) return look;
  return {
    ...look,
    columns: (links) => look.columns(links).toSpliced(-1, 0, ...chosen),
  };
}

/** Chooses the optional columns; stored in the address, so that a saved view has them. */
export function ColumnChoice<Row, Body>({
  columns,
  list,
  isOpen,
  onClose,
}: {
  columns: readonly OptionalColumn<Row>[];
  list: List<Row, Body>;
  isOpen: boolean;
  onClose: () => void;
}) {
  // The address updates a moment later; two quick ticks must both count.
  const [ticked, setTicked] = useState<readonly string[]>();
  const chosen = ticked ?? chosenOf(list.place);
  const choose = (key: string, isChosen: boolean) => {
    const next = columns
      .map((column) => column.key)
      .filter((one) => (one === key ? isChosen : chosen.includes(one)));
    setTicked(next);
    list.goTo({ filters: { ...list.place.filters, columns: next.join('.') } }, { replace: true });
  };
  return (
    <Dialog
      isOpen={isOpen}
      title="列を選ぶ"
      onClose={onClose}
      onClosed={() => setTicked(undefined)}
    >
      <p className="mb-2 text-sm text-ink-2">
        選んだ列は、広い画面の一覧に加わり、「保存した条件」にも残ります。
      </p>
      <ul>
        {columns.map(({ key, label }) => (
          <li key={key}>
            <label className="flex min-h-11 cursor-pointer items-center gap-3">
              <input
                type="checkbox"
                className="size-5 accent-coral"
                checked={chosen.includes(key)}
                onChange={(event) => choose(key, event.currentTarget.checked)}
              />
              {label}
            </label>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
