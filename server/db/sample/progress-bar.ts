import type { SampleProgress } from './load-sample.ts';

const width = 30;
/** Elsewhere than on a terminal a line is written so often, and at the end. */
const lineEveryMs = 3_000;

const number = new Intl.NumberFormat('ja-JP', { maximumFractionDigits: 0 });

/**
 * Shows progress: on a terminal as a bar that is drawn over itself, elsewhere as a line every few
 * seconds. `clock` is in ms.
 */
export function progressBar(
  out: Pick<NodeJS.WriteStream, 'isTTY' | 'write'> = process.stderr,
  clock: () => number = () => performance.now(),
) {
  const began = clock();
  let first: { done: number; at: number } | undefined;
  let lastLineAt = Number.NEGATIVE_INFINITY;
  return ({ done, total, label }: SampleProgress) => {
    const at = clock();
    // What an earlier try wrote says nothing of the speed of this one.
    first ??= { done, at };
    const isOver = done >= total;
    if (!out.isTTY && at - lastLineAt < lineEveryMs && !(isOver && at - began >= lineEveryMs))
      return;
    lastLineAt = at;
    const share = Math.min(1, done / total);
    const perSecond = ((done - first.done) / Math.max(1, at - first.at)) * 1_000;
    const percent = `${String(Math.floor(share * 100)).padStart(3)}%`;
    const speed =
      perSecond > 0
        ? `  毎秒${number.format(perSecond)}行  残り${duration((total - done) / perSecond)}`
        : '';
    const figures = `${number.format(done)}/${number.format(total)}行${speed}`;
    if (!out.isTTY) {
      out.write(`${percent}  ${label}  ${figures}\n`);
      return;
    }
    const bar = '█'.repeat(Math.round(share * width)).padEnd(width, '░');
    out.write(`\r\u001b[K${bar} ${percent}  ${label}  ${figures}`);
    if (isOver) out.write('\r\u001b[K');
  };
}

function duration(seconds: number): string {
  const whole = Math.ceil(seconds);
  return whole < 60 ? `${whole}秒` : `${Math.floor(whole / 60)}分${whole % 60}秒`;
}
