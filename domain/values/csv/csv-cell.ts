/** Characters that start a formula in a spreadsheet, in both widths, and those that hide one. */
const formulaStart = /^[=+\-@＝＋－＠\t\r\n]/;

/** A cell that no spreadsheet reads as a formula: a dangerous first character gets a leading '. */
export function guardCell(text: string): string {
  return formulaStart.test(text) ? `'${text}` : text;
}

/**
 * What a cell says, without what keeps it as it is in a spreadsheet: ="0312" is 0312, and the ' that we write before a
 * formula goes.
 */
export function readCell(text: string): string {
  const [, asText] = /^="((?:[^"]|"")*)"$/s.exec(text) ?? [];
  if (asText !== undefined) return asText.replaceAll('""', '"');
  return text.startsWith("'") && formulaStart.test(text.slice(1)) ? text.slice(1) : text;
}

/**
 * Rows as CSV text with CRLF after each, every text guarded, quoted where its content needs it; numbers stay numbers.
 * Encoding and byte order mark are up to the writer of the bytes.
 */
export function toCsv(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((row) => `${row.map(written).join(',')}\r\n`).join('');
}

const written = (cell: string | number): string =>
  typeof cell === 'number' ? String(cell) : quote(guardCell(cell));

function quote(cell: string): string {
  return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
