/** The page number in a URL, from 1; anything else counts as 1. */
export function pageNumberOf(text: string | null): number {
  return /^[1-9]\d{0,4}$/.test(text ?? '') ? Number(text) : 1;
}
