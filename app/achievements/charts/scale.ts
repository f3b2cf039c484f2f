/** So many steps a scale has at most. */
const mostSteps = 5;

/** Round values from 0 to at least `max`, evenly spaced, whole numbers: the lines behind a chart. */
export function scaleUpTo(max: number): number[] {
  const least = Math.max(1, max / mostSteps);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= least) ?? 10);
  const steps = Math.max(1, Math.ceil(max / step));
  return Array.from({ length: steps + 1 }, (_, index) => index * step);
}

/** A number as short as it stands at a scale: 1,500 · 1.2万 · 30万. */
export function shortNumber(value: number): string {
  if (value < 10_000) return value.toLocaleString('ja-JP');
  return `${(value / 10_000).toLocaleString('ja-JP', { maximumFractionDigits: 1 })}万`;
}
