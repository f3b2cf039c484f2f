import { existsSync, globSync, readFileSync } from 'node:fs';
import { getTableName } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { personalTables } from '#people/personal-data/export.server.ts';

// Checks that files and tests named in the tables of docs/security and docs/product-checks.md
// exist, and that counts match the rows.

type Verdict = 'met' | 'not met' | 'n/a';
type Row = { number: string; level: '1' | '2'; about: string; verdict: Verdict; by: string };
/** Citable files: existence and content. */
type Library = { has(path: string): boolean; read(path: string): string };

/** Number of requirements of level 1 and 2 in each chapter of ASVS 5.0.0. */
const chapters: readonly (readonly [one: number, two: number])[] = [
  [8, 19],
  [4, 7],
  [8, 11],
  [2, 8],
  [4, 5],
  [13, 22],
  [6, 12],
  [4, 3],
  [4, 3],
  [5, 24],
  [3, 11],
  [3, 6],
  [1, 12],
  [2, 7],
  [3, 10],
  [0, 16],
  [0, 7],
];

const repository: Library = { has: existsSync, read: (path) => readFileSync(path, 'utf8') };
const entry = repository.read('docs/security.md');
const byNumber = (a: string, b: string) => a.localeCompare(b, 'en', { numeric: true });
const tables = globSync('docs/security/asvs-*.md').toSorted(byNumber).map(repository.read);

const rowOf = /^\| ([\d.]+) \| ([12]) \| ([^|]+) \| (met|not met|n\/a) \| ([^|]+) \|$/;
/** Table lines that begin with a number; a malformed one throws. */
function rowsIn(text: string): Row[] {
  const lines = text.split('\n').filter((line) => /^\| \d+\.\d/.test(line));
  return lines.map((line) => {
    const [, number = '', level, about = '', verdict, by = ''] = rowOf.exec(line) ?? [];
    if (!verdict) throw new Error(`no row of five cells: ${line}`);
    return { number, level: level as Row['level'], about, verdict: verdict as Verdict, by };
  });
}

const isTest = (path: string) => /\.(test\.tsx?|spec\.ts)$/.test(path);
const isPath = (text: string) =>
  /^(bench|docs|scripts|src|test|torture)\//.test(text) || /^[\w.-]+\.(json|md|ts)$/.test(text);
/** Titles are cited without the tags that select tests for the short form. */
const isQuotedIn = (text: string, title: string) =>
  ["'", '"', '`'].some((quote) =>
    text.replaceAll(/ @(?:rare-\d|system|embedded)/g, '').includes(quote + title + quote),
  );

