import type { ReactNode, RefObject } from 'react';
import { Card } from '#app/ui/card.tsx';

/** What every step is told: how deep its heading stands, and the heading that takes the focus. */
export type StepHeading = { level: 2 | 3; heading: RefObject<HTMLHeadingElement | null> };

/** One step of the form on a sheet, under its heading. */
export function StepCard({
  title,
  lead,
  level,
  heading,
  children,
}: StepHeading & { title: string; lead?: ReactNode; children: ReactNode }) {
  const Heading = `h${level}` as const;
  return (
    <Card>
      <Heading ref={heading} tabIndex={-1} className="font-heading text-xl narrow:text-2xl">
        {title}
      </Heading>
      {lead && <p className="mt-1 text-ink-2">{lead}</p>}
      <div className="mt-6 space-y-8">{children}</div>
    </Card>
  );
}

/** The buttons at the end of a step: the way on to the right, on phones above the way back. */
export function StepButtons({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-col-reverse gap-3 border-t border-dashed border-line pt-6 narrow:flex-row narrow:justify-end">
      {children}
    </div>
  );
}
