/** Compares texts by code units, so that browser, server and every locale agree. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
