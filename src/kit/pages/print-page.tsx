import type { ReactNode } from 'react';
import '#kit/styles/print.css';

export type PageSize = 'A3' | 'A4' | 'A5' | 'letter' | 'legal';

const paddings = { 0: '', 10: 'p-[10mm]', 15: 'p-[15mm]', 20: 'p-[20mm]', 25: 'p-[25mm]' } as const;

/** One sheet of paper, the same on the screen and in print (docs/product.md, Screens). */
export function PrintPage({
  size = 'A4',
  orientation = 'landscape',
  paddingMm = 10,
  children,
}: {
  size?: PageSize;
  orientation?: 'landscape' | 'portrait';
  paddingMm?: keyof typeof paddings;
  children: ReactNode;
}) {
  return (
    <main className={`sheet sheet-${size}-${orientation} ${paddings[paddingMm]}`}>{children}</main>
  );
}
