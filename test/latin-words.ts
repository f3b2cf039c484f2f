/** The only Latin that people read on the site and in its mails; all else is Japanese. */
const latinWords = [
  // The English of docs/product.md, Messages, each with a Japanese sentence beside it.
  'BACK',
  '#mypledge',
  'This page could not be found',
  'Service Unavailable',
  'Unknown middleware',
  'Unauthorized',
  'Forbidden',
  'Internal Server Error',
  // Brands and their handles.
  'Facebook',
  'Instagram',
  'LINE',
  'Twitter',
  'X',
  // Systems and browsers, as the list of one's own sessions names them.
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
  // Names of formats, as Japanese writes them.
  'CSV',
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
  // What texts of the operator's name, to be filled in (docs/product.md, Content).
  /\{\{\w+\}\}/g,
  // E-mail and web addresses.
  /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g,
  /https?:\/\/\S*/g,
  // Accounts of people.
  /(?<!\w)@[\w.-]+/g,
  // Names of the sample's organisations, as the admin's files have them.
  /sample-[\w-]+/g,
  // Ids of organisations that are made by hand, or read from a file.
  /org-[\da-f]{6,8}(?:-[ab])?/g,
  /kawa-no-kai/g,
  // Numbers of applications, messages and listings.
  /T[SCL]-\w{4}-\w{4}/g,
  // Numbers of gifts, as their organisation has them.
  /G-[\dA-F]{5}-[\dA-F]{5}/g,
  // Numbers of statements of what was remitted.
  /S\d{4}-\d{6}/g,
  // Numbers of postings in the books, which say what they follow from.
  /^[a-z]+(?:-[a-z\d]+)*:[\w:-]*$/g,
  // Registration numbers of qualified invoices.
  /T\d{13}/g,
  // Recovery codes, and the keys of authenticator apps.
  /^[a-z0-9]{6}-[a-z0-9]{6}$/g,
  /^[A-Z2-7]{4}(?: [A-Z2-7]{1,4}){3,}$/g,
  // What stands for a typed e-mail among security events.
  /^[\w-]{8}$/g,
  // Hallmarks of gold, silver and platinum, and marks that resemble them.
  /\b(?:K\d\d(?:GP)?|Pt\d+|SV\d+|Silver|GE?[PF])\b/g,
];

const japanese = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u;
const latin = /\p{Script=Latin}/u;
/** English within Japanese: three words in a row. */
const phrase = /\p{Script=Latin}{2,}(?:[ ,]+\p{Script=Latin}{2,}){2,}/u;

/** Those of the texts that a reader of Japanese can't read: Latin alone, or whole phrases of it. */
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
