/** The page that an address asks for, from 1; what is no page number is the first. */
export function pageNumberOf(text: string | null): number {
  return /^[1-9]\d{0,4}$/.test(text ?? '') ? Number(text) : 1;
}
