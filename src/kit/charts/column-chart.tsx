const textClassName = 'fill-ink-2 text-[0.6875rem] narrow:text-sm';

/**
 * Columns over a scale, drawn in percent so that the chart scales while its text keeps its size; long labels of the
 * scale extend into the margin. `label` describes the chart in words; the figures belong in a table beside it.
 */
export function ColumnChart({
  label,
  columns,
}: {
  label: string;
  /** `unit` follows the name where there is space for it. */
  columns: readonly { name: string; unit?: string; value: number }[];
}) {
  const values = columns.map(({ value }) => value);
  const scale = scaleUpTo(Math.max(0, ...values));
  const top = scale.at(-1) ?? 1;
  const boxes = columnsOf(values, top);
  return (
    <svg role="img" aria-label={label} className="block h-56 w-full overflow-visible narrow:h-72">
      {scale.map((value) => {
        const y = `${heightOf(value, top)}%`;
        return (
          <g key={value}>
            <line
              x1={`${plot.left}%`}
              x2="100%"
              y1={y}
              y2={y}
              strokeWidth={value === 0 ? 2 : 1}
              strokeDasharray={value === 0 ? undefined : '6 5'}
              className={value === 0 ? 'stroke-input' : 'stroke-line'}
            />
            <text
              x={`${plot.left - 1.5}%`}
              y={y}
              dy="0.35em"
              textAnchor="end"
              className={`${textClassName} tabular-nums`}
            >
              {shortNumber(value)}
            </text>
          </g>
        );
      })}
      {boxes.map(({ x, y, width, height }, index) => {
        const { name = '', unit, value = 0 } = columns[index] ?? {};
        const middle = `${x + width / 2}%`;
        return (
          <g key={name}>
            <rect
              x={`${x}%`}
              y={`${y}%`}
              width={`${width}%`}
              height={`${height}%`}
              rx="3"
              className="fill-coral"
            />
            {value > 0 && (
              <text
                x={middle}
                y={`${y}%`}
                dy="-0.45em"
                textAnchor="middle"
                className="fill-ink text-sm font-bold tabular-nums max-narrow:hidden"
              >
                {shortNumber(value)}
              </text>
            )}
            <text x={middle} y="100%" dy="-0.5em" textAnchor="middle" className={textClassName}>
              {name}
              {unit && <tspan className="max-narrow:hidden">{unit}</tspan>}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

/** The maximum number of steps of a scale. */
const mostSteps = 5;

/** Evenly spaced round whole numbers from 0 to at least `max`: the grid lines of a chart. */
export function scaleUpTo(max: number): number[] {
  const least = Math.max(1, max / mostSteps);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= least) ?? 10);
  const steps = Math.max(1, Math.ceil(max / step));
  return Array.from({ length: steps + 1 }, (_, index) => index * step);
}

/** A number in the short form of a scale: 1,500 · 1.2万 · 30万. */
export function shortNumber(value: number): string {
  if (value < 10_000) return value.toLocaleString('ja-JP');
  return `${(value / 10_000).toLocaleString('ja-JP', { maximumFractionDigits: 1 })}万`;
}

/** A rectangle in percent of the chart, so that it fits any width. */
type Box = { x: number; y: number; width: number; height: number };

/** The plot area of the chart in percent; the rest is for text. */
export const plot = { left: 11, right: 100, top: 9, bottom: 87 } as const;
/** Share of its slot that a column fills. */
const fill = 0.66;

/** The vertical position of `value` in percent from the top, where `top` is the highest value. */
function heightOf(value: number, top: number): number {
  return rounded(plot.bottom - ((plot.bottom - plot.top) * value) / top);
}

/** One column per value, evenly spaced; `top` is the value at the upper end of the scale, above 0. */
export function columnsOf(values: readonly number[], top: number): Box[] {
  const place = (plot.right - plot.left) / Math.max(1, values.length);
  return values.map((value, index) => {
    const y = heightOf(value, top);
    return {
      x: rounded(plot.left + place * (index + (1 - fill) / 2)),
      y,
      width: rounded(place * fill),
      height: rounded(plot.bottom - y),
    };
  });
}

/** Two decimals: finer than any screen, and short in the markup. */
function rounded(percent: number): number {
  return Math.round(percent * 100) / 100;
}
