import type { RichBlock, RichInline, RichText } from '#kit/values/text/rich-text.ts';

/** Audience of a message: the donor of one donation, donors of a period, or all. */
export const thanksScopes = {
  all: 'これまでのすべてのご寄付',
  period: '期間を選んで',
  donation: 'ひとつのご寄付',
} as const;
export type ThanksScope = keyof typeof thanksScopes;

export const maxThanksLetters = 4_000;
/** Limit of drafts per organisation; with more, drafts get lost. */
export const maxDraftsPerAssociate = 50;
export const thanksPageSize = 20;

/** Placeholders for the reader's name and the organisation. */
export const thanksVariables = { name: '{{お名前}}', associate: '{{団体名}}' } as const;
const anyVariable = /\{\{[^{}]*\}\}/g;
const known: readonly string[] = Object.values(thanksVariables);

/** Unknown placeholders in a text. */
export const unknownVariables = (text: string): string[] =>
  (text.match(anyVariable) ?? []).filter((one) => !known.includes(one));

type Reader = { donorName: string; associateName: string };

/** Salutation: the donor's display name, or a general one. Staff never learn which. */
export const calledBy = (displayName: string): string => `${displayName || '寄付者'}さま`;

/** Fills the placeholders of a line in one pass: a name that looks like a placeholder is not filled. */
export const filledLine = (text: string, { donorName, associateName }: Reader): string =>
  text.replace(anyVariable, (variable) => {
    if (variable === thanksVariables.name) return calledBy(donorName);
    return variable === thanksVariables.associate ? associateName : variable;
  });

/** Fills a parsed text, so that no name is parsed as markup. */
export const filledText = (blocks: RichText, reader: Reader): RichText =>
  blocks.map((block) => filledBlock(block, reader));

function filledBlock(block: RichBlock, reader: Reader): RichBlock {
  switch (block.type) {
    case 'heading':
    case 'paragraph':
      return { ...block, children: filledParts(block.children, reader) };
    case 'list':
      return { ...block, items: block.items.map((item) => filledText(item, reader)) };
    case 'quote':
      return { ...block, blocks: filledText(block.blocks, reader) };
    case 'divider':
      return block;
  }
}

const filledParts = (parts: readonly RichInline[], reader: Reader): RichInline[] =>
  parts.map((part) => {
    if (part.type === 'text') return { ...part, text: filledLine(part.text, reader) };
    return 'children' in part ? { ...part, children: filledParts(part.children, reader) } : part;
  });

/** Placeholder in templates for text that only the author can write. */
export const thanksGap = '（ここに書いてください）';

/** Built-in templates. */
export const thanksTemplates = [
  {
    id: 'simple',
    label: '感謝の気持ち',
    title: 'ご寄付をありがとうございます',
    body: `${thanksVariables.name}\n\nこのたびは、${thanksVariables.associate}にご寄付をいただき、ありがとうございました。\n\nお送りくださったお品物が、わたしたちの活動の支えになっています。大切に使わせていただきます。\n\nこれからも、どうぞよろしくお願いいたします。`,
  },
  {
    id: 'report',
    label: '使い道のご報告',
    title: 'いただいたご寄付の使い道をご報告します',
    body: `${thanksVariables.name}\n\nいつも${thanksVariables.associate}を応援してくださり、ありがとうございます。\n\nいただいたご寄付は、次のことに使わせていただきました。\n\n- ${thanksGap}\n- ${thanksGap}\n\nおかげさまで、活動を続けることができています。心よりお礼申し上げます。`,
  },
  {
    id: 'season',
    label: '季節のごあいさつ',
    title: '一年のお礼を申し上げます',
    body: `${thanksVariables.name}\n\n今年も${thanksVariables.associate}にお力をお貸しくださり、ありがとうございました。\n\n皆さまのご寄付のおかげで、無事に一年の活動を終えることができました。\n\n寒い日が続きますので、どうぞあたたかくお過ごしください。`,
  },
] as const;
