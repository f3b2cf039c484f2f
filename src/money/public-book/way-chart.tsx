import { formatYen } from '#kit/values/yen.ts';
import type { MoneyWay } from './money-way.ts';

type Tone = 'coral' | 'honey' | 'leaf' | 'sky' | 'sand';
type Stop = { id: string; name: string; yen: number; tone: Tone };
type Flow = { from: string; to: string; yen: number };

/** The stops of the way in three columns, without empty ones, and the flows between them. */
export function stopsOf({ givenYen, toAssociates, toFunds, restYen }: MoneyWay) {
  const associatesYen = toAssociates.arrivedYen + toAssociates.waitingYen + toAssociates.costYen;
  const fundsYen = toFunds.paidOutYen + toFunds.leftYen + toFunds.costYen;
  const columns: Stop[][] = [
    [{ id: 'given', name: '寄付額', yen: givenYen, tone: 'coral' }],
    [
      { id: 'associates', name: '団体への寄付', yen: associatesYen, tone: 'coral' },
      { id: 'funds', name: '基金への寄付', yen: fundsYen, tone: 'honey' },
      { id: 'rest', name: '内訳の公表待ち', yen: restYen, tone: 'sand' },
    ],
    [
      { id: 'arrived', name: '届いた額', yen: toAssociates.arrivedYen, tone: 'leaf' },
      { id: 'waiting', name: 'これから届く額', yen: toAssociates.waitingYen, tone: 'sky' },
      { id: 'cost', name: '費用', yen: toAssociates.costYen + toFunds.costYen, tone: 'sand' },
      { id: 'paid', name: '基金から団体へ', yen: toFunds.paidOutYen, tone: 'leaf' },
      { id: 'left', name: '基金の残高', yen: toFunds.leftYen, tone: 'honey' },
    ],
  ];
  const flows: Flow[] = [
    { from: 'given', to: 'associates', yen: associatesYen },
    { from: 'given', to: 'funds', yen: fundsYen },
    { from: 'given', to: 'rest', yen: restYen },
    { from: 'associates', to: 'arrived', yen: toAssociates.arrivedYen },
    { from: 'associates', to: 'waiting', yen: toAssociates.waitingYen },
    { from: 'associates', to: 'cost', yen: toAssociates.costYen },
    { from: 'funds', to: 'cost', yen: toFunds.costYen },
    { from: 'funds', to: 'paid', yen: toFunds.paidOutYen },
    { from: 'funds', to: 'left', yen: toFunds.leftYen },
  ];
  return {
    columns: columns.map((column) => column.filter(({ yen }) => yen > 0)),
    flows: flows.filter(({ yen }) => yen > 0),
  };
}

/** Heights in percent: a gap between stops, and the least that a stop's label needs. */
const [gap, least] = [5, 8];
/** Left edges of the columns and their width, in percent. */
const [lefts, width] = [[0, 42, 97], 3];

type Placed = Stop & { x: number; y: number; height: number; out: number; into: number };

function place(columns: readonly Stop[][]): Map<string, Placed> {
  const placed = new Map<string, Placed>();
  for (const [index, column] of columns.entries()) {
    const whole = column.reduce((sum, { yen }) => sum + yen, 0);
    const free = 100 - gap * (column.length - 1) - least * column.length;
    let y = 0;
    for (const stop of column) {
      const height = least + (free * stop.yen) / whole;
      placed.set(stop.id, { ...stop, x: lefts[index] ?? 0, y, height, out: 0, into: 0 });
      y += height + gap;
    }
  }
  return placed;
}

const fills: Record<Tone, string> = {
  coral: 'fill-coral',
  honey: 'fill-honey',
  leaf: 'fill-leaf',
  sky: 'fill-sky',
  sand: 'fill-input',
};
const soft: Record<Tone, string> = {
  coral: 'fill-coral-soft',
  honey: 'fill-honey-soft',
  leaf: 'fill-leaf-soft',
  sky: 'fill-sky-soft',
  sand: 'fill-sand',
};

const rounded = (percent: number) => Math.round(percent * 100) / 100;

/** A band from one stop to another; each takes up its share of their edges. */
function bandOf({ from, to, yen }: Flow, stops: ReadonlyMap<string, Placed>) {
  const [start, end] = [stops.get(from), stops.get(to)];
  if (!start || !end) return undefined;
  const [thick, thin] = [start, end].map(({ height, yen: all }) => (height * yen) / all);
  const [y1, y2] = [start.y + start.out, end.y + end.into];
  start.out += thick ?? 0;
  end.into += thin ?? 0;
  const [x1, x2] = [start.x + width, end.x];
  const middle = (x1 + x2) / 2;
  const [a, b, c, d] = [y1, y2, y2 + (thin ?? 0), y1 + (thick ?? 0)].map(rounded);
  return {
    key: `${from} ${to}`,
    tone: end.tone,
    path: `M${x1},${a}C${middle},${a} ${middle},${b} ${x2},${b}L${x2},${c}C${middle},${c} ${middle},${d} ${x1},${d}Z`,
  };
}

/** The way of the yen as bands from left to right; the figures stand in a table beside it. */
export function WayChart({ way }: { way: MoneyWay }) {
  const { columns, flows } = stopsOf(way);
  const stops = place(columns);
  const bands = flows.flatMap((flow) => bandOf(flow, stops) ?? []);
  return (
    <svg
      role="img"
      aria-label="寄付額が、団体と基金への寄付、費用、届いた額に分かれていく図"
      className="block h-80 w-full overflow-visible narrow:h-96"
    >
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" width="100%" height="100%">
        <title>お金の流れ</title>
        {bands.map(({ key, tone, path }) => (
          <path key={key} d={path} className={soft[tone]} />
        ))}
        {[...stops.values()].map(({ id, x, y, height, tone }) => (
          <rect
            key={id}
            x={x}
            y={rounded(y)}
            width={width}
            height={rounded(height)}
            className={fills[tone]}
          />
        ))}
      </svg>
      {[...stops.values()].map((stop) => (
        <StopLabel key={stop.id} stop={stop} />
      ))}
    </svg>
  );
}

/** Name and yen beside a stop: on its right, in the last column on its left. */
function StopLabel({ stop: { x, y, height, name, yen } }: { stop: Placed }) {
  const isLast = x === lefts.at(-1);
  const at = {
    x: `${isLast ? x - 1.5 : x + width + 1.5}%`,
    y: `${rounded(y + height / 2)}%`,
    textAnchor: isLast ? ('end' as const) : ('start' as const),
  };
  return (
    <>
      <text {...at} dy="-0.2em" className="fill-ink text-[0.6875rem] font-bold narrow:text-sm">
        {name}
      </text>
      <text {...at} dy="1.1em" className="fill-ink text-[0.6875rem] tabular-nums narrow:text-sm">
        {formatYen(yen)}円
      </text>
    </>
  );
}
