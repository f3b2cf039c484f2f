import { builtInWords, type MailKind, type VariableOf } from '#domain/mail/mail-kinds.ts';
import { filledWords, type MailValues, namesIn } from '#domain/mail/mail-template.ts';
import {
  type MailPart,
  type MailVariable,
  type MailWords,
  typedVariables,
} from '#domain/mail/words/mail-words.ts';
import type { Block, MailContent } from './mail-content.ts';

/** Where words stand among the fixed parts; `isNote` in small letters. */
type WordsPlace = { part: 'body' | 'closing'; isNote?: true };

/**
 * What a template says besides the words: the opening comes first, the closing last where the template names no
 * place for it.
 */
export type MailDraft<Variable extends MailVariable = MailVariable> = Omit<
  MailContent,
  'subject' | 'blocks' | 'values'
> & {
  values: Readonly<Record<Variable, string>>;
  blocks: readonly (Block | WordsPlace)[];
};

/** The templates of some kinds of mail, from what each tells. `siteUrl` has no slash at its end. */
export type Templates<Mails> = {
  [Kind in keyof Mails & MailKind]: (
    data: Mails[Kind],
    siteUrl: string,
  ) => MailDraft<VariableOf<Kind>>;
};

/** A mail of what its template and its words say: the operator's own, or the built-in ones where those are null. */
export function composeMail(
  kind: MailKind,
  draft: Omit<MailDraft, 'values'> & { values: MailValues },
  own: MailWords | null,
): MailContent {
  const { blocks, values, ...rest } = draft;
  const hasClosing = blocks.some((block) => 'part' in block && block.part === 'closing');
  const places = [
    { text: '', part: 'opening' as const },
    ...blocks.map((block) => (isPlace(block) ? emptyAt(block) : block)),
    ...(hasClosing ? [] : [{ text: '', part: 'closing' as const }]),
  ];
  return withWords(kind, { ...rest, subject: '', blocks: places, values: clean(values) }, own);
}

/** A mail with other words, made of the values that it holds. */
export function withWords(kind: MailKind, mail: MailContent, own: MailWords | null): MailContent {
  const values = mail.values ?? {};
  const builtIn = builtInWords(kind);
  const words = own ?? builtIn;
  const textAt = (part: MailPart) => {
    const plain = filledWords(builtIn[part], values);
    const typed = namesIn(words[part]).filter((name) => isTyped(name)) as MailVariable[];
    if (typed.length === 0) return { text: filledWords(words[part], values) };
    // Who it is may not be known: "様" alone would be worse than the built-in words.
    const isKnown = typed.every((name) => (values[name] ?? '') !== '');
    return isKnown
      ? { text: filledWords(words[part], values), ifUnproven: plain }
      : { text: plain };
  };
  return {
    ...mail,
    subject: filledWords(words.subject, values),
    blocks: mail.blocks.map((block): Block => {
      if ('facts' in block || 'button' in block || block.part === undefined) return block;
      const { text, ...more } = textAt(block.part);
      const { part } = block;
      return 'note' in block ? { note: text, part, ...more } : { text, part, ...more };
    }),
  };
}

const isTyped = (name: string) => typedVariables.some((typed) => typed === name);

const isPlace = (block: Block | WordsPlace): block is WordsPlace =>
  'part' in block && !('text' in block) && !('note' in block);

const emptyAt = ({ part, isNote }: WordsPlace): Block =>
  isNote ? { note: '', part } : { text: '', part };

/** A value is one line: it breaks out neither of a header nor of its sentence. */
const clean = (values: MailValues): MailValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value.replace(/\p{Cc}+/gu, ' ')]),
  );
