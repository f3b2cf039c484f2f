import { type MailKind, mailKinds } from '#people/mail/mail-kinds.ts';
import type { MailWords } from '#people/mail/words/mail-words.ts';

/** The editable parts of a kind of mail, in order. */
export const partsOf = (kind: MailKind): readonly (keyof MailWords)[] =>
  mailKinds[kind].words.body === undefined
    ? ['subject', 'opening', 'closing']
    : ['subject', 'opening', 'body', 'closing'];
