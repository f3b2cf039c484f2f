import { type MailKind, mailKinds } from '#domain/mail/mail-kinds.ts';
import type { MailWords } from '#domain/mail/words/mail-words.ts';

/** The parts of a kind's mail that have words, in their order. */
export const partsOf = (kind: MailKind): readonly (keyof MailWords)[] =>
  mailKinds[kind].words.body === undefined
    ? ['subject', 'opening', 'closing']
    : ['subject', 'opening', 'body', 'closing'];
