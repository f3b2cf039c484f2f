const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'Chromebook'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/Linux|X11/, 'Linux'],
];
/** Most of these also claim to be Chrome or Safari, so those two come last. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bLine\//, 'LINE'],
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
/** Real headers are shorter; the rest is not read. */
const maxUserAgentLength = 1_000;

const nameIn = (names: typeof systems, text: string) =>
  names.find(([pattern]) => pattern.test(text))?.[1];

/**
 * Device and browser of a User-Agent header in everyday words: «iPhone・Safari»; empty if it shows
 * neither. No more of the header is stored, since the whole of it can identify a person.
 */
export function deviceOf(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, maxUserAgentLength);
  return [nameIn(systems, text), nameIn(browsers, text)].filter(Boolean).join('・');
}
