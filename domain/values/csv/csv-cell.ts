/** Characters that start a formula in a spreadsheet, in both widths, and those that hide one. */
const formulaStart = /^[=+\-@＝＋－＠\t\r\n]/;

/** A cell that no spreadsheet reads as a formula: a dangerous first character gets a leading '. */
function guardCell(text: string): string {
  return formulaStart.test(text) ? `'${text}` : text;
}

/** Digits that lose a zero or become 3.2E+11, parts that become a day, letters that become a month or an exponent. */
const changed = [
  /^0\d+$/,
  /^\d{12,}$/,
  /^\d{1,4}[-/]\d{1,2}(?:[-/]\d{1,4})?$/,
  /^\d+ \d+\/\d+$/,
  /^\(\d+\)$/,
  /^\d+(?:\.\d+)?E[+-]?\d+$/i,
  /^(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[-/ ]?\d{1,4}$/i,
  /^\d{1,2}[-/ ]?(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)$/i,
];
/** Days that are meant to be days. */
const isDay = /^\d{4}([-/])\d{2}\1\d{2}$/;
const mayChange = /^[\d０-９(A-Z]/i;

/** Whether a spreadsheet makes another value of a text when it opens a file. */
function isChanged(text: string): boolean {
  if (!mayChange.test(text) || text.length > 40) return false;
  const plain = text.normalize('NFKC').trim();
  return !isDay.test(plain) && changed.some((pattern) => pattern.test(plain));
}

/**
 * A text as it survives a spreadsheet (docs/product.md, Files for people): ="0312" where it would become another value,
 * a leading ' where it would become a formula.
 */
const asText = (text: string): string => (isChanged(text) ? `="${text}"` : guardCell(text));

/**
 * What a cell says, without what keeps it as it is in a spreadsheet: ="0312" is 0312, and the ' that we write before a
 * formula goes.
 */
export function readCell(text: string): string {
  const [, kept] = /^="((?:[^"]|"")*)"$/s.exec(text) ?? [];
  if (kept !== undefined) return kept.replaceAll('""', '"');
  return text.startsWith("'") && formulaStart.test(text.slice(1)) ? text.slice(1) : text;
}

type Rows = readonly (readonly (string | number)[])[];

/**
 * A file that people open in a spreadsheet: rows as CSV with CRLF after each, every text kept as it is, cells quoted where
 * they need it; numbers stay numbers. Encoding and byte order mark are up to the writer of the bytes.
 */
export const csvForPeople = (rows: Rows): string =>
  linesOf(rows, (cell) => quoteIfNeeded(typeof cell === 'number' ? String(cell) : asText(cell)));

/**
 * A file that a program takes in (carriers, accounting): cells say what is meant and nothing else. Some programs want
 * every cell in quotes.
 */
export const csvForPrograms = (rows: Rows, { quotesAll = false } = {}): string =>
  linesOf(rows, (cell) => (quotesAll ? quote : quoteIfNeeded)(String(cell)));

const linesOf = (rows: Rows, write: (cell: string | number) => string): string =>
  rows.map((row) => `${row.map(write).join(',')}\r\n`).join('');

const quoteIfNeeded = (cell: string): string =>
  /[",\r\n]|^\s|\s$/.test(cell) ? quote(cell) : cell;

const quote = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
