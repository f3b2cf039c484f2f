import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Database, Transaction } from '#server/db/database.ts';
import { insertAll } from '#server/db/insert-all.ts';
import type { Statements } from '#server/db/pipelined.ts';
import { outboxMails } from '#server/db/schema/mail.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { mayMail } from './mail-budgets.ts';
import { type MailContent, renderText } from './mail-content.ts';
import { hiddenLink, hideLinks, sealLinks } from './sealed-links.ts';
import { type AccountMails, accountMails } from './templates/account-mails.ts';
import { type ApplicationMails, applicationMails } from './templates/application-mails.ts';
import { type AssociateMails, associateMails } from './templates/associate-mails.ts';
import { type InboxMails, inboxMails } from './templates/inbox-mails.ts';
import { type PeopleMails, peopleMails } from './templates/people-mails.ts';
import { type PledgeMails, pledgeMails } from './templates/pledge-mails.ts';
import { type ThanksMails, thanksMails } from './templates/thanks-mails.ts';
import { asUnwanted, unsubscribePageUrl } from './unsubscribing.ts';

type Mails = AccountMails &
  ApplicationMails &
  AssociateMails &
  InboxMails &
  PeopleMails &
  PledgeMails &
  ThanksMails;
export type MailKind = keyof Mails;

/** A mail to write: `dedupeKey` names the effect it reports ("kit-sent:TS-…"), `data` is its template's. */
export type Mail = {
  [Kind in MailKind]: {
    kind: Kind;
    dedupeKey: string;
    to: string;
    uid?: string | undefined;
    appraisalId?: string | undefined;
    /** The number of the thread that an answer goes to. */
    replyTo?: string | undefined;
    data: Mails[Kind];
  };
}[MailKind];

const templates: Record<MailKind, (data: never, siteUrl: string) => MailContent> = {
  ...accountMails,
  ...applicationMails,
  ...associateMails,
  ...inboxMails,
  ...peopleMails,
  ...pledgeMails,
  ...thanksMails,
};

type OutboxDeps = Pick<Dependencies, 'clock' | 'publicUrl' | 'secret'>;

const mailsAtOnce = 500;

/**
 * Puts a mail into the outbox, in the transaction of what it reports (docs/decisions/0004); a
 * process sends it after the commit. The same dedupeKey again writes nothing, nor does one beyond what
 * an address gets of its kind in a day (mail-budgets.ts).
 */
export async function writeMail(
  tx: Database | Transaction,
  mail: Mail,
  dependencies: OutboxDeps,
): Promise<void> {
  if (await mayMail(tx, mail, dependencies)) await writeMails(tx, [mail], dependencies);
}

/**
 * Puts any number of mails into the outbox, as `writeMail` does with one, but without a budget: what
 * the house itself sends. A mail to nobody, for
 * what a person left who was erased, is not written.
 */
export async function writeMails(
  tx: Statements,
  mails: readonly Mail[],
  dependencies: OutboxDeps,
): Promise<void> {
  // Rendered in batches: a mail is some kilobytes.
  for (let from = 0; from < mails.length; from += mailsAtOnce) {
    const part = mails
      .slice(from, from + mailsAtOnce)
      .filter(({ to }) => to !== '')
      .map((mail) => render(mail, dependencies));
    await insertAll(tx, outboxMails, part, sql`on conflict (dedupe_key) do nothing`);
  }
}

function render(mail: Mail, { clock, publicUrl, secret }: OutboxDeps) {
  const unwanted = asUnwanted(mail);
  const content: MailContent = {
    ...templates[mail.kind](mail.data as never, publicUrl),
    ...(unwanted && { unsubscribeUrl: unsubscribePageUrl({ secret, publicUrl }, unwanted) }),
  };
  return {
    dedupeKey: mail.dedupeKey,
    // Made once and stored, so that a mail sent twice after a crash has the same Message-ID.
    messageId: `<${randomUUID()}@${new URL(publicUrl).hostname}>`,
    kind: mail.kind,
    recipient: mail.to,
    uid: mail.uid ?? null,
    appraisalId: mail.appraisalId ?? null,
    replyTo: mail.replyTo ?? null,
    subject: content.subject.replace(/\p{Cc}+/gu, ' '),
    textBody: renderText(hideLinks(content, hiddenLink), publicUrl),
    content: sealLinks(content, secret, mail.dedupeKey),
    createdAt: clock(),
  };
}
