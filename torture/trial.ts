/** Result of a trial: its figures, and its faults, if any. */
export type Outcome = { figures: string; faults: string[] };

/** Input of a trial: the requested amount, progress reporting, cleanup. */
export type Running = {
  amount: number;
  /** Seed of random values, for repeating a run. */
  seed: number;
  /** Requested folders; empty means all. */
  folders: string[];
  progress(done: string): void;
  /** Runs at the end, last registered first, also when the trial is interrupted. */
  atEnd(close: () => Promise<unknown>): void;
};

/** One kind of torture, measured in rounds, cases, mails or per cent. */
export type Trial = {
  name: string;
  unit: 'rounds' | 'cases' | 'mails' | 'sample';
  usualAmount: number;
  run(running: Running): Promise<Outcome>;
};

export const longest = (figures: readonly number[]) => Math.max(0, ...figures);

export const median = (figures: readonly number[]) =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0;

export const inSeconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
