/** The only Latin text on the site and in its mails; everything else is Japanese. */
const latinWords = [
  // The English of docs/product.md, Messages, each beside a Japanese sentence.
  'BACK',
  '#mypledge',
  'This page could not be found',
  'Service Unavailable',
  'Unknown middleware',
  'Unauthorized',
  'Forbidden',
  'Internal Server Error',
  // Brands and handles.
  'Facebook',
  'Instagram',
  'LINE',
  'Twitter',
  'X',
  // Systems and browsers in the list of a person's sessions.
  'Android',
  'Chrome',
  'Edge',
  'Firefox',
  'iOS',
  'iPad',
  'iPhone',
  'Linux',
  'macOS',
  'Mac',
  'Safari',
  'Windows',
  // Keys of the search of the operator's area.
  'Ctrl K',
  '⌘K',
  // Names of formats, as written in Japanese.
  'CSV',
  'Atom',
  'CD',
  'DVD',
  'QR',
  'ID',
  'JSON',
  'PDF',
  'Shift_JIS',
  'UTF-8',
  'A3',
  'A4',
  'A5',
];
const latinPatterns = [
  // Placeholders in texts of the operator (docs/product.md, Content).
  /\{\{\w+\}\}/g,
  // E-mail and web addresses.
  /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g,
  /https?:\/\/\S*/g,
  // Account handles.
  /(?<!\w)@[\w.-]+/g,
  // Ids of the sample's organisations, as in the admin's files.
  /sample-[\w-]+/g,
  // Ids of organisations that are created by hand, or imported from a file.
  /org-[\da-f]{6,8}(?:-[ab])?/g,
  /kawa-no-kai/g,
  // Numbers of applications, messages and listings.
  /T[SCL]-\w{4}-\w{4}/g,
  // Gift numbers for organisations.
  /G-[\dA-F]{5}-[\dA-F]{5}/g,
  // Statement numbers.
  /S\d{4}-\d{6}/g,
  // Posting ids in the books, which name their origin.
  /^[a-z]+(?:-[a-z\d]+)*:[\w:-]*$/g,
  // Registration numbers of qualified invoices.
  /T\d{13}/g,
  // Recovery codes, and the keys of authenticator apps.
  /^[a-z0-9]{6}-[a-z0-9]{6}$/g,
  /^[A-Z2-7]{4}(?: [A-Z2-7]{1,4}){3,}$/g,
  // Pseudonym of a typed e-mail in security events.
  /^[\w-]{8}$/g,
  // Hallmarks of gold, silver and platinum, and similar marks.
  /\b(?:K\d\d(?:GP)?|Pt\d+|SV\d+|Silver|GE?[PF])\b/g,
];

const japanese = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u;
const latin = /\p{Script=Latin}/u;
/** English within Japanese: three words in a row. */
const phrase = /\p{Script=Latin}{2,}(?:[ ,]+\p{Script=Latin}{2,}){2,}/u;

/** Texts that a Japanese reader cannot read: only Latin, or whole phrases of it. */
export function unreadable(texts: Iterable<string>): string[] {
  return [...texts].filter((text) => {
    const rest = latinPatterns.reduce((left, pattern) => left.replaceAll(pattern, ''), text);
    if (phrase.test(without(rest))) return true;
    return !japanese.test(rest) && latin.test(without(rest));
  });
}

function without(text: string): string {
  return latinWords.reduce(
    (left, word) => left.replaceAll(new RegExp(`(?<![\\w#])${word}(?!\\w)`, 'g'), ''),
    text,
  );
}
