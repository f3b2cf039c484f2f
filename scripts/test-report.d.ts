type Named = { title: string; message?: string };

type Timed = { file: string; seconds: number };

/** Result of a part of the run. */
type Counts = {
  passed: number;
  failed: number;
  failures: Named[];
  flaky?: Named[];
  files: Timed[];
};

export const mostFlaky: number;
export function readVitest(report: object, status: number | null): Counts;
export function readPlaywright(report: object, status: number | null): Counts;
export function closing(
  results: (Partial<Counts> & {
    name: string;
    seconds: number;
    passed: number;
    failed: number;
    skipped?: boolean;
  })[],
): { lines: string[]; isGood: boolean };
