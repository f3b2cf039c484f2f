import type { TestApp } from '#test/test-app.ts';

export type Fault = { what: string; about: string; is: number | string; should: number | string };

/** A paper as its donor holds it. */
export type Printed = {
  number: string;
  code: string;
  /** What whoever asks for it is told besides what became of it. */
  said: object;
  /** All that is printed on it. */
  text: string;
  /** Of its record. */
  digest: string;
  hasEnded: boolean;
};

/** What the random days have come to, besides what is in the database. */
export type Day = Remembered & {
  house: TestApp;
  backUp(): Promise<void>;
  goBack(): Promise<void>;
  gifts: number;
  files: number;
  /** How often it was held against the product. */
  checks: number;
  /** Faults that a step saw itself. */
  faults: Fault[];
  /** The highest generation of numbers that there was. */
  generation: number;
  /** Papers that were handed out and are on record no more. */
  lost: Printed[];
  /** Each number and each code that was ever given out, with what it was given to. */
  given: Map<string, string>;
  /** What was remembered and told when the backup was made. */
  backup: (Remembered & { told: string }) | undefined;
};

/** What goes back with a restored database. */
type Remembered = {
  /** The books of each closed month, as they were when it was closed. */
  closed: Map<string, string>;
  /** Papers on record by number. */
  papers: Map<string, Printed>;
};
