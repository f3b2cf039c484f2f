import { sql } from 'drizzle-orm';
import type { MailKind } from '#domain/mail/mail-kinds.ts';
import type { MailTemplate } from '#domain/mail/mail-template.ts';
import type { MailWords } from '#domain/mail/words/mail-words.ts';
import { readRows, type Statements } from '#server/db/pipelined.ts';
import { contentVersions } from '#server/db/schema/versions.ts';

/**
 * The operator's published words of these kinds. Read per batch of mails, so that changes apply at once in every
 * process without a notification.
 */
export async function publishedWords(
  tx: Statements,
  kinds: readonly MailKind[],
): Promise<ReadonlyMap<string, MailWords>> {
  const rows = await readRows<{ key: string; content: MailTemplate }>(
    tx,
    sql`
      select distinct on (key) key, content from ${contentVersions}
      where kind = 'mail-template' and key in ${[...new Set(kinds)]} and state = 'published'
      order by key, number desc`,
  );
  return new Map(rows.flatMap(({ key, content: { own } }) => (own ? [[key, own] as const] : [])));
}
