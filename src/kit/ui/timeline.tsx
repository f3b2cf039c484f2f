import { TimelineStep } from './navigation/steps.tsx';

/** A state with the text below it: its date, or words such as まもなく. */
export type TimelineEntry = { label: string; note?: string; isDone: boolean };

/** A timeline: horizontal on wide screens, vertical on phones. */
export function Timeline({ label, entries }: { label: string; entries: readonly TimelineEntry[] }) {
  const last = entries.findLastIndex(({ isDone }) => isDone);
  return (
    <ol aria-label={label} className="narrow:flex">
      {entries.map((entry, index) => (
        <li
          key={entry.label}
          aria-current={index === last ? 'step' : undefined}
          className="relative flex gap-3 pb-5 last:pb-0 narrow:w-full narrow:flex-col narrow:items-center narrow:gap-1 narrow:pb-0 narrow:text-center"
        >
          {index > 0 && (
            <>
              <span
                aria-hidden="true"
                className="stitch absolute top-[10px] right-[calc(50%+14px)] left-[calc(-50%+14px)] max-narrow:hidden"
              />
              <span
                aria-hidden="true"
                className="stitch-down absolute bottom-[calc(100%+2px)] left-[9.5px] h-5 narrow:hidden"
              />
            </>
          )}
          <TimelineStep isDone={entry.isDone} />
          <div className="flex grow flex-wrap justify-between gap-x-4 text-sm leading-normal narrow:flex-col narrow:justify-start">
            <span className={`font-bold ${entry.isDone ? 'text-coral-dark' : 'text-ink-2'}`}>
              {entry.label}
              <span className="sr-only">{entry.isDone ? '（済み）' : '（これから）'}</span>
            </span>
            {entry.note && (
              <span className="text-ink-2 tabular-nums narrow:whitespace-nowrap">{entry.note}</span>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}
