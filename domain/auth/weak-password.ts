/** What the service calls itself: a password made of these alone is guessed first. */
const serviceWords = ['tasuki', 'たすき', 'タスキ', '襷', 'mypledge'];

/** Shorter words of Latin letters are in too many others to count as somebody's own. */
const shortestLatinWord = 3;
/** Fewer digits than this are no phone number. */
const shortestNumber = 8;

/** Why a password is refused, in the words that people read (docs/decisions/0025-passwords.md). */
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

/** A password as it is compared: widths, cases and spaces around it make it no harder to guess. */
export const comparedPassword = (password: string): string =>
  password.normalize('NFKC').toLowerCase().trim();

const lettersOf = (text: string) => text.replace(/[^\p{L}\p{M}]/gu, '');
const lettersAndDigitsOf = (text: string) => text.replace(/[^\p{L}\p{M}\p{N}]/gu, '');

/** Whether a password is spaces alone, or one character again and again. */
export function isMonotone(password: string): boolean {
  return new Set(comparedPassword(password)).size < 2;
}

/** Whether a password is the service's name, alone or with digits and signs around it. */
export const isServiceName = (password: string): boolean => isMadeOf(password, serviceWords);

/**
 * Whether a password is made of nothing but these texts and their parts, however often, with digits and
 * signs around them or between them.
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

/** A text, if there is one; an e-mail's local part and domain as well. */
const withHalves = (text: string) =>
  [text, ...(text.includes('@') ? text.split('@') : [])].filter((part) => part !== '');

/** A phone number is known by its digits without the 0 at the start, which +81 replaces. */
function isNumberIn(digits: string, text: string): boolean {
  const number = text.replace(/\D/g, '').replace(/^0/, '');
  return number.length >= shortestNumber && digits.includes(number);
}

const isLongEnough = (word: string) =>
  word.length >= (/^[a-z]+$/.test(word) ? shortestLatinWord : 1);

/** Whether a text is a chain of the words and nothing else. */
function isChainOf(text: string, words: readonly string[]): boolean {
  const ends = new Set([0]);
  for (let at = 0; at < text.length; at += 1) {
    if (!ends.has(at)) continue;
    for (const word of words) if (text.startsWith(word, at)) ends.add(at + word.length);
  }
  return ends.has(text.length);
}
