import { toBankKana } from '#money/bank-accounts/bank-kana.ts';

/** What a name of a bank or branch may be written with: less than a holder, and "-" for the long vowel. */
const inBankNames = /^[0-9A-Zｱ-ﾝﾞﾟ -]*$/;
/** What may stand in any field of letters of a file. */
const inFiles = /^[0-9A-Zｱ-ﾝﾞﾟ ().-]*$/;

export const longestBankName = 15;

const firstKana = 0xff61;
const lastKana = 0xff9f;
const firstKanaByte = 0xa1;

/**
 * The reading of a bank or branch in the letters of a file. Points and other marks between words become spaces. Kanji
 * and letters without a form stay, for `bankNameProblem` to name them.
 */
export const toBankName = (reading: string): string =>
  toBankKana(reading)
    .replace(/[.・･,()&/\s]+/g, ' ')
    .trim();

/** Why the name of a bank or branch, as `toBankName` gives it, cannot stand in a file; undefined where it can. */
export function bankNameProblem(name: string, what: string): string | undefined {
  const odd = [...name].find((letter) => !inBankNames.test(letter));
  return (
    odd &&
    `${what}に使えない文字があります（${odd}）。カタカナ・英数字・空白と「-」で入力してください。`
  );
}

/**
 * The name of a bank or branch in at most 15 letters, cut behind a whole letter: a mark is never parted from its kana.
 * Banks send the money by the codes and read these names for reference only, so the cut loses nothing; a holder is
 * compared with the account, so it is never cut (docs/decisions/0024).
 */
export function shortenBankName(name: string): string {
  if (name.length <= longestBankName) return name;
  const isParted = /[ﾞﾟ]/.test(name.charAt(longestBankName));
  return name.slice(0, isParted ? longestBankName - 1 : longestBankName).trimEnd();
}

/** The first letter that no field of a file may have; undefined for a text that may stand there. */
export const oddLetter = (text: string): string | undefined =>
  inFiles.test(text) ? undefined : [...text].find((letter) => !inFiles.test(letter));

/** Text as JIS X 0201, one byte a letter; line ends as they are. Throws RangeError for a letter that has no byte. */
export function toTransferBytes(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const isKana = code >= firstKana && code <= lastKana;
    if (!isKana && code > 0x7e) throw new RangeError('A letter has no byte in JIS X 0201.');
    bytes[at] = isKana ? code - firstKana + firstKanaByte : code;
  }
  return bytes;
}

/** The text of bytes in JIS X 0201; bytes that are no letter of it become U+FFFD. */
export function fromTransferBytes(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let from = 0; from < bytes.length; from += 8_192) {
    const codes = Array.from(bytes.subarray(from, from + 8_192), (byte) => {
      if (byte <= 0x7e) return byte;
      const code = byte - firstKanaByte + firstKana;
      return code >= firstKana && code <= lastKana ? code : 0xfffd;
    });
    parts.push(String.fromCharCode(...codes));
  }
  return parts.join('');
}
