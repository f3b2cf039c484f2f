import { sql } from 'drizzle-orm';
import { readRows, type Statements } from '#kit/db/pipelined.server.ts';
import { contentVersions } from '#kit/versions/version-tables.server.ts';
import type { MailKind } from './mail-kinds.ts';
import type { MailTemplate } from './mail-template.ts';
import type { MailWords } from './words/mail-words.ts';

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
