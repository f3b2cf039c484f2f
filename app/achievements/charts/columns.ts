/** A rectangle in percent of the picture, so that it fits any width. */
export type Box = { x: number; y: number; width: number; height: number };

/** The part of the picture in which columns stand, in percent; the rest is for words. */
export const plot = { left: 11, right: 100, top: 9, bottom: 87 } as const;
/** The part of its place that a column fills. */
const fill = 0.66;

/** How high `value` stands in the picture when `top` is the highest value, in percent from above. */
export function heightOf(value: number, top: number): number {
  return rounded(plot.bottom - ((plot.bottom - plot.top) * value) / top);
}

/** One column for each value, evenly spread; `top` is the value of the scale's upper end, over 0. */
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

/** Two decimals: finer than any screen, and short in the page. */
function rounded(percent: number): number {
  return Math.round(percent * 100) / 100;
}
