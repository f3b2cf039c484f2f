/** Characters with which a spreadsheet starts a formula, in both widths, and those that hide one. */
const formulaStart = /^[=+\-@＝＋－＠\t\r\n]/;

/** A cell that no spreadsheet takes for a formula: a dangerous first character gets a leading '. */
export function guardCell(text: string): string {
  return formulaStart.test(text) ? `'${text}` : text;
}

/**
 * Rows as CSV text with CRLF after each, every cell guarded, quoted where its content needs it.
 * Encoding and byte order mark belong to whoever writes the bytes.
 */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map((cell) => quote(guardCell(cell))).join(',')}\r\n`).join('');
}

function quote(cell: string): string {
  return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
