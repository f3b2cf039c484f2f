import type { ReactNode } from 'react';
import { Chip } from '#kit/ui/chip.tsx';
import { TimelineStep } from '#kit/ui/navigation/steps.tsx';
import { formatDate } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import { GiftFlow } from './gift-flow.tsx';
import { TraceItems } from './trace-items.tsx';
import type { Trace, TraceStep } from './trace-schema.ts';

/** The whole way of a gift as one timeline, past and to come. `askPath` opens a question about an item. */
export function TraceView({
  trace,
  askPath,
}: {
  trace: Trace;
  askPath?: ((itemName: string) => string) | undefined;
}) {
  const last = trace.steps.findLastIndex(({ isDone }) => isDone);
  return (
    <>
      <Corrections corrections={trace.corrections} />
      <ol aria-label="寄付のゆくえ">
        {trace.steps.map((step, index) => (
          <Step
            key={`${step.key} ${step.label}`}
            step={step}
            isCurrent={index === last}
            isLast={index === trace.steps.length - 1}
          >
            {detailsOf(step, trace, askPath)}
          </Step>
        ))}
      </ol>
    </>
  );
}

function detailsOf(
  { key, isDone }: TraceStep,
  trace: Trace,
  askPath: ((itemName: string) => string) | undefined,
): ReactNode {
  // Goods that were sent back or brought nothing have their list at the end instead.
  const listedAt = trace.steps.some((step) => step.key === 'ended') ? 'ended' : 'appraised';
  if (key === listedAt) {
    return isDone && trace.pieces ? <Appraisal trace={trace} askPath={askPath} /> : null;
  }
  if (key === 'donated' && trace.sums) {
    return <GiftFlow sums={trace.sums} recipient={trace.recipient} />;
  }
  return key === 'reported' && trace.use ? <Reports use={trace.use} /> : null;
}

function Step({
  step: { label, isDone, note },
  isCurrent,
  isLast,
  children,
}: {
  step: TraceStep;
  isCurrent: boolean;
  isLast: boolean;
  children: ReactNode;
}) {
  return (
    <li
      aria-current={isCurrent ? 'step' : undefined}
      className="relative grid grid-cols-[22px_minmax(0,1fr)] gap-x-3 pb-6 last:pb-0"
    >
      {!isLast && (
        <span
          aria-hidden="true"
          className="stitch-down absolute top-[25px] bottom-[3px] left-[9.5px]"
        />
      )}
      <TimelineStep isDone={isDone} />
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline justify-between gap-x-4 leading-snug">
          <span className={`font-bold ${isDone ? 'text-coral-dark' : 'text-ink-2'}`}>
            {label}
            <span className="sr-only">{isDone ? '（済み）' : '（これから）'}</span>
          </span>
          <span className="text-sm text-ink-2 tabular-nums">
            {note || (isDone ? '' : 'これから')}
          </span>
        </p>
        {children && <div className="mt-3">{children}</div>}
      </div>
    </li>
  );
}

function Corrections({ corrections }: Pick<Trace, 'corrections'>) {
  if (corrections.length === 0) return null;
  return (
    <ul className="mb-5 rounded-tile bg-honey-soft px-4 py-3 text-sm">
      {corrections.map(({ on, text }) => (
        <li key={`${on} ${text}`}>
          <span className="mr-2 tabular-nums">{formatDate(on)}</span>
          {text}
        </li>
      ))}
      <li>下は、訂正したあとの、いまの内容です。</li>
    </ul>
  );
}

function Appraisal({
  trace: { items, pieces, isCheckedByTwo, sold },
  askPath,
}: {
  trace: Trace;
  askPath: ((itemName: string) => string) | undefined;
}) {
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2">
        {pieces &&
          `${formatYen(pieces.count)}点のうち${formatYen(pieces.priced)}点に値段がつきました。`}
        {isCheckedByTwo && <Chip tone="leaf">2人で確認</Chip>}
      </p>
      <TraceItems items={items} askPath={askPath} />
      {sold && <SoldSoFar sold={sold} />}
    </>
  );
}

function SoldSoFar({ sold: { yen, lastOn, isOver } }: { sold: NonNullable<Trace['sold']> }) {
  return (
    <p className="mt-3 text-sm">
      {isOver ? 'お品物は、すべて売れました' : '一部のお品物が売れました'}（{formatDate(lastOn)}
      {yen !== null && `、合わせて${formatYen(yen)}円`}
      ）。寄付額は査定の日に決まり、売れた額によって変わることはありません。
    </p>
  );
}

/** Reports of use, the newest first; the sum of a gift that none covers yet. */
function Reports({ use: { reports, unreportedYen } }: { use: NonNullable<Trace['use']> }) {
  return (
    <>
      {reports.length > 0 && (
        <ul className="grid gap-2">
          {reports.map(({ id, title, from, to, yen }) => (
            <li key={id} className="rounded-tile bg-sand px-4 py-3 leading-snug">
              <b className="block wrap-anywhere">{title}</b>
              <span className="text-sm text-ink-2 tabular-nums">
                {formatDate(from)}〜{formatDate(to)}
                {yen !== null && `　このご寄付から${formatYen(yen)}円`}
              </span>
            </li>
          ))}
        </ul>
      )}
      {reports.length > 0 && unreportedYen !== null && unreportedYen > 0 && (
        <p className="mt-2 text-sm text-ink-2">
          残りの{formatYen(unreportedYen)}円の使いみちは、これから報告されます。
        </p>
      )}
    </>
  );
}
