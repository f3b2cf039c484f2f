import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

// `npm run house`: how large the product is, and how much of it has to be read for one thing.

type Edge = { from: string; to: string };

const listed = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', 'src'],
  {
    encoding: 'utf8',
  },
);
const files = listed.split('\n').filter((file) => /\.tsx?$/.test(file));
const product = files.filter((file) => !/\.test\.tsx?$/.test(file));
const sources = new Map(product.map((file) => [file, readFileSync(file, 'utf8')]));

/** The file that an import names; undefined for packages. */
function resolved(file: string, name: string): string | undefined {
  const path = name.startsWith('#src/')
    ? name.slice(1)
    : name.startsWith('#')
      ? `src/${name.slice(1)}`
      : normalize(join(dirname(file), name));
  return sources.has(path) ? path : undefined;
}

/** Imports that remain at run time, or all with those of types. */
function edges(withTypes: boolean): Edge[] {
  const pattern =
    /(?:^|\n)(import\s+type\s)?[^\n]*?(?:[^;]*?\bfrom\s*|\bimport\s*\(?\s*)'([#.][^']+)'/g;
  return [...sources].flatMap(([from, text]) =>
    [...text.matchAll(pattern)].flatMap(([, type, name = '']) => {
      const to = resolved(from, name);
      return to && (withTypes || !type) ? [{ from, to }] : [];
    }),
  );
}

const linesOf = (file: string) => (sources.get(file) ?? '').split('\n').length - 1;

function share(numbers: readonly number[], part: number): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * part)] ?? 0;
}

const atRunTime = edges(false);
const reads = new Map<string, string[]>();
for (const { from, to } of atRunTime) reads.set(from, [...(reads.get(from) ?? []), to]);

/** Files that are read to follow what a use case does: its own area and those beside it, without kit and tables. */
function readFor(start: string): string[] {
  const seen = new Set<string>();
  const waiting = [start];
  for (let file = waiting.pop(); file; file = waiting.pop()) {
    if (seen.has(file) || /^src\/kit\/|-tables\.server\.ts$/.test(file)) continue;
    seen.add(file);
    waiting.push(...(reads.get(file) ?? []));
  }
  return [...seen];
}

/** What is followed, by the file of its use case or page. */
const flows: Record<string, string> = {
  'an application': 'src/giving/applications/apply.server.ts',
  'a release of results': 'src/warehouse/results/waiting/release-batch.server.ts',
  'a confirmation of a transfer': 'src/money/remittances/confirm.server.ts',
  'a publication': 'src/organisations/associates/associate-versions.server.ts',
  'a public page': 'src/organisations/associates/associate-page.tsx',
};

/** `giving/pledges`, or the area where a file lies beside its nouns. */
const nounOf = (file: string) => file.split('/').slice(1, -1).slice(0, 2).join('/');

/** Pairs of folders of nouns that import each other. */
function mutualPairs(): string[] {
  const pairs = new Set(
    edges(true)
      .map(({ from, to }) => [nounOf(from), nounOf(to)] as const)
      .filter(([from, to]) => from !== to)
      .map((pair) => pair.join(' ')),
  );
  return [...pairs].filter((pair) => {
    const [from = '', to = ''] = pair.split(' ');
    return from < to && pairs.has(`${to} ${from}`);
  });
}

const count = (pattern: RegExp) =>
  [...sources.values()].reduce((sum, text) => sum + [...text.matchAll(pattern)].length, 0);

const lines = product.map(linesOf);
const pledge = new Set(
  files
    .filter((file) => /pledge/.test(file) && !/\/(sample|templates|words|migrations)\//.test(file))
    .map(nounOf),
);
const pairs = mutualPairs();
const row = (what: string, value: string | number) => console.log(`${what.padEnd(44)} ${value}`);

row('product files', product.length);
row(
  'lines',
  lines.reduce((sum, one) => sum + one, 0),
);
row('lines of a file, median and p90', `${share(lines, 0.5)}, ${share(lines, 0.9)}`);
row('files of tests beside them', files.length - product.length);
row('folders of nouns with code of a pledge', `${pledge.size} (${[...pledge].join(', ')})`);
for (const [what, start] of Object.entries(flows))
  row(`files read for ${what}`, readFor(start).length);
row('pairs of nouns that import each other', pairs.length);
row('casts of answers, api<…>(path)', count(/\bapi<[^>]/g));
row('other escapes (as unknown as, as never, any)', count(/\bas (?:unknown as|never|any)\b/g));
if (process.argv.includes('--pairs')) console.log(pairs.join('\n'));
