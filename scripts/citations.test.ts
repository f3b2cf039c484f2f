import { execFileSync } from 'node:child_process';
import { globSync, lstatSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

// Comments, titles and documents may cite the repository, a law, a standard or a public page;
// readers cannot find anything else.

type Source = { file: string; text: string };

/** Citable targets: every path, and the headings of documents. */
type Library = { paths: ReadonlySet<string>; headings: ReadonlyMap<string, readonly string[]> };

const thisFile = 'scripts/citations.test.ts';
/** Migrations never change, since databases record their hashes; the other files contain no prose of ours. */
const unread =
  /(^|\/)(migrations\/|LICENSE$|package-lock\.json$|\.gitignore$)|\.(csv|svg|png|webp|woff2)$/;

const tracked = execFileSync('git', [
  'ls-files',
  '--cached',
  '--others',
  '--exclude-standard',
  '-z',
])
  .toString()
  .split('\0')
  // A file that was removed but not committed is still listed.
  .filter((file) => lstatSync(file, { throwIfNoEntry: false })?.isFile());

const read = (file: string): Source => ({ file, text: readFileSync(file, 'utf8') });

const headingsIn = (text: string): string[] =>
  [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => heading.trim());

/** Anchor of a heading, as GitHub and GitLab generate it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');

const library: Library = {
  paths: new Set(tracked.flatMap((file) => [file, ...foldersOf(file)])),
  headings: new Map(
    tracked
      .filter((file) => file.endsWith('.md'))
      .map((file) => [file, headingsIn(readFileSync(file, 'utf8'))]),
  ),
};

function foldersOf(file: string): string[] {
  const folder = dirname(file);
  return folder === '.' ? [] : [folder, ...foldersOf(folder)];
}

/** A text without line breaks and comment marks, so that sentences are complete. */
const joined = (text: string): string => text.replace(/\n[ \t]*(?:\*(?!\/)|\/\/|--)?[ \t]*/g, ' ');

/** The comments of a source, or all of a document. */
function wordsOf({ file, text }: Source): string {
  if (file.endsWith('.md')) return text;
  const comments = text.split('\n').filter((line) => /^\s*(?:\/\*|\*|\/\/|--)|\s\/\/ /.test(line));
  return comments.map((line) => line.replace(/^.*?(?=\/\*|\*|\/\/|--)/, '')).join('\n');
}

const unnumbered: [what: string, pattern: RegExp][] = [
  [
    'a specification',
    /\b(?:specification|(?:the|our) spec(?![\w.-])|spec (?:section|says|asks))[^.\n]{0,20}/gi,
  ],
  ['a section by number', /\bsections? \d[\d.]*/gi],
  ['a rule, point or test by number', /\b(?:rule|point|robustness test|robustness tests) \d+/gi],
  ['a test by number', /\((?:see )?tests? \d+/gi],
  ['an issue by number', /\b(?:issue|ticket) #?\d+/gi],
];

/** Dead citations in a source, with the words around them. */
function deadCitations(source: Source, { paths, headings }: Library): string[] {
  const { file } = source;
  const text = joined(source.text);
  const words = joined(wordsOf(source));
  const found: string[] = [];
  const dead = (problem: string) => found.push(`${file}: ${problem}`);
  const hasPath = (path: string) => paths.has(path) || paths.has(join(dirname(file), path));

  for (const [what, pattern] of unnumbered) {
    // Standards have numbers of their own: RFC 6238, section 5.2.
    const own = text.replace(/\b(?:RFC|NIST|ISO|JIS|WCAG|No\.)[^;:()]{0,40}/g, '');
    for (const [citation] of own.matchAll(pattern)) dead(`cites ${what}: ${citation.trim()}`);
  }
  for (const [citation, number = ''] of text.matchAll(/\bdecisions?[ /](\d+)/gi)) {
    const record = [...paths].find((path) => path.startsWith(`docs/decisions/${number}-`));
    if (number.length !== 4 || !record) dead(`no such record: ${citation}`);
  }
  for (const [document] of text.matchAll(/(?<![\w/.-])[\w./-]*\w\.md\b/g)) {
    if (!hasPath(document) && !paths.has(join('docs', document))) dead(`no such file: ${document}`);
  }
  for (const [, document = '', rest = ''] of text.matchAll(
    /(?<![\w/.-])(docs\/[\w/-]+\.md), ([A-Z].{0,80})/g,
  )) {
    const isThere = headings.get(document)?.some((heading) => beginsWith(rest, heading));
    if (!isThere) dead(`no such heading: ${document}, ${rest.slice(0, 30)}`);
  }
  for (const [, document = '', anchor = ''] of text.matchAll(
    /([\w./-]*\w\.md)?#([a-z][\w-]+)\b/g,
  )) {
    const isLink = document !== '' || text.includes(`](#${anchor})`);
    if (!isLink || !(document || file).endsWith('.md')) continue;
    const named = [document, join(dirname(file), document)].find((path) => headings.has(path));
    const list = headings.get(document === '' ? file : (named ?? ''));
    if (!list?.some((heading) => anchorOf(heading) === anchor)) {
      dead(`no such heading: ${document}#${anchor}`);
    }
  }
  // Generated files are in none of these folders.
  for (const [citation] of words.matchAll(
    /(?<![\w/.@#-])(?:app|bench|docs|domain|scripts|server|src|test|torture)\/[\w./*-]*[\w*]/g,
  )) {
    const isRecord = /^docs\/decisions\/\d+$/.test(citation);
    const isThere = citation.includes('*') ? globSync(citation).length > 0 : paths.has(citation);
    if (!isRecord && !isThere) dead(`no such file: ${citation}`);
  }
  for (const [, link = ''] of file.endsWith('.md') ? text.matchAll(/\]\(([^)#:\s]+)[)#]/g) : []) {
    if (!hasPath(link.replace(/\/$/, ''))) dead(`no such file: ${link}`);
  }
  return found;
}

/** Whether a text starts with these words, ending at a word boundary. */
const beginsWith = (text: string, words: string): boolean =>
  text.startsWith(words) && !/^\w/.test(text.slice(words.length));

test('everything that is cited exists', () => {
  const sources = tracked.filter((file) => file !== thisFile && !unread.test(file)).map(read);
  expect(sources.length).toBeGreaterThan(800);
  expect(sources.flatMap((source) => deadCitations(source, library))).toEqual([]);
});

const planted: Library = {
  paths: new Set(['README.md', 'docs/product.md', 'docs/decisions/0007-sign-in.md', 'src/a.ts']),
  headings: new Map([
    ['docs/product.md', ['The product', 'Timings', 'What is kept, and for how long']],
    ['README.md', ['Sign-in services']],
  ]),
};

const violations: [file: string, text: string][] = [
  ['src/a.ts', '/** A budget (spec section 8). */'],
  ['src/a.ts', '// Spec section 9: past 30 % of the page.'],
  ['src/a.ts', '/** All 18, in the order of the specification. */'],
  ['src/a.test.ts', "test('the six types of the specification are deductible', () => {})"],
  ['src/a.ts', '// The way back (section 4).'],
  ['src/a.ts', '/** Its number (decision 13). */'],
  ['src/a.ts', '/**\n * Told within a budget (robustness\n * decision 11).\n */'],
  ['test/a.test.ts', '// Whatever comes is answered (robustness tests 8, 11 and 23).'],
  ['test/a.test.ts', '// What keeps browsers from harm (test 28).'],
  ['src/a.ts', '/** The one table of statuses (architecture rule 5). */'],
  ['src/a.ts', '// As issue 8 asks.'],
  ['src/a.test.ts', "test('amounts follow the lognormal of japan.md', () => {})"],
  ['src/a.sql', '-- Listeners drop what they rendered (decision 31).'],
  ['src/a.ts', '// Why: docs/decisions/0099.'],
  ['src/a.ts', '// Why: docs/decisions/0007-signing-in.md.'],
  ['src/a.ts', '/** Closes at once (docs/product.md, Timing). */'],
  ['src/a.ts', '/** Closes at once (docs/product.md,\n * Times). */'],
  ['src/a.ts', '/** Closes at once (docs/product.md#timing). */'],
  ['src/a.ts', '/** Counted elsewhere (src/b.ts). */'],
  ['src/a.ts', '/** Counted elsewhere (src/counting). */'],
  ['docs/robustness.md', 'Proven in `test/process/gone.test.ts`.'],
  ['docs/robustness.md', 'As [decided](decisions/0008-qr-codes.md).'],
  ['README.md', 'See [below](#sign-in).'],
];

const allowed: [file: string, text: string][] = [
  ['src/a.ts', '/** Closes at once (docs/product.md, Timings). */'],
  ['src/a.ts', '/** Gone by then (docs/product.md, What is\n * kept, and for how long). */'],
  [
    'src/a.ts',
    '// As docs/product.md#what-is-kept-and-for-how-long says; see docs/decisions/0007.',
  ],
  ['src/a.ts', '// Works once (RFC 6238, section 5.2; 古物営業法 15条; better-auth#11023).'],
  ['test/e2e/a.spec.ts', '// The other half is in every-route.spec.ts. Read src/a.ts.'],
  [
    'docs/robustness.md',
    'As [decision 0007](decisions/0007-sign-in.md), [timings](product.md#timings).',
  ],
  ['README.md', 'See [below](#sign-in-services) and [docs](docs/product.md).'],
];

test.each(violations)('in %s it is seen that nobody has what is meant by: %s', (file, text) => {
  expect(deadCitations({ file, text }, planted)).not.toEqual([]);
});

test.each(allowed)('in %s there is nothing wrong with: %s', (file, text) => {
  expect(deadCitations({ file, text }, planted)).toEqual([]);
});
