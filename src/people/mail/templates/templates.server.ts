import type { MailDraft } from '#people/mail/compose.server.ts';
import type { MailKind } from '#people/mail/mail-kinds.ts';
import type { MailValues } from '#people/mail/mail-template.ts';
import { type AccountMails, accountMails } from './account-mails.server.ts';
import { type ApplicationMails, applicationMails } from './application-mails.server.ts';
import { type AssociateMails, associateMails } from './associate-mails.server.ts';
import { type InboxMails, inboxMails } from './inbox-mails.server.ts';
import { type PeopleMails, peopleMails } from './people-mails.server.ts';
import { type PledgeMails, pledgeMails } from './pledge-mails.server.ts';
import { type ReceiptMails, receiptMails } from './receipt-mails.server.ts';
import { type ResultsMails, resultsMails } from './results-mails.server.ts';
import { type ThanksMails, thanksMails } from './thanks-mails.server.ts';

/** Data of each kind of mail. */
export type Mails = AccountMails &
  ApplicationMails &
  AssociateMails &
  InboxMails &
  PeopleMails &
  PledgeMails &
  ReceiptMails &
  ResultsMails &
  ThanksMails;

type AnyDraft = Omit<MailDraft, 'values'> & { values: MailValues };

const templates: Record<MailKind, (data: never, siteUrl: string) => AnyDraft> = {
  ...accountMails,
  ...applicationMails,
  ...associateMails,
  ...inboxMails,
  ...peopleMails,
  ...pledgeMails,
  ...receiptMails,
  ...resultsMails,
  ...thanksMails,
};

/** Drafts a mail of a kind, without its words. */
export const draftMail = <Kind extends MailKind>(
  kind: Kind,
  data: Mails[Kind],
  siteUrl: string,
): AnyDraft => templates[kind](data as never, siteUrl);
