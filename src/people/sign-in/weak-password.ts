/** Names of the service: a password made only of these is guessed first. */
const serviceWords = ['tasuki', 'たすき', 'タスキ', '襷', 'mypledge'];

/** Shorter Latin words occur in too many passwords to count as personal. */
const minLatinWordLength = 3;
/** Minimum digits of a phone number. */
const minNumberLength = 8;

/** Reasons for refusing a password, as shown (docs/decisions/0012-passwords-and-second-factor.md). */
export const weakPasswordMessages = {
  monotone:
    '空白だけのパスワードや、同じ文字の繰り返しは、ご利用いただけません。いくつかの言葉を組み合わせてください。',
  common:
    'よく使われているパスワードのため、ご利用いただけません。関係のない言葉をいくつか組み合わせてください。',
  service:
    'サービスの名前だけのパスワードは、推測されやすいためご利用いただけません。ほかの言葉を組み合わせてください。',
  own: 'お名前・メールアドレス・電話番号だけのパスワードは、推測されやすいためご利用いただけません。ほかの言葉を組み合わせてください。',
} as const;
export type Weakness = keyof typeof weakPasswordMessages;

/** Normal form for comparison: width, case and surrounding spaces do not make a password harder to guess. */
export const comparedPassword = (password: string): string =>
  password.normalize('NFKC').toLowerCase().trim();

const lettersOf = (text: string) => text.replace(/[^\p{L}\p{M}]/gu, '');
const lettersAndDigitsOf = (text: string) => text.replace(/[^\p{L}\p{M}\p{N}]/gu, '');

/** Whether a password is only spaces, or one character repeated. */
export function isMonotone(password: string): boolean {
  return new Set(comparedPassword(password)).size < 2;
}

/** Whether a password is the service's name, with or without digits and signs around it. */
export const isServiceName = (password: string): boolean => isMadeOf(password, serviceWords);

/**
 * Whether a password consists only of these texts and their parts, repeated or not, with digits and
 * signs around or between them.
 */
export function isMadeOf(password: string, texts: readonly string[]): boolean {
  const compared = comparedPassword(password);
  const whole = lettersAndDigitsOf(compared);
  const letters = lettersOf(compared);
  const known = texts.map(comparedPassword).flatMap(withHalves);
  if (known.some((text) => text === compared || lettersAndDigitsOf(text) === whole)) return true;
  if (letters === '') return known.some((text) => isNumberIn(whole, text));
  const parts = known.flatMap((text) => text.split(/[^\p{L}\p{M}]+/u));
  return isChainOf(letters, [...parts, ...known.map(lettersOf)].filter(isLongEnough));
}

/** A non-empty text, with the local part and domain of an e-mail. */
const withHalves = (text: string) =>
  [text, ...(text.includes('@') ? text.split('@') : [])].filter((part) => part !== '');

/** Compares the digits without the leading 0, which +81 replaces. */
function isNumberIn(digits: string, text: string): boolean {
  const number = text.replace(/\D/g, '').replace(/^0/, '');
  return number.length >= minNumberLength && digits.includes(number);
}

const isLongEnough = (word: string) =>
  word.length >= (/^[a-z]+$/.test(word) ? minLatinWordLength : 1);

/** Whether a text is a concatenation of the words. */
function isChainOf(text: string, words: readonly string[]): boolean {
  const ends = new Set([0]);
  for (let at = 0; at < text.length; at += 1) {
    if (!ends.has(at)) continue;
    for (const word of words) if (text.startsWith(word, at)) ends.add(at + word.length);
  }
  return ends.has(text.length);
}