/** Dead citations of a cell: files, and tests of the file named before them. */
function deadProofs(by: string, { has, read }: Library): string[] {
  let file = '';
  return [...by.matchAll(/`([^`]+)`|«([^»]*)»/g)].flatMap(([, code, title]) => {
    if (title !== undefined) {
      if (!isTest(file)) return [`«${title}» names no file of tests`];
      return has(file) && isQuotedIn(read(file), title) ? [] : [`no «${title}» in ${file}`];
    }
    if (code === undefined || !isPath(code)) return [];
    file = code;
    return has(code) ? [] : [`no file ${code}`];
  });
}

const hasProof = (by: string) =>
  [...by.matchAll(/`([^`]+)`/g)].some(([, code = '']) => isPath(code)) ||
  /\]\([\w./-]+\.md[#)]/.test(by) ||
  by.startsWith('Deployment: ');

/** Errors of a row. */
function faultsIn({ number, verdict, by }: Row, library: Library): string[] {
  const faults = deadProofs(by, library);
  if (verdict === 'met' && !hasProof(by)) faults.push('met by nothing that is named');
  if (verdict === 'not met' && !by.includes(`(../${'security.md'}#not-met-and-why)`)) {
    faults.push('not met, without a way to the reason');
  }
  return faults.map((fault) => `${number}: ${fault}`);
}

const verdicts: readonly Verdict[] = ['met', 'not met', 'n/a'];

/** Counts of a chapter, in the order of the summary table. */
function countsOf(rows: readonly Row[]): number[] {
  const count = (which: (row: Row) => boolean) => rows.filter(which).length;
  return [
    ...(['1', '2'] as const).flatMap((level) =>
      verdicts.map((verdict) => count((row) => row.level === level && row.verdict === verdict)),
    ),
    count(({ by }) => by.startsWith('Deployment: ')),
  ];
}

/** Counts in the summary table, by chapter ("V1", "all"). */
function countsIn(text: string): Map<string, number[]> {
  const lines = [...text.matchAll(/^\| (V\d+|all)\b[^|]*((?:\| \d+ ){7})\|/gm)];
  return new Map(
    lines.map(([, name = '', cells = '']) => [name, (cells.match(/\d+/g) ?? []).map(Number)]),
  );
}

/** Counts in the summary table that differ from the rows. */
function wrongCounts(head: string, rows: readonly Row[]): string[] {
  const stated = countsIn(head);
  const names = [...new Set(rows.map(({ number }) => `V${number.split('.')[0]}`)), 'all'];
  return names.flatMap((name) => {
    const own = rows.filter(
      ({ number }) => name === 'all' || number.startsWith(`${name.slice(1)}.`),
    );
    const counted = countsOf(own).join(' ');
    const written = stated.get(name)?.join(' ') ?? 'nothing';
    return counted === written ? [] : [`${name}: ${written} is written, ${counted} is counted`];
  });
}

const rows = tables.flatMap(rowsIn);

describe('the table of OWASP ASVS', () => {
  test('has every requirement once, in its order', () => {
    for (const table of tables) {
      const numbers = rowsIn(table).map(({ number }) => number);
      expect(numbers).toEqual([...new Set(numbers)].toSorted(byNumber));
    }
    expect(new Set(rows.map(({ number }) => number)).size).toBe(253);
    const found = chapters.map((_, index) => {
      const own = rows.filter(({ number }) => number.startsWith(`${index + 1}.`));
      return (['1', '2'] as const).map((level) => own.filter((row) => row.level === level).length);
    });
    expect(found).toEqual(chapters);
  });

  test('names files that exist and tests by their titles', () => {
    expect(rows.flatMap((row) => faultsIn(row, repository))).toEqual([]);
    const others = [
      entry,
      ...globSync('docs/security/{data-map,keys,rules}.md').map(repository.read),
    ];
    expect(others.flatMap((text) => deadProofs(text, repository))).toEqual([]);
  });

  test('is counted rightly at its head', () => {
    expect(wrongCounts(entry, rows)).toEqual([]);
  });

  test('has nothing of level 1 that is not met, and of level 2 five at most, each with its reason', () => {
    const missing = rows.filter(({ verdict }) => verdict === 'not met');
    const [, reasons = ''] = entry.split('## Not met, and why');
    const explained = [...reasons.matchAll(/^\| ([\d.]+) \| 2 \|(?: [^|]{20,} \|){3}$/gm)];
    expect(missing.map(({ number }) => number)).toEqual(explained.map(([, number]) => number));
    expect(missing.filter(({ level }) => level === '1')).toEqual([]);
    expect(missing.length).toBeLessThanOrEqual(5);
  });
});

test('the data map names every table with rows about a person', () => {
  const map = repository.read('docs/security/data-map.md');
  const missing = personalTables
    .map(({ table }) => getTableName(table))
    .filter((name) => !map.includes(`| \`${name}\` |`));
  expect(missing).toEqual([]);
});

type Check = { number: string; what: string; built: 'yes' | 'otherwise'; by: string };

const checkOf = /^\| (\d+\.\d+) \| ([^|]+) \| (yes|otherwise) \| ([^|]+) \|$/;
/** Rows of the product's check list; a malformed one throws. */
function checksIn(text: string): Check[] {
  const lines = text.split('\n').filter((line) => /^\| \d+\.\d/.test(line));
  return lines.map((line) => {
    const [, number = '', what = '', built, by = ''] = checkOf.exec(line) ?? [];
    if (!built) throw new Error(`no row of four cells: ${line}`);
    return { number, what, built: built as Check['built'], by };
  });
}

/** Errors of a row: no proof, a dead one, or another way without a reason. */
function checkErrors({ number, built, by }: Check, library: Library): string[] {
  const slips = deadProofs(by, library);
  if (!hasProof(by)) slips.push('shown by nothing');
  if (built === 'otherwise' && !/^[^`«]{10,}/.test(by)) slips.push('otherwise, without a reason');
  return slips.map((slip) => `${number}: ${slip}`);
}

describe('the check list of the product', () => {
  const text = repository.read('docs/product-checks.md');
  const checks = checksIn(text);

  test('has each requirement once, in its order', () => {
    const numbers = checks.map(({ number }) => number);
    expect(numbers).toEqual([...new Set(numbers)].toSorted(byNumber));
    const stated = /\*\*(\d+) requirements, (\d+) of them otherwise\*\*/.exec(text);
    const otherwise = checks.filter(({ built }) => built === 'otherwise');
    expect(stated?.slice(1).map(Number)).toEqual([checks.length, otherwise.length]);
  });

  test('shows each by files that exist and tests by their titles', () => {
    expect(checks.flatMap((check) => checkErrors(check, repository))).toEqual([]);
  });

  test.each([
    ['nothing that is named', 'yes', 'of course'],
    ['a test that is gone', 'yes', '`src/a.test.ts` «what was there»'],
    ['another way without a reason', 'otherwise', '`src/a.ts`'],
  ] as const)('a slip is seen: %s', (_what, built, by) => {
    expect(checkErrors({ number: '1.1', what: 'something', built, by }, planted)).not.toEqual([]);
  });
});

const planted: Library = {
  has: (path) => ['src/a.ts', 'src/a.test.ts'].includes(path),
  read: () => "test('what is there', () => {});",
};
const row = (by: string, verdict: Verdict = 'met'): Row => ({
  number: '1.1.1',
  level: '1',
  about: 'something',
  verdict,
  by,
});

describe('a slip is seen:', () => {
  test.each([
    ['a file that is gone', row('`src/b.ts`')],
    ['a test that is gone', row('`src/a.test.ts` «what was there»')],
    ['a part of a title', row('`src/a.test.ts` «what is»')],
    ['a title without a file', row('«what is there»')],
    ['a title of a file without tests', row('`src/a.ts` «what is there»')],
    ['nothing that is named', row('of course')],
    ['a shortcoming without a reason', row('later', 'not met')],
  ])('%s', (_what, wrong) => {
    expect(faultsIn(wrong, planted)).not.toEqual([]);
  });

  test('a verdict that is none, and a cell too many', () => {
    expect(() => rowsIn('| 1.1.1 | 1 | something | perhaps | `src/a.ts` |')).toThrow('no row');
    expect(() => rowsIn('| 1.1.1 | 1 | a | met | `src/a.ts` | more |')).toThrow('no row');
  });

  test('a count that is wrong or missing', () => {
    const right =
      '| V1 Words | 1 | 0 | 0 | 0 | 0 | 0 | 0 | x |\n| all | 1 | 0 | 0 | 0 | 0 | 0 | 0 | x |';
    const own = [row('`src/a.ts`')];
    expect(wrongCounts(right, own)).toEqual([]);
    expect(wrongCounts(right.replace('Words | 1', 'Words | 2'), own)).toHaveLength(1);
    expect(wrongCounts('', own)).toHaveLength(2);
  });
});

test('correct rows are not reported', () => {
  expect(faultsIn(row('`src/a.ts`: `src/a.test.ts` «what is there»'), planted)).toEqual([]);
  expect(faultsIn(row('Deployment: the proxy does'), planted)).toEqual([]);
  expect(faultsIn(row('there is none', 'n/a'), planted)).toEqual([]);
});
