import { accountWords } from './words/account-words.ts';
import { applicationWords } from './words/application-words.ts';
import { associateWords } from './words/associate-words.ts';
import { inboxWords } from './words/inbox-words.ts';
import type { MailKindFacts, MailWords } from './words/mail-words.ts';
import { peopleWords } from './words/people-words.ts';
import { pledgeWords } from './words/pledge-words.ts';
import { receiptWords } from './words/receipt-words.ts';
import { resultsWords } from './words/results-words.ts';
import { thanksWords } from './words/thanks-words.ts';

const kinds = {
  ...applicationWords,
  ...thanksWords,
  ...pledgeWords,
  ...inboxWords,
  ...associateWords,
  ...accountWords,
  ...peopleWords,
  ...resultsWords,
  ...receiptWords,
};
export type MailKind = keyof typeof kinds;

export const mailKinds: Readonly<Record<MailKind, MailKindFacts>> = kinds;
export const mailKindNames = Object.keys(kinds) as MailKind[];
export const isMailKind = (kind: string): kind is MailKind => Object.hasOwn(kinds, kind);

/** Placeholders available to a kind. */
export type VariableOf<Kind extends MailKind> = (typeof kinds)[Kind]['variables'][number];

/** Kinds in the order of their list. */
export const mailKindGroups: readonly { title: string; kinds: readonly MailKind[] }[] = [
  { title: 'お申し込みと寄付', kinds: namesOf(applicationWords) },
  { title: 'お礼とお返事', kinds: namesOf(thanksWords) },
  { title: '#mypledge', kinds: namesOf(pledgeWords) },
  { title: 'お問い合わせと掲載申請', kinds: namesOf(inboxWords) },
  { title: '団体', kinds: namesOf(associateWords) },
  { title: 'アカウントとログイン', kinds: namesOf(accountWords) },
  { title: '人と承認', kinds: namesOf(peopleWords) },
  { title: '査定結果の確定', kinds: namesOf(resultsWords) },
  { title: '受領証明書', kinds: namesOf(receiptWords) },
];

export type ApplicationMailKind = keyof typeof applicationWords;
/** Whether a mail is about one application, which is its record. */
export const isAboutApplication = (kind: MailKind): kind is ApplicationMailKind =>
  Object.hasOwn(applicationWords, kind);

/** The built-in texts. */
export const builtInWords = (kind: MailKind): MailWords => ({ body: '', ...mailKinds[kind].words });

function namesOf<Kind extends MailKind>(words: Record<Kind, MailKindFacts>): Kind[] {
  return Object.keys(words) as Kind[];
}
