import { and, desc, eq } from 'drizzle-orm';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import { openedText } from '#test/factories/opened-mail.ts';
import type { TestApp } from '#test/test-app.ts';

/** Token in the link of the newest mail of a kind to an address; '' if there is none. */
export async function mailedToken(db: TestApp['db'], kind: string, to: string): Promise<string> {
  const [mail] = await db
    .select()
    .from(outboxMails)
    .where(and(eq(outboxMails.recipient, to), eq(outboxMails.kind, kind)))
    .orderBy(desc(outboxMails.id))
    .limit(1);
  return /#token=([\w-]{43})/.exec(openedText(mail))?.[1] ?? '';
}
