import iconv from 'iconv-lite';
import { csvForPeople, csvForPrograms } from '#domain/values/csv/csv-cell.ts';

export const csvEncodings = ['utf8', 'shift_jis'] as const;
export type CsvEncoding = (typeof csvEncodings)[number];

/** Signs that Unicode has several of and Windows' Shift_JIS (CP932) another one. */
const lookAlikes: Record<string, string> = {
  '〜': '～',
  '−': '－',
  '—': '―',
  '‖': '∥',
  '¢': '￠',
  '£': '￡',
  '¬': '￢',
  '¥': '￥',
  '‐': '-',
  '‑': '-',
  '–': '-',
};
const lookAlikePattern = new RegExp(`[${Object.keys(lookAlikes).join('')}]`, 'g');

/** The Japanese printer's mark for a letter that is not there. */
const missingLetter = '〓';

/** The result for each letter, cached: encoding one costs a hundred times as much as a lookup. */
const fitsCp932 = new Map<string, boolean>();

function canHold(letter: string): boolean {
  const known = fitsCp932.get(letter);
  if (known !== undefined) return known;
  const fits = iconv.decode(iconv.encode(letter, 'cp932'), 'cp932') === letter;
  fitsCp932.set(letter, fits);
  return fits;
}

/** Marks that only choose between shapes of the letter before them. */
const shapeMarks = /[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]/gu;
/** A kana and its sound mark as two letters, as some systems write file names and names. */
const splitKana = /.[\u3099\u309A]/gu;

/** A text as Shift_JIS can write it, and the letters that had to be replaced by 〓, each once. */
export function fitShiftJis(text: string): { text: string; missing: string[] } {
  const missing = new Set<string>();
  const plain = text
    .replace(shapeMarks, '')
    // Not NFC as a whole: it would change the kanji of names that Shift_JIS has.
    .replace(splitKana, (kana) => kana.normalize('NFC'))
    .replace(lookAlikePattern, (sign) => lookAlikes[sign] ?? sign);
  const fitted = [...plain].map((letter) => {
    if (canHold(letter)) return letter;
    missing.add(letter);
    return missingLetter;
  });
  return { text: fitted.join(''), missing: [...missing] };
}

/**
 * The bytes of a file for a carrier's program: UTF-8 with its mark, or Shift_JIS of cells that `fitShiftJis` made fit.
 */
export function carrierFileBytes(
  rows: readonly (readonly string[])[],
  encoding: CsvEncoding,
  options?: { quotesAll: boolean },
): Buffer {
  const text = csvForPrograms(rows, options);
  return encoding === 'utf8' ? Buffer.from(`\ufeff${text}`) : iconv.encode(text, 'cp932');
}

/** A spreadsheet leaves what is guarded out of its sums, and an amount below nought is no formula. */
const amount = (cell: string): string | number =>
  /^-[1-9]\d{0,14}$/.test(cell) ? Number(cell) : cell;

/** Who opens a file: people in a spreadsheet, or a program (docs/product.md, Files for people). */
export type CsvReader = 'people' | 'programs';
const writers = { people: csvForPeople, programs: csvForPrograms };

/** A part of a longer file: the first begins with the mark, and what Shift_JIS lacks becomes 〓. */
export function csvPart(
  reader: CsvReader,
  rows: readonly (readonly string[])[],
  encoding: CsvEncoding,
  isFirst: boolean,
): Buffer {
  const cells = (fitted: (cell: string) => string) =>
    writers[reader](rows.map((row) => row.map((cell) => amount(fitted(cell)))));
  if (encoding === 'utf8') return Buffer.from(`${isFirst ? '\ufeff' : ''}${cells((cell) => cell)}`);
  return iconv.encode(
    cells((cell) => fitShiftJis(cell).text),
    'cp932',
  );
}
