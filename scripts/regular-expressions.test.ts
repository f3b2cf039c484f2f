import { globSync, readFileSync } from 'node:fs';
import { checkSync } from 'recheck';
import ts from 'typescript';
import { describe, expect, test, vi } from 'vitest';
import { isLongForm } from '#test/form.ts';

// No input makes a regular expression slow (docs/robustness.md): checked by recheck's analysis, and
// by measuring: input of double the length takes double the time, not four times.

type Literal = { where: string; pattern: RegExp };

/** Every regular expression in the product's sources. */
function regularExpressions(): Literal[] {
  return globSync('src/**/*.{ts,tsx}')
    .filter((file) => !/\.test\.tsx?$|^src\/kit\/generated/.test(file))
    .toSorted()
    .flatMap((file) => {
      const found: Literal[] = [];
      const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
      const visit = (node: ts.Node) => {
        if (ts.isRegularExpressionLiteral(node)) {
          const [, body = '', flags = ''] = /^\/(.*)\/(\w*)$/s.exec(node.text) ?? [];
          const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
          found.push({
            where: `${file}:${line + 1} ${node.text}`,
            pattern: new RegExp(body, flags),
          });
        }
        ts.forEachChild(node, visit);
      };
      visit(source);
      return found;
    });
}

// The machine may be busy with other tests.
vi.setConfig({ testTimeout: 60_000 });

const usualLetters = ['a', '0', ' ', '\n', '-', 'あ', '　', 'ー'];
const ends = ['', '!', '\n'];

/** Strings that an attacker would repeat: letters in the expression itself, single and in pairs. */
function pumpsFor({ source }: RegExp): string[] {
  const plain = source
    .replace(/\\p\{\w+\}|\\u\{?[\da-f]+\}?|\\[bBdDwWsSpPnrtk]|\(\?<?[=!:]?/gi, '')
    .replace(/[\\^$*+?|()[\]{}]/g, '');
  const own = [...new Set(plain)].slice(0, 15);
  const singles = [...new Set([...own, ...usualLetters])];
  const pairs = own
    .slice(0, 6)
    .flatMap((one) => ['a', '0', ' ', ...own.slice(0, 4)].map((other) => one + other));
  return [...singles, ...new Set(pairs)];
}

/** Prefixes before the repetition: none, the expression's beginning, or one letter of it. */
function beginningsOf({ source }: RegExp): Set<string> {
  const literal = /^\^?([\w<:/@%" -]*)/.exec(source)?.[1] ?? '';
  const sign = /[@:;,/]/.exec(source)?.[0];
  return new Set(['', literal, ...(sign ? [`a${sign}`] : [])]);
}

const inputOf = (beginning: string, pump: string, end: string, length: number) =>
  beginning + pump.repeat(Math.ceil(length / pump.length)).slice(0, length) + end;

/** CPU time of this thread, so that other work on a busy machine does not count. */
function msFor(pattern: RegExp, input: string): number {
  const began = process.threadCpuUsage();
  input.replace(pattern, '');
  const { user, system } = process.threadCpuUsage(began);
  return (user + system) / 1_000;
}

/** The best of several tries, since other work of the runtime only adds time. */
function bestMs(pattern: RegExp, input: string, tries = 5): number {
  let best = Number.POSITIVE_INFINITY;
  for (let at = 0; at < tries && best > 0.1; at++) best = Math.min(best, msFor(pattern, input));
  return best;
}

/** Too short to be distinguished from noise. */
const noticeableMs = 4;
/** So long that measuring again would only cost time. */
const hopelessMs = 300;
/** 2 is linear, 4 quadratic. */
const maxGrowth = 3;

/** Growth factor of the time when the length doubles; 1 if too short to measure. */
function growthAt(pattern: RegExp, input: (length: number) => string, length: number): number {
  const first = msFor(pattern, input(length));
  if (first < noticeableMs) return 1;
  if (first > hopelessMs) return first / Math.max(msFor(pattern, input(length / 2)), 0.01);
  const long = bestMs(pattern, input(length));
  return long < noticeableMs ? 1 : long / Math.max(bestMs(pattern, input(length / 2)), 0.01);
}

// Short ones first: an exponential one must not get long ones.
const lengths = [24, 400, 6_000];

/** The first input whose time grows faster than its length. */
function steepInput(pattern: RegExp): string | undefined {
  let slowest: { ms: number; input: (length: number) => string } | undefined;
  for (const beginning of beginningsOf(pattern)) {
    for (const pump of pumpsFor(pattern)) {
      for (const end of ends) {
        const input = (length: number) => inputOf(beginning, pump, end, length);
        for (const length of lengths) {
          const growth = growthAt(pattern, input, length);
          if (growth > maxGrowth) return `${JSON.stringify(input(12))}… × ${growth.toFixed(1)}`;
        }
        const ms = msFor(pattern, input(6_000));
        if (ms > (slowest?.ms ?? 0)) slowest = { ms, input };
      }
    }
  }
  const growth = slowest ? growthAt(pattern, slowest.input, 100_000) : 1;
  return growth > maxGrowth ? `${slowest?.input(12)}… × ${growth.toFixed(1)} at 100 kB` : undefined;
}

const found = regularExpressions();

// Without a result by recheck in time, only measuring counts; most are analysed within 20 ms.
const analysis = { timeout: isLongForm ? 10_000 : 300, randomSeed: 1 };
const isVulnerable = ({ source, flags }: RegExp) =>
  checkSync(source, flags, analysis).status === 'vulnerable';

describe('is not vulnerable', () => {
  const distinct = new Map(found.map((literal) => [String(literal.pattern), literal]));
  test.each([...distinct.values()])('$where', ({ pattern }) => {
    expect(isVulnerable(pattern)).toBe(false);
  });
});

describe('grows no faster than its input', () => {
  test.each(found)('$where', ({ pattern }) => {
    expect(steepInput(pattern)).toBeUndefined();
  });
});

test('every place was checked', () => {
  expect(found.length).toBeGreaterThan(100);
});

test.each([/^(a+)+$/, /\s+$/, /@[^.]*\.x/, /a*b?a*x/, /(\w+\s?)*!x/])(
  'a slow one is found: %s',
  (pattern) => {
    expect(steepInput(pattern)).toBeDefined();
    expect(isVulnerable(pattern)).toBe(true);
  },
);
