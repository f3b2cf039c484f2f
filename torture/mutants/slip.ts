/**
 * A slip planted by hand, of a kind that Stryker does not make: in SQL, in a constant, in a
 * forgotten clause, in the layout of a screen. `file` is a file's name, so that folders may move,
 * or the end of its path if the name is not unique.
 */
export type Slip = {
  kind:
    | 'reversal'
    | 'time zone'
    | 'lifetime'
    | 'policy'
    | 'rule'
    | 'screen'
    | 'view'
    | 'condition'
    | 'lock'
    | 'planted'
    | 'paper'
    | 'book';
  file: string;
  was: string;
  becomes: string;
  /** Test files that should find it. */
  tests: string[];
};

/** Creates slips of a kind, for these tests unless a slip names others. */
export const slip =
  (kind: Slip['kind'], ...tests: string[]) =>
  (file: string, was: string, becomes: string, ...others: string[]): Slip => ({
    kind,
    file,
    was,
    becomes,
    tests: others.length > 0 ? others : tests,
  });

export const reversal = slip('reversal', 'test/same-answers.test.ts');
export const zone = slip('time zone', 'test/same-answers.test.ts');
export const lifetime = slip('lifetime', 'test/lifetimes.test.ts');
export const policy = slip('policy', 'test/policy.test.ts', 'test/headers.test.ts');
export const rule = slip('rule');
export const screen = slip('screen');
export const condition = slip('condition');
export const lock = slip('lock');
export const paper = slip('paper');
export const book = slip('book');
