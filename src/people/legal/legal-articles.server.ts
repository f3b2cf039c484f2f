import { toRichText } from '#kit/markdown/rich-text.server.ts';
import type { RichBlock, RichInline, RichText } from '#kit/values/text/rich-text.ts';
import type { LegalArticle, LegalPart } from './legal-page.ts';
import {
  type LegalKey,
  type LegalTable,
  type LegalVariable,
  legalTables,
  tableOf,
  withVariables,
} from './legal-text.ts';

type Values = Readonly<Record<LegalVariable, string>>;

/**
 * Parses a legal text: what precedes the first heading, then one article per heading. Variables are replaced in the
 * tree, so that no value is parsed as Markdown. A privacy policy has every table, by default at the end.
 */
export function toArticles(
  key: LegalKey,
  body: string,
  values: Values,
): { lead: RichText; articles: LegalArticle[] } {
  const lead: RichText = [];
  const articles: LegalArticle[] = [];
  for (const typed of toRichText(body)) {
    // Only typed text selects a table, never a variable's value.
    const table = typed.type === 'paragraph' ? tableOf(textOf(typed.children)) : undefined;
    const block = blockWithValues(typed, values);
    const last = articles.at(-1);
    if (block.type === 'heading' && block.level === 3) {
      articles.push({
        id: idOf(articles),
        name: withoutNumber(textOf(block.children)),
        parts: [],
      });
    } else if (last) add(last, block, table);
    else lead.push(block);
  }
  const absent = key === 'privacy' ? absentTables(articles) : [];
  if (absent.length > 0) {
    articles.push({
      id: idOf(articles),
      name: '別表',
      parts: absent.map((table) => ({ kind: 'table', table })),
    });
  }
  return { lead, articles };
}

const idOf = ({ length }: readonly LegalArticle[]) => `article-${length + 1}`;

function add({ parts }: LegalArticle, block: RichBlock, table: LegalTable | undefined): void {
  if (table) {
    parts.push({ kind: 'table', table });
    return;
  }
  // Headings within an article are level 3.
  const shownBlock: RichBlock = block.type === 'heading' ? { ...block, level: 3 } : block;
  const last = parts.at(-1);
  if (last?.kind === 'text') last.blocks.push(shownBlock);
  else parts.push({ kind: 'text', blocks: [shownBlock] });
}

const absentTables = (articles: readonly LegalArticle[]): LegalTable[] => {
  const parts = articles.flatMap((article) => article.parts);
  const hasTable = (table: LegalTable) =>
    parts.some((part: LegalPart) => part.kind === 'table' && part.table === table);
  return (Object.keys(legalTables) as LegalTable[]).filter((table) => !hasTable(table));
};

/** Articles are numbered when shown; a typed number would appear twice. */
const withoutNumber = (name: string) =>
  name.replace(/^第[0-9０-９一二三四五六七八九十百]+条[\s　]*/u, '');

/** Replaces the variables in a text's tree. */
export const withValues = (blocks: RichText, values: Values): RichText =>
  blocks.map((block) => blockWithValues(block, values));

function blockWithValues(block: RichBlock, values: Values): RichBlock {
  switch (block.type) {
    case 'heading':
    case 'paragraph':
      return { ...block, children: inlineWithValues(block.children, values) };
    case 'list':
      return { ...block, items: block.items.map((item) => withValues(item, values)) };
    case 'quote':
      return { ...block, blocks: withValues(block.blocks, values) };
    case 'divider':
      return block;
  }
}

const inlineWithValues = (parts: readonly RichInline[], values: Values): RichInline[] =>
  parts.map((part): RichInline => {
    if (part.type === 'text') return { type: 'text', text: withVariables(part.text, values) };
    if (part.type === 'break') return part;
    return { ...part, children: inlineWithValues(part.children, values) };
  });

const textOf = (parts: readonly RichInline[]): string =>
  parts
    .map((part) => {
      if (part.type === 'text') return part.text;
      return part.type === 'break' ? ' ' : textOf(part.children);
    })
    .join('');
