import type { MailKind } from '#domain/mail/mail-kinds.ts';
import type { MailValues } from '#domain/mail/mail-template.ts';
import type { MailDraft } from '#server/mail/compose.ts';
import { type AccountMails, accountMails } from './account-mails.ts';
import { type ApplicationMails, applicationMails } from './application-mails.ts';
import { type AssociateMails, associateMails } from './associate-mails.ts';
import { type InboxMails, inboxMails } from './inbox-mails.ts';
import { type PeopleMails, peopleMails } from './people-mails.ts';
import { type PledgeMails, pledgeMails } from './pledge-mails.ts';
import { type ReceiptMails, receiptMails } from './receipt-mails.ts';
import { type ResultsMails, resultsMails } from './results-mails.ts';
import { type ThanksMails, thanksMails } from './thanks-mails.ts';

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
