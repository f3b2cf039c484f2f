/** Characters that start a formula in a spreadsheet, in both widths, and characters that hide one. */
const formulaStart = /^[=+\-@＝＋－＠\t\r\n]/;

/** Prefixes ' to a cell that a spreadsheet would read as a formula. */
function guardCell(text: string): string {
  return formulaStart.test(text) ? `'${text}` : text;
}

/**
 * Texts that spreadsheets alter: numbers that lose a zero or become 3.2E+11, parts that become a
 * date, letters that become a month or an exponent.
 */
const changed = new RegExp(
  [
    /^0\d+$/,
    /^\d{12,}$/,
    /^\d{1,4}[-/]\d{1,2}(?:[-/]\d{1,4})?$/,
    /^\d+ \d+\/\d+$/,
    /^\(\d+\)$/,
    /^\d+(?:\.\d+)?E[+-]?\d+$/,
    /^(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[-/ ]?\d{1,4}$/,
    /^\d{1,2}[-/ ]?(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)$/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'i',
);
/** Real dates, which may be read as dates. */
const isDay = /^\d{4}([-/])\d{2}\1\d{2}$/;
/** Such a text is its own normal form. */
const isAscii = /^[\x20-\x7e]*$/;
const mayChange = /^[\d０-９(A-Z]/i;

/** Whether a spreadsheet alters a text when it opens a file. */
function isChanged(text: string): boolean {
  if (!mayChange.test(text) || text.length > 40) return false;
  const plain = isAscii.test(text) ? text.trim() : text.normalize('NFKC').trim();
  return changed.test(plain) && !isDay.test(plain);
}

/**
 * Protects a text from spreadsheets (docs/product.md, Files for people): ="0312" against
 * alteration, a leading ' against formulas.
 */
const asText = (text: string): string => (isChanged(text) ? `="${text}"` : guardCell(text));

/** Removes such protection from a cell: ="0312" is 0312, and our ' before a formula is dropped. */
export function readCell(text: string): string {
  const [, kept] = /^="((?:[^"]|"")*)"$/s.exec(text) ?? [];
  if (kept !== undefined) return kept.replaceAll('""', '"');
  return text.startsWith("'") && formulaStart.test(text.slice(1)) ? text.slice(1) : text;
}

type Rows = readonly (readonly (string | number)[])[];

/**
 * CSV for spreadsheets: rows end with CRLF, texts are protected, cells quoted where needed; numbers
 * stay numbers. The caller chooses encoding and byte order mark.
 */
export const csvForPeople = (rows: Rows): string =>
  linesOf(rows, (cell) => quoteIfNeeded(typeof cell === 'number' ? String(cell) : asText(cell)));

/**
 * CSV for import into programs (carriers, accounting): plain cells without protection. Some
 * programs need every cell in quotes.
 */
export const csvForPrograms = (rows: Rows, { quotesAll = false } = {}): string =>
  linesOf(rows, (cell) => (quotesAll ? quote : quoteIfNeeded)(String(cell)));

const linesOf = (rows: Rows, write: (cell: string | number) => string): string =>
  rows.map((row) => `${row.map(write).join(',')}\r\n`).join('');

const quoteIfNeeded = (cell: string): string =>
  /[",\r\n]|^\s|\s$/.test(cell) ? quote(cell) : cell;

const quote = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
