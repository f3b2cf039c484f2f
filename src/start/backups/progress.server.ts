import { progressBar } from '#start/sample/progress-bar.server.ts';

/** Progress of a step; `done` and `total` in any unit. */
export type Report = (progress: { label: string; done: number; total: number }) => void;

/** Shows progress: a bar on a terminal, elsewhere one line a step. */
export function showProgress(
  out: Pick<NodeJS.WriteStream, 'isTTY' | 'write'> = process.stderr,
): Report {
  if (out.isTTY) return eachStep(() => progressBar(out));
  let last = '';
  return ({ label }) => {
    if (label !== last) out.write(`${label}\n`);
    last = label;
  };
}

/** A bar of its own for each step, since the times left differ. */
function eachStep(start: () => Report): Report {
  let step: { label: string; report: Report } | undefined;
  return (progress) => {
    if (step?.label !== progress.label) step = { label: progress.label, report: start() };
    step.report(progress);
  };
}
