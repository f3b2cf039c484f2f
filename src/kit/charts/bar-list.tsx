import type { ReactNode } from 'react';
import { formatYen } from '#kit/values/yen.ts';

const fills = { coral: 'fill-coral', honey: 'fill-honey' } as const;
const columns = {
  件: 'narrow:grid-cols-[12.5rem_1fr_5rem]',
  円: 'narrow:grid-cols-[12.5rem_1fr_9rem]',
} as const;
export type BarTone = keyof typeof fills;

export type Bar = {
  /** Key, where several bars may have the same name. */
  id?: string;
  name: string;
  picture?: ReactNode;
  /** The counts, stacked in one bar. */
  parts: readonly { count: number; tone: BarTone }[];
};

const countOf = ({ parts }: Bar) => parts.reduce((sum, { count }) => sum + count, 0);

/** Named bars in rows, all to one scale; `label` names the list for screen readers. */
export function BarList({
  label,
  bars,
  unit = '件',
}: {
  label: string;
  bars: readonly Bar[];
  unit?: keyof typeof columns;
}) {
  const top = Math.max(1, ...bars.map(countOf));
  return (
    <ul aria-label={label} className="grid gap-3">
      {bars.map((bar) => (
        <li
          key={bar.id ?? bar.name}
          className={`grid grid-cols-[1fr_auto] items-center gap-x-3 ${columns[unit]}`}
        >
          <span className="flex items-center gap-2 leading-snug font-bold">
            {bar.picture}
            {bar.name}
          </span>
          <span className="text-right narrow:order-last">
            <span className="figures text-lg">{formatYen(countOf(bar))}</span>
            {unit}
          </span>
          <BarPicture bar={bar} top={top} />
        </li>
      ))}
    </ul>
  );
}

function BarPicture({ bar, top }: { bar: Bar; top: number }) {
  let start = 0;
  return (
    <svg
      aria-hidden="true"
      className="h-3.5 w-full overflow-hidden rounded-full bg-sand max-narrow:col-span-2 max-narrow:mt-1"
    >
      {bar.parts.map(({ count, tone }) => {
        const x = start;
        const width = Math.round((count / top) * 10_000) / 100;
        start += width;
        return (
          <rect key={tone} x={`${x}%`} width={`${width}%`} height="100%" className={fills[tone]} />
        );
      })}
    </svg>
  );
}

/** The legend of the bars' colours. */
export function BarLegend({ entries }: { entries: readonly { tone: BarTone; name: string }[] }) {
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
      {entries.map(({ tone, name }) => (
        <li key={tone} className="flex items-center gap-2">
          <svg aria-hidden="true" className="size-3.5 rounded-full">
            <rect width="100%" height="100%" className={fills[tone]} />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}
