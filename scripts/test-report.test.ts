import { expect, test } from 'vitest';
import { closing, mostFlaky, readPlaywright, readVitest } from './test-report.js';

type Outcome = 'expected' | 'flaky' | 'unexpected' | 'skipped';

/** A test in Playwright's JSON report; a second try follows a failed first one. */
const spec = (title: string, status: Outcome, complaint = 'expected a cat, found a dog') => ({
  file: 'pets.spec.ts',
  title,
  tests: [
    {
      projectName: 'phone',
      status,
      results: [
        {
          duration: 1_500,
          errors: status === 'expected' || status === 'skipped' ? [] : [{ message: complaint }],
        },
        ...(status === 'flaky' ? [{ errors: [] }] : []),
        ...(status === 'unexpected' ? [{ errors: [{ message: 'and again' }] }] : []),
      ],
    },
  ],
});

function planted(specs: ReturnType<typeof spec>[]) {
  const count = (wanted: Outcome) =>
    specs.filter(({ tests }) => tests[0]?.status === wanted).length;
  const [first, ...others] = specs;
  return {
    stats: {
      expected: count('expected'),
      flaky: count('flaky'),
      unexpected: count('unexpected'),
      skipped: count('skipped'),
    },
    // Some are directly in the file, some in a describe block.
    suites: [
      {
        file: 'pets.spec.ts',
        specs: first ? [first] : [],
        suites: [{ suites: [{ specs: others }] }],
      },
    ],
  };
}

const asPart = (counts: ReturnType<typeof readPlaywright>, name = 'browser') => ({
  name,
  seconds: 1.25,
  ...counts,
});
const flakyOnes = (count: number) =>
  Array.from({ length: count }, (_, n) => spec(`is flaky, number ${n + 1}`, 'flaky'));

test('a test that passes on its second try counts as passed, and is named apart', () => {
  const report = planted([
    spec('purrs', 'expected'),
    spec('comes when called', 'flaky', '\u001b[31mnobody\u001b[39m\n  came'),
    spec('is asleep', 'skipped'),
  ]);
  const { lines, isGood } = closing([asPart(readPlaywright(report, 0))]);
  expect(lines).toEqual([
    '   4.5 s pets.spec.ts (browser)',
    'passed   browser (2 passed, 0 failed, 1.3 s)',
    'flaky: [phone] pets.spec.ts: comes when called',
    '           nobody came',
    '2 passed, 0 failed',
  ]);
  expect(isGood).toBe(true);
});

test('a run with the allowed number of flaky tests passes; one more, of whichever parts, fails it', () => {
  const good = closing([asPart(readPlaywright(planted(flakyOnes(mostFlaky)), 0))]);
  expect(good.isGood).toBe(true);
  expect(good.lines.at(-1)).toBe('2 passed, 0 failed');

  const parts = [
    asPart(readPlaywright(planted(flakyOnes(mostFlaky)), 0)),
    asPart(readPlaywright(planted(flakyOnes(1)), 0), 'tour'),
  ];
  const { lines, isGood } = closing(parts);
  expect(isGood).toBe(false);
  expect(lines.filter((line) => line.startsWith('flaky: '))).toHaveLength(3);
  expect(lines.slice(-2)).toEqual([
    'FAILED   3 tests passed only on their second try; 2 at most may',
    '3 passed, 1 failed',
  ]);
});

test('a test that fails twice is a failure, with its first complaint, and not flaky', () => {
  const report = planted([spec('purrs', 'expected'), spec('barks', 'unexpected')]);
  const { lines, isGood } = closing([asPart(readPlaywright(report, 1))]);
  expect(lines).toEqual([
    '   3.0 s pets.spec.ts (browser)',
    'FAILED   browser (1 passed, 1 failed, 1.3 s)',
    '         ✘ [phone] pets.spec.ts: barks\n           expected a cat, found a dog',
    '1 passed, 1 failed',
  ]);
  expect(isGood).toBe(false);
});

test('a run that breaks off without a report, or fails beside its tests, is a failure', () => {
  for (const read of [readPlaywright, readVitest]) {
    expect(read({}, 1)).toMatchObject({ passed: 0, failed: 1 });
    expect(read({}, 0)).toMatchObject({ passed: 0, failed: 1 });
  }
  expect(readPlaywright(planted([spec('purrs', 'expected')]), 1)).toMatchObject({
    passed: 1,
    failed: 1,
  });
  expect(closing([]).isGood).toBe(false);
});

test('failures of Vitest are named by their whole name', () => {
  const failed = { status: 'failed', fullName: 'a cat purrs', failureMessages: ['it did not'] };
  const report = {
    numPassedTests: 3,
    numFailedTests: 1,
    testResults: [
      {
        name: 'cats.test.ts',
        startTime: 1_000,
        endTime: 3_500,
        assertionResults: [{ ...failed, status: 'passed' }, failed],
      },
    ],
  };
  expect(readVitest(report, 1)).toEqual({
    passed: 3,
    failed: 1,
    failures: [{ title: 'a cat purrs', message: 'it did not' }],
    files: [{ file: 'cats.test.ts', seconds: 2.5 }],
  });
});

test('the files that took longest are named first, with their part; a part without tests by its time alone', () => {
  const files = Array.from({ length: 20 }, (_, n) => ({ file: `${n}.test.ts`, seconds: n }));
  const { lines } = closing([
    { name: 'set-up', seconds: 61, passed: 0, failed: 0 },
    { name: 'unit', seconds: 30, passed: 20, failed: 0, files },
  ]);
  expect(lines.slice(0, 2)).toEqual(['  19.0 s 19.test.ts (unit)', '  18.0 s 18.test.ts (unit)']);
  expect(lines.slice(15)).toEqual([
    '         set-up (61.0 s)',
    'passed   unit (20 passed, 0 failed, 30.0 s)',
    '20 passed, 0 failed',
  ]);
});
