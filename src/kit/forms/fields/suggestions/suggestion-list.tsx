import { useEffect, useRef } from 'react';

/**
 * The list box under the e-mail field: 200 px wide, at most 100 px high, entries of 25 px, on phones 44 px
 * (docs/product.md, Sizes). A long address is truncated before its @, because the domains are what is being chosen.
 */
export function SuggestionList({
  id,
  label,
  options,
  active,
  optionId,
  onChoose,
}: {
  id: string;
  label: string;
  options: readonly string[];
  active: number;
  optionId: (index: number) => string;
  onChoose: (index: number) => void;
}) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label={label}
      className="absolute top-full left-0 z-20 mt-2 box-content max-h-[100px] w-[200px] overflow-y-auto overscroll-contain rounded-lg border border-input bg-white shadow-float"
    >
      {options.map((email, index) => {
        const at = email.lastIndexOf('@');
        return (
          // The keyboard acts on the input, which names the active entry (combobox pattern).
          // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: as above
          <div
            key={email}
            id={optionId(index)}
            role="option"
            aria-label={email}
            aria-selected={index === active}
            className="flex h-[25px] cursor-pointer items-center px-2 text-sm whitespace-nowrap text-ink hover:bg-honey-soft aria-selected:bg-honey-soft aria-selected:font-bold max-narrow:h-11"
            // Keeps the focus in the input, so that the list stays open.
            onPointerDown={(event) => event.preventDefault()}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(index)}
          >
            <span className="min-w-0 truncate">{email.slice(0, at)}</span>
            <span className="shrink-0">{email.slice(at)}</span>
          </div>
        );
      })}
    </div>
  );
}
