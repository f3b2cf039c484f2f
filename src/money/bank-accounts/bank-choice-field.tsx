import { type KeyboardEvent, useState } from 'react';
import type { CallAddress } from '#kit/client/send.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { controlProps, Field, type FieldProps } from '#kit/forms/fields/field.tsx';
import { isImeKey } from '#kit/forms/fields/ime.ts';
import type { FormFields } from '#kit/forms/use-form.ts';
import type { BankChoice } from './bank-account.ts';

const choiceLabel = ({ name, code }: BankChoice) => `${name}（${code}）`;

/**
 * A bank or a branch, found by name, reading or code; the form's value is its code, '' until one is chosen. `pathOf`
 * gives the API's path of a search.
 */
export function BankChoiceField({
  form,
  path,
  label,
  help,
  pathOf,
  onChoose,
}: FieldProps & {
  form: FormFields;
  path: string;
  pathOf: (typed: string) => CallAddress<{ items: BankChoice[] }>;
  onChoose?: (code: string) => void;
}) {
  const binding = form.register(path);
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const typed = text.trim();
  const found = useQuery(isOpen && typed !== '' ? pathOf(typed) : undefined);
  const items = found.value?.items ?? [];
  const isListed = isOpen && items.length > 0;
  const listId = `${binding.id}-choices`;

  function take(code: string, shown: string) {
    setText(shown);
    binding.change(code);
    onChoose?.(code);
  }

  function choose(choice: BankChoice | undefined) {
    if (!choice) return;
    take(choice.code, choiceLabel(choice));
    setOpen(false);
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (isImeKey(event) || !isOpen) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setActive(Math.max(0, Math.min(items.length - 1, active + step)));
    } else if (event.key === 'Enter' && isListed) {
      event.preventDefault();
      choose(items[active]);
    } else if (event.key === 'Escape') {
      event.preventDefault();
      setOpen(false);
    }
  }

  return (
    <Field binding={binding} label={label} required help={help}>
      <div className="relative">
        <input
          {...controlProps(binding, help)}
          type="text"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={isListed}
          aria-controls={isListed ? listId : undefined}
          aria-activedescendant={isListed ? `${listId}-${active}` : undefined}
          autoComplete="off"
          maxLength={50}
          className="control"
          value={text}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            take('', event.currentTarget.value);
            setActive(0);
            setOpen(true);
          }}
          onBlur={() => {
            setOpen(false);
            binding.blur();
          }}
        />
        {isListed && (
          <ChoiceList id={listId} label={`${label}の候補`} {...{ items, active, choose }} />
        )}
      </div>
      <p role="status" className="text-sm text-ink-2">
        {statusOf({
          isOpen,
          typed,
          count: found.value?.items.length,
          problem: found.problem?.message,
        })}
      </p>
    </Field>
  );
}

function statusOf({
  isOpen,
  typed,
  count,
  problem,
}: {
  isOpen: boolean;
  typed: string;
  count: number | undefined;
  problem: string | undefined;
}) {
  if (!isOpen || typed === '') return '';
  if (problem) return problem;
  if (count === undefined) return '探しています';
  return count === 0
    ? '見つかりませんでした。別の言葉でお試しください。'
    : `候補が${count}件あります。`;
}

function ChoiceList({
  id,
  label,
  items,
  active,
  choose,
}: {
  id: string;
  label: string;
  items: readonly BankChoice[];
  active: number;
  choose: (choice: BankChoice) => void;
}) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label={label}
      className="absolute top-full right-0 left-0 z-20 mt-1 max-h-56 overflow-y-auto overscroll-contain rounded-lg border border-input bg-white shadow-float"
    >
      {items.map((choice, index) => (
        // The keyboard acts on the input, which names the active entry (combobox pattern).
        // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: as above
        <div
          key={choice.code}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          className="flex min-h-11 cursor-pointer items-center px-3 py-1 hover:bg-honey-soft aria-selected:bg-honey-soft aria-selected:font-bold"
          // Keeps the focus in the input, so that the list stays open.
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(choice)}
        >
          {choiceLabel(choice)}
        </div>
      ))}
    </div>
  );
}
