/** A text with headings, lists and links, as a tree that any screen may draw: it holds no markup. */
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

/** As much Markdown as is read at once. */
export const maxMarkdownLetters = 20_000;
/** Of lists within lists, and of quotes within quotes; what is deeper stands at the last level. */
export const maxRichDepth = 2;
/** Of strong words within links and so on; what is deeper has no look of its own. */
export const maxInlineDepth = 4;
/** A text of more parts is shown without any, as it was typed. */
export const maxRichNodes = 5_000;
