import { columnsOf, heightOf, plot } from './columns.ts';
import { scaleUpTo, shortNumber } from './scale.ts';

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
