/** An enhanced status code (RFC 3463) where replies and delivery notices have it. */
const enhanced = /(?:^|[\s-])([245])\.(\d{1,3})\.(\d{1,3})\b/;

/** Full mailbox or system, congestion, too many recipients: temporary. */
const passingStatus = /^(?:2\.2|3\.1|3\.2|4\.5|5\.3)$/;
/** Policy codes (x.7) for a mailbox that is gone (RFC 7293) or closed. */
const closedStatus = /^7\.(?:13|17|18)$/;
/** Servers that use no codes, or use them freely, say it in words. */
const passingWords =
  /gr[ae]y-?list|try (?:it )?(?:again|later)|temporar|(?:mailbox|quota).{0,30}(?:full|exceed)|over ?quota/i;

/**
 * Whether a refused mail may be accepted later unchanged. `code` is the SMTP reply code, 0 without
 * a connection; `said` is the whole reply; `isAboutContent` if it answers the content, not the
 * address.
 */
export function isTemporaryRefusal(code: number, said: string, isAboutContent = false): boolean {
  if (code < 500) return code >= 400;
  const [, , subject, detail] = enhanced.exec(said) ?? [];
  const status = `${subject}.${detail}`;
  if (closedStatus.test(status)) return false;
  // Their policies on us may be temporary: a blocklist, greylisting.
  if (passingStatus.test(status) || subject === '7' || passingWords.test(said)) return true;
  // Without an enhanced code, 552 for an address means a full mailbox (RFC 5321, 4.5.3.1.10).
  return code === 552 && subject === undefined && !isAboutContent;
}
