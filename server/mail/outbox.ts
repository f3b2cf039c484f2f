import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Transaction } from '#server/db/database.ts';
import { outboxMails } from '#server/db/schema/running.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { type MailContent, renderHtml, renderText } from './mail-content.ts';
import { seal } from './sealed-text.ts';
import { type AccountMails, accountMails } from './templates/account-mails.ts';
import { type ApplicationMails, applicationMails } from './templates/application-mails.ts';

type Mails = AccountMails & ApplicationMails;
export type MailKind = keyof Mails;

/** A mail to write: `dedupeKey` names the effect it tells ("kit-sent:TS-…"), `data` is its template's. */
export type Mail = {
  [Kind in MailKind]: {
    kind: Kind;
    dedupeKey: string;
    to: string;
    uid?: string | undefined;
    appraisalId?: string | undefined;
    data: Mails[Kind];
  };
}[MailKind];

const templates: Record<MailKind, (data: never, siteUrl: string) => MailContent> = {
  ...accountMails,
  ...applicationMails,
};

/**
 * Puts a mail into the outbox, in the transaction of what it tells (robustness decision 5); a
 * process sends it after the commit. The same dedupeKey again writes nothing. Answers whether it
 * was written.
 */
export async function writeMail(
  tx: Transaction,
  mail: Mail,
  { clock, publicUrl, secret }: Pick<Dependencies, 'clock' | 'publicUrl' | 'secret'>,
): Promise<boolean> {
  const content = templates[mail.kind](mail.data as never, publicUrl);
  const stored: MailContent = {
    ...content,
    blocks: content.blocks.map((block) =>
      'button' in block && block.isSecret ? { ...block, url: seal(secret, block.url) } : block,
    ),
  };
  const written = await tx
    .insert(outboxMails)
    .values({
      dedupeKey: mail.dedupeKey,
      // Made once and kept, so that a mail sent twice by a crash is seen to be the same one.
      messageId: `<${randomUUID()}@${new URL(publicUrl).hostname}>`,
      kind: mail.kind,
      recipient: mail.to,
      uid: mail.uid ?? null,
      appraisalId: mail.appraisalId ?? null,
      subject: stored.subject.replace(/\p{Cc}+/gu, ' '),
      textBody: renderText(stored, publicUrl),
      htmlBody: renderHtml(stored, publicUrl),
      // The database's clock: processes may disagree about the time, and must not send twice for it.
      availableAt: sql`now()`,
      createdAt: clock(),
    })
    .onConflictDoNothing({ target: outboxMails.dedupeKey })
    .returning({ id: outboxMails.id });
  return written.length > 0;
}
