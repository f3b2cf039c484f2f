import type { SampleProgress } from './load-sample.server.ts';

const width = 30;
/** Without a terminal a line is written this often, as a sign of life. */
const lineEveryMs = 30_000;

/**
 * Shows progress: on a terminal as a bar redrawn in place, elsewhere as one line, and another every half minute.
 * `clock` is in ms.
 */
export function progressBar(
  out: Pick<NodeJS.WriteStream, 'isTTY' | 'write'> = process.stderr,
  clock: () => number = () => performance.now(),
) {
  let first: { done: number; at: number } | undefined;
  let lastLineAt: number | undefined;
  return ({ done, total, label }: SampleProgress) => {
    const at = clock();
    const isFirst = first === undefined;
    // Rows written by an earlier try say nothing about the speed of this one.
    first ??= { done, at };
    const isOver = done >= total;
    lastLineAt ??= at;
    if (!out.isTTY && isFirst) {
      out.write('見本データを用意しています / Loading sample data\n');
      return;
    }
    if (!out.isTTY && at - lastLineAt < lineEveryMs) return;
    lastLineAt = at;
    const share = Math.min(1, done / total);
    const perMs = (done - first.done) / Math.max(1, at - first.at);
    const percent = `${String(Math.floor(share * 100)).padStart(3)}%`;
    const left = perMs > 0 ? `  残り${duration((total - done) / perMs / 1_000)}` : '';
    if (!out.isTTY) {
      out.write(`${percent}  ${label}${left}\n`);
      return;
    }
    const bar = '█'.repeat(Math.round(share * width)).padEnd(width, '░');
    out.write(`\r\u001b[K${bar} ${percent}  ${label}${left}`);
    if (isOver) out.write('\r\u001b[K');
  };
}

function duration(seconds: number): string {
  const wholeSeconds = Math.ceil(seconds);
  return wholeSeconds < 60
    ? `${wholeSeconds}秒`
    : `${Math.floor(wholeSeconds / 60)}分${wholeSeconds % 60}秒`;
}
