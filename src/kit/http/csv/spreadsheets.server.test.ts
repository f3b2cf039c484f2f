import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { readCell } from '#kit/values/csv/csv-cell.ts';
import { isLongForm } from '#test/form.ts';
import { csvPart } from './csv-bytes.server.ts';

/** LibreOffice: too large to install for a test, used where present. */
const soffice = ['/usr/bin/soffice', '/usr/local/bin/soffice'].find((path) => existsSync(path));

const texts = [
  ...[
    '09012345678',
    '0012',
    '319721648466',
    '1-2',
    '1/1',
    '2026-11',
    '1E5',
    'Mar-1',
    '１／１',
    '(12)',
  ],
  ...['=1+1', '＠ホーム', '+81 90', '-5番', '髙橋', '1番地', '050-1234-5678', 'a,"b"'],
];

/** Converts a file with the spreadsheet program, as a person does. */
function convert(folder: string, from: string, to: string, filter = '') {
  const profile = `-env:UserInstallation=file://${folder}/profile`;
  const input = from.endsWith('.csv') ? ['--infilter=CSV:44,34,76,1,,1041,false,true'] : [];
  execFileSync(
    soffice ?? '',
    [
      '--headless',
      profile,
      ...input,
      '--convert-to',
      `${to}${filter}`,
      '--outdir',
      folder,
      join(folder, from),
    ],
    { stdio: 'ignore', timeout: 60_000 },
  );
}

test.runIf(isLongForm && soffice !== undefined)(
  'a file for people that was opened and saved in a spreadsheet says what it said',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'tasuki-spreadsheet-'));
    try {
      writeFileSync(join(folder, 'a.csv'), csvPart('people', [texts], 'utf8', true));
      convert(folder, 'a.csv', 'xlsx');
      rmSync(join(folder, 'a.csv'));
      convert(
        folder,
        'a.xlsx',
        'csv',
        ':Text - txt - csv (StarCalc):44,34,76,1,,1041,false,true,false',
      );
      const [saved = []] = parse(readFileSync(join(folder, 'a.csv')), { bom: true }) as string[][];
      expect(saved.map(readCell)).toEqual(texts);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);
