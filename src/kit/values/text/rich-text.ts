/** A text with headings, lists and links as a tree without markup, for any renderer. */
export type RichText = RichBlock[];

export type RichBlock =
  | { type: 'heading'; level: 3 | 4; children: RichInline[] }
  | { type: 'paragraph'; children: RichInline[] }
  | RichList
  | { type: 'quote'; blocks: RichBlock[] }
  | { type: 'divider' };

export type RichList = { type: 'list'; isOrdered: boolean; start: number; items: RichBlock[][] };

export type RichInline =
  | { type: 'text'; text: string }
  | { type: 'break' }
  | { type: 'strong' | 'emphasis'; children: RichInline[] }
  | { type: 'link'; href: string; children: RichInline[] };

/** Maximum length of Markdown that is parsed. */
export const maxMarkdownLetters = 20_000;
/** Nesting of lists and quotes; deeper content is moved up to the last level. */
export const maxRichDepth = 2;
/** Nesting of inline formatting; deeper formatting is dropped. */
export const maxInlineDepth = 4;
/** A text with more nodes is shown as typed, without formatting. */
export const maxRichNodes = 5_000;
