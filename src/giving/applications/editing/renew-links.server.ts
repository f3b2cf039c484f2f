import { and, eq } from 'drizzle-orm';
import type { ApplicationRow } from '#giving/applications/application-row.server.ts';
import { issueTokens, renewedUrl } from '#giving/applications/application-tokens.server.ts';
import type { Transaction } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import type { Secrets } from '#kit/keys/secrets.server.ts';
import type { MailContent } from '#people/mail/mail-content.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import { openLinks, sealLinks, withLinks } from '#people/mail/sealed-links.server.ts';

type LinkDeps = Secrets & Pick<Dependencies, 'clock' | 'publicUrl'>;
type Application = Pick<ApplicationRow, 'appraisalId' | 'linkGeneration' | 'uid' | 'email'>;

/** Makes the application's current links valid, including a guest's claim. */
export async function issueLinks(
  tx: Transaction,
  application: Application,
  dependencies: LinkDeps,
): Promise<void> {
  await issueTokens(tx, dependencies, 'status', [application]);
  if (application.uid === null) await issueTokens(tx, dependencies, 'claim', [application]);
}

/** A mail's content with the application's current links; undefined if it also has links of other applications. */
export function withCurrentLinks(
  content: MailContent,
  application: Application,
  dependencies: LinkDeps,
): MailContent | undefined {
  let isOfOthers = false;
  const own = withLinks(content, (url, place) => {
    if (place === 'unsubscribe') return url;
    const now = renewedUrl(dependencies, application, url);
    isOfOthers ||= now === undefined;
    return now ?? url;
  });
  return isOfOthers ? undefined : own;
}

/**
 * After an application's e-mail and link generation changed: redirects its unsent mails to the current address, with
 * valid links. A mail in progress goes to the former address (src/people/mail/sending.server.ts).
 */
export async function redirectMails(
  tx: Transaction,
  application: Application,
  from: string,
  dependencies: LinkDeps,
): Promise<void> {
  await issueLinks(tx, application, dependencies);
  const waiting = await tx
    .select({ id: outboxMails.id, key: outboxMails.dedupeKey, content: outboxMails.content })
    .from(outboxMails)
    .where(
      and(
        eq(outboxMails.appraisalId, application.appraisalId),
        eq(outboxMails.recipient, from),
        eq(outboxMails.state, 'waiting'),
      ),
    )
    .for('update');
  for (const { id, key, content } of waiting) {
    const opened = openLinks(content as MailContent, dependencies, key);
    const own = opened && withCurrentLinks(opened.content, application, dependencies);
    // Mails that cannot be unsealed are never sent, and mails about others' applications are not for the new address.
    if (!own) continue;
    await tx
      .update(outboxMails)
      .set({ recipient: application.email, content: sealLinks(own, dependencies.secret, key) })
      .where(eq(outboxMails.id, id));
  }
}
