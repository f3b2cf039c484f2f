import type { Block, MailContent } from './mail-content.server.ts';
import { builtInWords, type MailKind, type VariableOf } from './mail-kinds.ts';
import { filledWords, type MailValues, namesIn } from './mail-template.ts';
import {
  type MailPart,
  type MailVariable,
  type MailWords,
  typedVariables,
} from './words/mail-words.ts';

/** Place of the editable words among the fixed parts; `isNote` sets them in small print. */
type WordsPlace = { part: 'body' | 'closing'; isNote?: true };

/** Fixed parts of a mail. The opening words come first; the closing comes last unless the template places it. */
export type MailDraft<Variable extends MailVariable = MailVariable> = Omit<
  MailContent,
  'subject' | 'blocks' | 'values'
> & {
  values: Readonly<Record<Variable, string>>;
  blocks: readonly (Block | WordsPlace)[];
};

/** Templates for some kinds of mail, from their data. `siteUrl` has no trailing slash. */
export type Templates<Mails> = {
  [Kind in keyof Mails & MailKind]: (
    data: Mails[Kind],
    siteUrl: string,
  ) => MailDraft<VariableOf<Kind>>;
};

/** Composes a mail from its template and words: the operator's own, or the built-in ones if null. */
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

/** Replaces a mail's words, filled with the values it holds. */
export function withWords(kind: MailKind, mail: MailContent, own: MailWords | null): MailContent {
  const values = mail.values ?? {};
  const builtIn = builtInWords(kind);
  const words = own ?? builtIn;
  const textAt = (part: MailPart) => {
    const plain = filledWords(builtIn[part], values);
    const typed = namesIn(words[part]).filter((name) => isTyped(name)) as MailVariable[];
    if (typed.length === 0) return { text: filledWords(words[part], values) };
    // The name may be unknown: "様" alone would be worse than the built-in words.
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

/** Makes each value one line, so that it cannot break out of a header or sentence. */
const clean = (values: MailValues): MailValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value.replace(/\p{Cc}+/gu, ' ')]),
  );
