import type { ReactNode, RefObject } from 'react';
import { Card } from '#app/ui/card.tsx';

/** The props of every step: the level of its heading, and the ref of the heading to focus. */
export type StepHeading = { level: 2 | 3; heading: RefObject<HTMLHeadingElement | null> };

/** One step of the form on a card under its heading. */
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

/** The buttons at the end of a step: forward on the right, on phones above back. */
export function StepButtons({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-col-reverse gap-3 border-t border-dashed border-line pt-6 narrow:flex-row narrow:justify-end">
      {children}
    </div>
  );
}
