/** A rectangle in percent of the chart, so that it fits any width. */
export type Box = { x: number; y: number; width: number; height: number };

/** The plot area of the chart in percent; the rest is for text. */
export const plot = { left: 11, right: 100, top: 9, bottom: 87 } as const;
/** Share of its slot that a column fills. */
const fill = 0.66;

/** The vertical position of `value` in percent from the top, where `top` is the highest value. */
export function heightOf(value: number, top: number): number {
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
