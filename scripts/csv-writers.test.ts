import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Every file that writes CSV, and its readers: people with a spreadsheet, or a program. */
const readers: Record<string, 'people' | 'programs'> = {
  // All lists of operators, staff and donors.
  'server/http/paging.ts': 'people',
  'server/donations/history-file.ts': 'people',
  'server/results/faulty-rows.ts': 'people',
  'server/achievements/routes.ts': 'people',
  'server/personal-data/export.ts': 'people',
  'app/associates/admin/import/template.ts': 'people',
  'app/results/admin/template.ts': 'people',
  'server/journals/journals.ts': 'programs',
  'server/kits/carrier-file.ts': 'programs',
  'server/kits/free-layout.ts': 'programs',
  'server/tracking/pickup-files.ts': 'programs',
};

const sources = globSync('{app,domain,server}/**/*.{ts,tsx}').filter(
  (path) =>
    !/\.test\.tsx?$/.test(path) &&
    !['domain/values/csv/csv-cell.ts', 'server/http/csv/csv-bytes.ts'].includes(path),
);
const textOf = (path: string) => readFileSync(path, 'utf8');

test('every file that writes CSV declares who opens it', () => {
  const forPeople = /\bcsvForPeople\(|\bcsvPart\(\s*'people'/;
  const forPrograms = /\bcsvForPrograms\(|\bcarrierFileBytes\(|\bcsvPart\(\s*'programs'/;
  const found = sources.flatMap((path) => {
    const text = textOf(path);
    const kinds = [forPeople.test(text) && 'people', forPrograms.test(text) && 'programs'];
    return kinds.filter(Boolean).map((kind) => [path, kind]);
  });
  expect(Object.fromEntries(found)).toEqual(readers);
  expect(found).toHaveLength(Object.keys(readers).length);
});

test('nobody writes lines of CSV without the two writers', () => {
  const byHand = sources.filter((path) => /join\('[,\t]'\)[\s\S]{0,20}\\r\\n/.test(textOf(path)));
  expect(byHand).toEqual([]);
});
