import type { ReactNode } from 'react';

/** A number with its label, inside a `<dl>`; the `unit` follows in small type. */
export function Stat({
  label,
  value,
  unit,
  tone = 'coral',
}: {
  label: string;
  value: ReactNode;
  unit?: string;
  tone?: 'coral' | 'ink' | 'error';
}) {
  const colour = { coral: 'text-coral-dark', ink: 'text-ink', error: 'text-error' }[tone];
  return (
    <div className="flex flex-col-reverse items-center justify-end px-2 text-center">
      <dt className="text-sm leading-normal text-ink-2">{label}</dt>
      <dd className={`figures -mx-2 text-[min(1.5rem,5.8vw)] narrow:text-3xl ${colour}`}>
        {value}
        {unit && <span className="ml-0.5 text-base">{unit}</span>}
      </dd>
    </div>
  );
}
