/**
 * Lines that introduce a quoted mail: Outlook, Gmail and Apple Mail in English and Japanese, and
 * the mail programs of Japanese phones.
 */
const quoteIntroductions: readonly RegExp[] = [
  /^-{2,}\s*(?:Original|Forwarded) Message\s*-{2,}$/i,
  /^-{2,}\s*(?:元のメッセージ|転送メッセージ|Original Message)\s*-{2,}$/,
  /^(?:On\b.{0,300}\bwrote|.{0,300}\bwrote):$/,
  /^\d{4}[年/.-]\s*\d{1,2}[月/.-]\s*\d{1,2}日?.{0,300}(?:[:：>]|のメール|書きました[:：]?)$/,
  /^.{0,300}(?:さん|様)?(?:は|が)?(?:書きました|wrote)\s*[:：]$/,
  /^_{10,}$/,
  /^(?:From|差出人|送信者)[:：][^@]*@/i,
];

const isQuoted = (line: string) => /^\s*[>＞]/.test(line);
/** Lines are cut to this length before matching, which bounds the time of the patterns. */
const maxLineLength = 400;

/**
 * A mail without the mail that it quotes. If nothing would remain (a reply between the quoted
 * lines), the whole text is returned.
 */
export function withoutQuoted(text: string): string {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  const begins = lines.findIndex((line, index) => {
    const tried = line.trim().slice(0, maxLineLength);
    if (quoteIntroductions.some((pattern) => pattern.test(tried))) return true;
    // Gmail wraps a long introduction onto a second line.
    const both = `${tried} ${(lines[index + 1] ?? '').trim()}`.slice(0, maxLineLength);
    return /^On\b/.test(tried) && /\bwrote:$/.test(both);
  });
  const own = (begins === -1 ? lines : lines.slice(0, begins)).filter((line) => !isQuoted(line));
  const said = own
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return said === '' ? text.replaceAll('\r\n', '\n').trim() : said;
}
