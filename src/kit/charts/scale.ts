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
