import { type MailContent, renderText } from '#people/mail/mail-content.server.ts';
import type { outboxMails } from '#people/mail/mail-tables.server.ts';
import { openLinks } from '#people/mail/sealed-links.server.ts';
import { testOrigin, testSecret } from '#test/test-app.ts';

/** Text of a stored mail with its links decrypted; '' without a mail. */
export function openedText(mail: typeof outboxMails.$inferSelect | undefined): string {
  if (!mail) return '';
  const content = mail.content as MailContent;
  const opened = openLinks(content, { secret: testSecret }, mail.dedupeKey);
  if (!opened) throw new Error('the links of this mail do not open');
  return renderText(opened.content, testOrigin);
}
