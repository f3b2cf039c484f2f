import { useEffect, useRef } from 'react';
import type { StepOutcome } from '#giving/applications/step-changes.ts';
import { ScrollBox } from '#kit/lists/scroll-box.tsx';
import { Icon } from '#kit/ui/pictures/icon.tsx';

/** The outcome of a step for each application, with the reason of a failure. Takes the focus when it appears. */
export function StepOutcomes({ outcomes }: { outcomes: readonly StepOutcome[] }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  const done = outcomes.filter(({ isDone }) => isDone);
  const refused = outcomes.filter(({ isDone }) => !isDone);
  // Failures first.
  const listed = [...refused, ...done];
  return (
    <div ref={box} tabIndex={-1} className="outline-none">
      <p role="status" className="font-bold">
        {done.length > 0 && `${done.length}件を進めました。`}
        {refused.length > 0 && `${refused.length}件は進められませんでした。`}
      </p>
      <ScrollBox label="申し込みごとの結果" className="mt-3 max-h-80">
        <ul className="divide-y divide-line border-y border-line">
          {listed.map((outcome) => {
            const { icon, color, label } = lookOf(outcome);
            return (
              <li key={outcome.appraisalId} className="flex items-start gap-2 py-2">
                <Icon name={icon} className={`mt-1 size-5 ${color}`} />
                <span className="font-bold whitespace-nowrap tabular-nums">
                  {outcome.appraisalId}
                </span>
                <span>
                  <span className="sr-only">{label}：</span>
                  {outcome.message}
                </span>
              </li>
            );
          })}
        </ul>
      </ScrollBox>
    </div>
  );
}

function lookOf({ isDone }: StepOutcome) {
  if (isDone) return { icon: 'success', color: 'text-leaf', label: '済み' } as const;
  return { icon: 'alert', color: 'text-error', label: 'できません' } as const;
}
