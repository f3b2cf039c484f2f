/** An enhanced status code (RFC 3463), at the place of it in a reply or a notice of delivery. */
const enhanced = /(?:^|[\s-])([245])\.(\d{1,3})\.(\d{1,3})\b/;

/** Full mailboxes and systems, congestion, too many recipients at once. */
const passingStatus = /^(?:2\.2|3\.1|3\.2|4\.5|5\.3)$/;
/** Of the codes of policy (x.7), those that say that the mailbox has gone (RFC 7293) or was closed. */
const closedStatus = /^7\.(?:13|17|18)$/;
/** Servers that do not know codes, or use them freely, say it in words. */
const passingWords =
  /gr[ae]y-?list|try (?:it )?(?:again|later)|temporar|(?:mailbox|quota).{0,30}(?:full|exceed)|over ?quota/i;

/**
 * Whether a refused mail may be taken later as it is. `code` is the reply code of SMTP, 0 where nothing was asked;
 * `said` is the whole reply; `isAboutContent` where it answers the mail itself and not its address.
 */
export function isPassingRefusal(code: number, said: string, isAboutContent = false): boolean {
  if (code < 500) return code >= 400;
  const [, , subject, detail] = enhanced.exec(said) ?? [];
  const status = `${subject}.${detail}`;
  if (closedStatus.test(status)) return false;
  // A policy is of theirs about us, and may be lifted: a list of senders, a first mail that has to wait.
  if (passingStatus.test(status) || subject === '7' || passingWords.test(said)) return true;
  // Without a code of its own, 552 for an address is a full mailbox (RFC 5321, 4.5.3.1.10).
  return code === 552 && subject === undefined && !isAboutContent;
}
