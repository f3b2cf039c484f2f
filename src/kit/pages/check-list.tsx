import type { ReactNode } from 'react';
import { Icon } from '#kit/ui/pictures/icon.tsx';

/** A list of things to check, each with a tick. */
export function CheckList({ children }: { children: readonly ReactNode[] }) {
  return (
    <ul className="grid gap-3 rounded-card border border-line bg-paper p-5 narrow:p-7">
      {children.map((child, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is fixed
        <li key={index} className="flex gap-3">
          <Icon name="check" className="mt-0.5 size-6 text-leaf" />
          <span className="min-w-0">{child}</span>
        </li>
      ))}
    </ul>
  );
}
