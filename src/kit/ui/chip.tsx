import type { ReactNode } from 'react';
import { Link } from './links/link.tsx';

/** Text colours that are readable on the soft background of the same family. */
const tones = {
  plain: 'bg-sand text-ink',
  sky: 'bg-sky-soft text-sky',
  honey: 'bg-honey-soft text-ink',
  leaf: 'bg-leaf-soft text-leaf',
  plum: 'bg-plum-soft text-plum',
  coral: 'bg-coral-soft text-coral-dark',
  error: 'bg-error-soft text-error',
} as const;
export type ChipTone = keyof typeof tones;

/** A small label on a soft background, for a subject or a state. */
export function Chip({ tone = 'plain', children }: { tone?: ChipTone; children: ReactNode }) {
  const weight = tone === 'plain' ? '' : 'font-bold';
  return (
    <span
      className={`inline-block max-w-full truncate align-middle rounded-full px-3 py-0.5 text-sm leading-normal ${weight} ${tones[tone]}`}
    >
      {children}
    </span>
  );
}

/** A link that filters a list, dark while its filter is active. */
export function ChipLink({
  to,
  state,
  isCurrent,
  description,
  children,
}: {
  to: string;
  /** The history state of the link. */
  state?: unknown;
  isCurrent?: boolean;
  /** Announced after its name, such as a count. */
  description?: string | undefined;
  children: ReactNode;
}) {
  const colors = isCurrent
    ? 'border-ink bg-ink text-white'
    : 'border-input bg-paper text-ink hover:bg-sand';
  return (
    <Link
      to={to}
      state={state}
      aria-current={isCurrent ? 'true' : undefined}
      aria-description={description}
      preventScrollReset
      className={`inline-flex min-h-11 items-center rounded-full border px-5 text-sm font-bold no-underline ${colors}`}
    >
      {children}
    </Link>
  );
}
