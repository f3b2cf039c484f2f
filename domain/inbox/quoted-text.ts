/**
 * Lines after which a mail repeats what it answers: Outlook, Gmail and Apple Mail in English and Japanese, and
 * the mail programs of Japanese phones.
 */
const quoteBegins: readonly RegExp[] = [
  /^-{2,}\s*(?:Original|Forwarded) Message\s*-{2,}$/i,
  /^-{2,}\s*(?:元のメッセージ|転送メッセージ|Original Message)\s*-{2,}$/,
  /^(?:On\b.{0,300}\bwrote|.{0,300}\bwrote):$/,
  /^\d{4}[年/.-]\s*\d{1,2}[月/.-]\s*\d{1,2}日?.{0,300}(?:[:：>]|のメール|書きました[:：]?)$/,
  /^.{0,300}(?:さん|様)?(?:は|が)?(?:書きました|wrote)\s*[:：]$/,
  /^_{10,}$/,
  /^(?:From|差出人|送信者)[:：][^@]*@/i,
];

const isQuoted = (line: string) => /^\s*[>＞]/.test(line);
/** Cut before it is tried, so that no line takes long. */
const longestTried = 400;

/**
 * What a mail says itself, without the mail that it answers. Where nothing would be left (somebody wrote
 * between the quoted lines), the whole text stays.
 */
export function withoutQuoted(text: string): string {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  const begins = lines.findIndex((line, index) => {
    const tried = line.trim().slice(0, longestTried);
    if (quoteBegins.some((pattern) => pattern.test(tried))) return true;
    // Gmail breaks a long introduction in two.
    const both = `${tried} ${(lines[index + 1] ?? '').trim()}`.slice(0, longestTried);
    return /^On\b/.test(tried) && /\bwrote:$/.test(both);
  });
  const own = (begins === -1 ? lines : lines.slice(0, begins)).filter((line) => !isQuoted(line));
  const said = own
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return said === '' ? text.replaceAll('\r\n', '\n').trim() : said;
}
