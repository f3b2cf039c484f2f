import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '#kit/ui/button.tsx';
import type { FormFields } from './use-form.ts';

const addedControl = ':scope > ol > li:last-child :is(input, textarea, select, summary)';

/** A form's list of items, one per row, with buttons to move, remove and add them. */
export function ItemList<Item>({
  form,
  path,
  label,
  keyOf,
  nameOf,
  create,
  addLabel,
  empty,
  isFixed = false,
  children,
}: {
  form: FormFields;
  path: string;
  label: string;
  /** A key that stays with an item while it moves. */
  keyOf: (item: Item, index: number) => string;
  /** The item's name in its buttons' labels. */
  nameOf: (item: Item, index: number) => string;
  create?: () => Item;
  addLabel?: string;
  /** Text of an empty list. */
  empty?: string;
  /** Items can only be moved. */
  isFixed?: boolean;
  children: (item: Item, path: string, index: number) => ReactNode;
}) {
  const items = (form.valueAt(path) ?? []) as readonly Item[];
  const list = useRef<HTMLFieldSetElement>(null);
  /** The key of the moved or added item, which takes the focus at its new position. */
  const focused = useRef('');
  useEffect(() => {
    if (focused.current === '') return;
    list.current?.querySelector<HTMLElement>(focused.current)?.focus();
    focused.current = '';
  });
  const change = (changed: readonly Item[]) => form.setValue(path, changed);
  const move = (from: number, to: number) => {
    const moved = [...items];
    moved.splice(to, 0, ...moved.splice(from, 1));
    const button = to < from ? 'first-child' : 'nth-child(2)';
    focused.current = `:scope > ol > li:nth-child(${to + 1}) > div:last-child > button:${button}`;
    change(moved);
  };
  return (
    <fieldset ref={list} id={form.idOf(path)} tabIndex={-1} className="min-w-0 space-y-4">
      <legend className="font-bold">{label}</legend>
      {empty && items.length === 0 && <p className="text-ink-2">{empty}</p>}
      <ol className="space-y-4">
        {items.map((item, index) => (
          <li
            key={keyOf(item, index)}
            className="rounded-tile border border-line bg-paper p-3 narrow:p-4"
          >
            <div className="space-y-4">{children(item, `${path}.${index}`, index)}</div>
            <div className="mt-3 flex flex-wrap gap-2">
              <Button
                variant="quiet"
                size="small"
                // Not `disabled`, which would lose the keyboard focus.
                aria-disabled={index === 0}
                aria-label={`${nameOf(item, index)}を上へ`}
                onClick={() => index > 0 && move(index, index - 1)}
              >
                上へ
              </Button>
              <Button
                variant="quiet"
                size="small"
                aria-disabled={index === items.length - 1}
                aria-label={`${nameOf(item, index)}を下へ`}
                onClick={() => index < items.length - 1 && move(index, index + 1)}
              >
                下へ
              </Button>
              {!isFixed && (
                <Button
                  variant="quiet"
                  size="small"
                  aria-label={`${nameOf(item, index)}を削除する`}
                  onClick={() => {
                    change(items.filter((_, place) => place !== index));
                    list.current?.focus();
                  }}
                >
                  削除する
                </Button>
              )}
            </div>
          </li>
        ))}
      </ol>
      {create && (
        <Button
          variant="outline"
          size="small"
          onClick={() => {
            focused.current = addedControl;
            change([...items, create()]);
          }}
        >
          {addLabel}
        </Button>
      )}
    </fieldset>
  );
}
