/** What a trial found: its figures, and what is wrong, if anything. */
export type Outcome = { figures: string; faults: string[] };

/** What a trial is given: how much is asked for, where to tell how far it is, what to undo after it. */
export type Running = {
  amount: number;
  /** What chance starts from, so that it can be had again. */
  seed: number;
  /** The folders asked for; none is all. */
  folders: string[];
  progress(done: string): void;
  /** Runs at the end, the last that was given first, also when the trial breaks off. */
  atEnd(close: () => Promise<unknown>): void;
};

/** One kind of torture, in as many rounds, cases, mails or parts of a hundred as are asked for. */
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
