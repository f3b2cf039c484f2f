import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Every file that writes CSV, and its readers: people with a spreadsheet, or a program. */
const readers: Record<string, 'people' | 'programs'> = {
  // All lists of operators, staff and donors.
  'src/kit/http/paging.server.ts': 'people',
  'src/giving/donations/donations.server.ts': 'people',
  'src/warehouse/results/faulty-rows.server.ts': 'people',
  'src/site/achievements/routes.server.ts': 'people',
  'src/money/public-book/ledger.server.ts': 'people',
  'src/people/personal-data/export.server.ts': 'people',
  'src/organisations/associates/admin/import/template.ts': 'people',
  'src/warehouse/results/admin/template.ts': 'people',
  'src/money/journals/journals.server.ts': 'programs',
  'src/warehouse/kits/kits.server.ts': 'programs',
  'src/warehouse/kits/free-layout.server.ts': 'programs',
  'src/warehouse/tracking/pickup-files.server.ts': 'programs',
};

const sources = globSync('src/**/*.{ts,tsx}').filter(
  (path) =>
    !/\.test\.tsx?$/.test(path) &&
    !['src/kit/values/csv/csv-cell.ts', 'src/kit/http/csv/csv-bytes.server.ts'].includes(path),
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
