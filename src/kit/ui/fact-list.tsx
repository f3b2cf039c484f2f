import type { ReactNode } from 'react';

/** Labels and values on a card; one below the other on phones. */
export function FactList({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="rounded-card border border-line bg-paper px-5 py-2 narrow:px-8">
      {facts.map(([label, value]) => (
        <div
          key={label}
          className="grid gap-x-6 border-b border-line py-3 last:border-0 narrow:grid-cols-[200px_1fr]"
        >
          <dt className="font-bold text-ink-2">{label}</dt>
          <dd className="min-w-0">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
