import type { ReactNode } from 'react';

/** A box that scrolls long content, also by keyboard. `className` sets height and background. */
export function ScrollBox({
  label,
  className,
  children,
}: {
  label: string;
  className: string;
  children: ReactNode;
}) {
  const look = `overflow-auto rounded-lg ${className}`;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section aria-label={label} tabIndex={0} className={look}>
      {children}
    </section>
  );
}
