import { useEffect, useRef } from 'react';
import { ScrollBox } from '#app/admin/scroll-box.tsx';
import { Icon } from '#app/ui/pictures/icon.tsx';
import type { StepOutcome } from '#domain/applications/admin-application.ts';

/** What came of a step, for each application: done, or why not. Takes the focus when it appears. */
export function StepOutcomes({ outcomes }: { outcomes: readonly StepOutcome[] }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  const refused = outcomes.filter(({ isDone }) => !isDone);
  const done = outcomes.length - refused.length;
  // What needs a look stands first.
  const listed = [...refused, ...outcomes.filter(({ isDone }) => isDone)];
  return (
    <div ref={box} tabIndex={-1} className="outline-none">
      <p role="status" className="font-bold">
        {done > 0 && `${done}件を進めました。`}
        {refused.length > 0 && `${refused.length}件は進められませんでした。`}
      </p>
      <ScrollBox label="申し込みごとの結果" className="mt-3 max-h-80">
        <ul className="divide-y divide-line border-y border-line">
          {listed.map(({ appraisalId, isDone, message }) => (
            <li key={appraisalId} className="flex items-start gap-2 py-2">
              <Icon
                name={isDone ? 'success' : 'alert'}
                className={`mt-1 size-5 ${isDone ? 'text-leaf' : 'text-error'}`}
              />
              <span className="font-bold whitespace-nowrap tabular-nums">{appraisalId}</span>
              <span>
                <span className="sr-only">{isDone ? '済み：' : 'できません：'}</span>
                {message}
              </span>
            </li>
          ))}
        </ul>
      </ScrollBox>
    </div>
  );
}
