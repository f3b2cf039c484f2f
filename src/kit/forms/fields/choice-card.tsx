import type { ComponentProps } from 'react';
import { Picture } from '#kit/ui/pictures/picture.tsx';
import type { Choice } from './choice.ts';

/** A radio button or check box as a card: the whole card is the label, at least 48 px high. */
export function ChoiceCard({
  choice,
  ...input
}: { choice: Choice } & Omit<ComponentProps<'input'>, 'className' | 'value'>) {
  return (
    <label className="relative flex min-h-12 cursor-pointer flex-col items-center justify-center rounded-lg border border-input bg-white px-1.5 py-2 narrow:px-3 text-center leading-snug text-ink hover:bg-coral-soft has-checked:border-coral has-checked:bg-coral-soft has-checked:font-bold has-checked:shadow-[inset_0_0_0_1px_var(--color-coral)] has-aria-invalid:border-error in-aria-invalid:border-error">
      <input
        {...input}
        value={String(choice.value)}
        className="absolute inset-0 size-full cursor-pointer appearance-none rounded-lg"
      />
      {choice.picture && <Picture name={choice.picture} className="mb-1 size-10" />}
      <span className="[word-break:auto-phrase]">{choice.label}</span>
      {choice.note && (
        <span className="text-sm font-normal text-ink-2 [word-break:auto-phrase]">
          {choice.note}
        </span>
      )}
    </label>
  );
}

/** Class names of the cards' grids; phones show two columns, or three of the shortest. */
export const cardGrids = {
  1: 'grid grid-cols-1 gap-2.5',
  2: 'grid grid-cols-1 gap-2.5 narrow:grid-cols-2',
  3: 'grid grid-cols-2 gap-2.5 narrow:grid-cols-3',
  4: 'grid grid-cols-2 gap-2.5 narrow:grid-cols-4',
  5: 'grid grid-cols-3 gap-2.5 narrow:grid-cols-5',
} as const;
