/** What a trial found: its figures, and what is wrong, if anything. */
export type Outcome = { figures: string; faults: string[] };

/** What a trial gets: how much is asked for, how to report progress, what to undo after it. */
export type Running = {
  amount: number;
  /** The seed of random values, so that a run can be repeated. */
  seed: number;
  /** The folders asked for; none is all. */
  folders: string[];
  progress(done: string): void;
  /** Runs at the end, last registered first, also when the trial breaks off. */
  atEnd(close: () => Promise<unknown>): void;
};

/** One kind of torture, in as many rounds, cases, mails or per cent as are asked for. */
export type Trial = {
  name: string;
  unit: 'rounds' | 'cases' | 'mails' | 'sample';
  usualAmount: number;
  run(running: Running): Promise<Outcome>;
};

/** The largest of some figures. */
export const longest = (figures: readonly number[]) => Math.max(0, ...figures);

/** The middle one of some figures. */
export const median = (figures: readonly number[]) =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0;

export const inSeconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
