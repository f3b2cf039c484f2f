import iconv from 'iconv-lite';
import { csvForPeople, csvForPrograms } from '#kit/values/csv/csv-cell.ts';

export const csvEncodings = ['utf8', 'shift_jis'] as const;
export type CsvEncoding = (typeof csvEncodings)[number];

/** Characters with several code points in Unicode, mapped to the one in Windows' Shift_JIS (CP932). */
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

/** Geta mark: Japanese printing's placeholder for a missing character. */
const missingLetter = '〓';

/** Cached per character: encoding one costs a hundred times as much as a lookup. */
const fitsCp932 = new Map<string, boolean>();

function canHold(letter: string): boolean {
  const known = fitsCp932.get(letter);
  if (known !== undefined) return known;
  const fits = iconv.decode(iconv.encode(letter, 'cp932'), 'cp932') === letter;
  fitsCp932.set(letter, fits);
  return fits;
}

/** Variation selectors. */
const shapeMarks = /[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]/gu;
/** A kana with a combining sound mark, as some systems write file names and names. */
const splitKana = /.[\u3099\u309A]/gu;

/** A text in characters of Shift_JIS, and the distinct characters replaced by 〓. */
export function fitShiftJis(text: string): { text: string; missing: string[] } {
  const missing = new Set<string>();
  const plain = text
    .replace(shapeMarks, '')
    // Not NFC of the whole text: it would change kanji of names that Shift_JIS has.
    .replace(splitKana, (kana) => kana.normalize('NFC'))
    .replace(lookAlikePattern, (sign) => lookAlikes[sign] ?? sign);
  const fitted = [...plain].map((letter) => {
    if (canHold(letter)) return letter;
    missing.add(letter);
    return missingLetter;
  });
  return { text: fitted.join(''), missing: [...missing] };
}

/** Bytes of a file for a carrier's program: UTF-8 with a BOM, or Shift_JIS of cells from `fitShiftJis`. */
export function carrierFileBytes(
  rows: readonly (readonly string[])[],
  encoding: CsvEncoding,
  options?: { quotesAll: boolean },
): Buffer {
  const text = csvForPrograms(rows, options);
  return encoding === 'utf8' ? Buffer.from(`\ufeff${text}`) : iconv.encode(text, 'cp932');
}

/** Spreadsheets leave guarded cells out of sums, and a negative amount is no formula. */
const amount = (cell: string): string | number =>
  /^-[1-9]\d{0,14}$/.test(cell) ? Number(cell) : cell;

/** Readers of a file: people with a spreadsheet, or programs (docs/product.md, Files for people). */
export type CsvReader = 'people' | 'programs';
const writers = { people: csvForPeople, programs: csvForPrograms };

/** A part of a longer file: the first starts with the BOM, and characters missing in Shift_JIS become 〓. */
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
