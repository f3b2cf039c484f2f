import type { ReactNode } from 'react';

/** A draft in words, field by field; empty ones are left out. `children` are its pictures. */
export function LookText({
  fields,
  children,
}: {
  fields: readonly { label: string; value: string }[];
  children: ReactNode;
}) {
  return (
    <div className="mt-3 space-y-2 rounded-tile bg-cream px-4 py-3">
      <dl className="space-y-2">
        {fields
          .filter(({ value }) => value !== '')
          .map(({ label, value }) => (
            <div key={label}>
              <dt className="text-sm text-ink-2">{label}</dt>
              <dd className="whitespace-pre-line wrap-anywhere">{value}</dd>
            </div>
          ))}
      </dl>
      {children}
    </div>
  );
}
