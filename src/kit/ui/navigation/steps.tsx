/** The steps of a form on one line: done up to `current` (an index), the rest open. */
export function Steps({ steps, current }: { steps: readonly string[]; current: number }) {
  return (
    <ol aria-label="お手続きの段階" className="flex justify-center">
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={index === current ? 'step' : undefined}
          className={`relative flex w-full max-w-44 flex-col items-center gap-1 text-center text-sm leading-normal font-bold ${index <= current ? 'text-coral-dark' : 'text-ink-2'}`}
        >
          {index > 0 && (
            <span
              aria-hidden="true"
              className="stitch absolute top-[10px] right-[calc(50%+14px)] left-[calc(-50%+14px)]"
            />
          )}
          <TimelineStep isDone={index <= current} />
          {step}
          {index < current && <span className="sr-only">（済み）</span>}
        </li>
      ))}
    </ol>
  );
}

/** The mark of a step: filled once reached, hollow until then. */
export function TimelineStep({ isDone }: { isDone: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={`block size-[22px] shrink-0 rounded-full border-3 ${isDone ? 'border-coral bg-coral' : 'border-thread bg-paper'}`}
    />
  );
}
