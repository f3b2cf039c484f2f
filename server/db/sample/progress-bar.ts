import type { SampleProgress } from './load-sample.ts';

const width = 30;

/** Shows progress on a terminal as a bar that is drawn over itself; elsewhere a line for each part. */
export function progressBar(out: NodeJS.WriteStream = process.stderr) {
  let told = '';
  return ({ done, total, label }: SampleProgress) => {
    if (!out.isTTY) {
      if (label !== told) out.write(`${label}…\n`);
      told = label;
      return;
    }
    const share = Math.min(1, done / total);
    const bar = '█'.repeat(Math.round(share * width)).padEnd(width, '░');
    out.write(`\r\u001b[K${bar} ${String(Math.floor(share * 100)).padStart(3)}%  ${label}`);
    if (done >= total) out.write('\r\u001b[K');
  };
}
