import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

/** A row of the glossary's table: a retired word or phrase, and texts in which it is allowed. */
type GoneWord = { word: string; exceptions: string[] };

/** Texts between backticks in a cell. */
const quoted = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);

function goneWords(): GoneWord[] {
  const glossary = readFileSync('docs/glossary.md', 'utf8');
  const table = glossary.split('## Words that are gone')[1] ?? '';
  return table
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => {
      const [, words = '', , exceptions = ''] = line.split('|');
      return quoted(words).map((word) => ({ word, exceptions: quoted(exceptions) }));
    });
}

/**
 * Matches a word as part of any name (fooBar, foo-bar, FOO_BAR) or alone; a phrase or camelCase
 * name literally.
 */
function patternOf(word: string): RegExp {
  if (word.includes(' ')) return new RegExp(`\\b${word.replaceAll(' ', '[\\s*]+')}\\b`, 'gi');
  if (/[A-Z]/.test(word)) return new RegExp(`\\b${word}\\b`, 'g');
  const capitalised = word.charAt(0).toUpperCase() + word.slice(1);
  return new RegExp(
    `(?<![A-Za-z])${word}(?![a-z])|(?<=[a-z])${capitalised}(?![a-z])|(?<![A-Za-z])${capitalised}(?![a-z])`,
    'g',
  );
}

const words = goneWords();

/** Retired words in a text, one entry per occurrence. */
function foundIn(text: string): string[] {
  return words.flatMap(({ word, exceptions }) => {
    const rest = exceptions.reduce((left, exception) => left.replaceAll(exception, ''), text);
    return [...rest.matchAll(patternOf(word))].map(() => word);
  });
}

function filesOfProject(): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  });
  return listed
    .split('\n')
    .filter((file) =>
      /^(app|bench|docs|domain|scripts|server|test|torture)\/|^[A-Z]+\.md$/.test(file),
    )
    .filter((file) => /\.(tsx?|js|cjs|md)$/.test(file))
    .filter(
      (file) => !['docs/glossary.md', 'scripts/words.test.ts', 'CHANGELOG.md'].includes(file),
    );
}

describe('retired words', () => {
  test('are found in names and comments, and not in other words or exceptions', () => {
    expect(words.length).toBeGreaterThan(20);
    expect(foundIn('const serviceTie = 1; // shown to a desk')).toEqual(['tie', 'desk']);
    expect(foundIn('UntieDialog, untie_service, un-tie')).toEqual(['tie', 'untie', 'untie']);
    expect(foundIn('a table for the\n * ear')).toEqual(['for the ear']);
    expect(foundIn('type Needed = { desktop: 1 }; activities.tied_up')).toEqual([
      'tied',
      'type Needed',
    ]);
    expect(foundIn("post('/api/auth/service/tie'); officer(); properties()")).toEqual([]);
  });

  const files = filesOfProject();
  test.each([
    'app',
    'bench',
    'docs',
    'domain',
    'scripts',
    'server',
    'test',
    'torture',
    'README.md',
    'CONTRIBUTING.md',
  ])('stand nowhere in %s', (folder) => {
    const inFolder = files.filter((file) => file.startsWith(`${folder}/`) || file === folder);
    expect(inFolder).not.toEqual([]);
    const found = inFolder.flatMap((file) =>
      foundIn(readFileSync(file, 'utf8')).map((word) => `${file}: ${word}`),
    );
    expect(found).toEqual([]);
  });

  test('name no file', () => {
    const named = files.flatMap((file) =>
      foundIn(file.replaceAll('/', ' ')).map((word) => `${file}: ${word}`),
    );
    expect(named).toEqual([]);
  });
});
