import type { ReactNode, RefObject } from 'react';
import { Card } from '#kit/ui/card.tsx';
import { type FormStep, formSteps, stepLabels } from './step-state.ts';

export type StepHeading = {
  /** Level of its heading. */
  level: 2 | 3;
  /** The ref of the heading, which takes the focus. */
  heading: RefObject<HTMLHeadingElement | null>;
  step: FormStep;
};

/** One step of the form on a card under its heading. */
export function StepCard({
  title,
  lead,
  level,
  heading,
  step,
  children,
}: StepHeading & { title: string; lead?: ReactNode; children: ReactNode }) {
  const Heading = `h${level}` as const;
  return (
    <Card>
      <Heading ref={heading} tabIndex={-1} className="font-heading text-xl narrow:text-2xl">
        <StepPosition step={step} />
        {title}
      </Heading>
      {lead && <p className="mt-1 text-ink-2">{lead}</p>}
      <div className="mt-6 space-y-8">{children}</div>
    </Card>
  );
}

/** Position in the form, as 「2/4 お届け先」; the first line of a step's heading. */
export function StepPosition({ step }: { step: FormStep }) {
  return (
    <span className="block font-sans text-sm text-coral-dark">
      <span className="tabular-nums">{`${formSteps.indexOf(step) + 1}/${formSteps.length}`}</span>{' '}
      {stepLabels[step]}
    </span>
  );
}

/** The buttons at the end of a step: forward on the right; on phones below back, in the order of the focus. */
export function StepButtons({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-col gap-3 border-t border-dashed border-line pt-6 narrow:flex-row narrow:justify-end">
      {children}
    </div>
  );
}
