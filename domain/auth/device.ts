const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'Chromebook'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/Linux|X11/, 'Linux'],
];
/** Most of them call themselves Chrome or Safari as well, so those come last. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bLine\//, 'LINE'],
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
/** A real one is shorter; what follows is not read. */
const maxUserAgentLength = 1_000;

const nameIn = (names: typeof systems, text: string) =>
  names.find(([pattern]) => pattern.test(text))?.[1];

/**
 * The kind of device and browser of a User-Agent header, as its owner would call it: «iPhone・Safari».
 * Empty where it shows neither. No more of the header is stored, since the whole of it can identify
 * a person.
 */
export function deviceOf(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, maxUserAgentLength);
  return [nameIn(systems, text), nameIn(browsers, text)].filter(Boolean).join('・');
}
