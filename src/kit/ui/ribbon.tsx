import type { ReactNode } from 'react';

/** A tag on the upper right edge of a card; the card is `relative`. */
export function Ribbon({ children }: { children: ReactNode }) {
  return (
    <p className="absolute top-4 right-0 rounded-l-lg bg-leaf px-3 py-1 text-sm leading-normal font-bold text-white">
      {children}
    </p>
  );
}
