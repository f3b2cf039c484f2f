import MarkdownIt, { type Token } from 'markdown-it';
import cjkFriendly from 'markdown-it-cjk-friendly';
import { withoutInvisible } from '#kit/values/text/invisible-text.ts';
import { letterCount } from '#kit/values/text/letter-count.ts';
import {
  maxInlineDepth,
  maxMarkdownLetters,
  maxRichDepth,
  maxRichNodes,
  type RichBlock,
  type RichInline,
  type RichText,
} from '#kit/values/text/rich-text.ts';
import { safeHref } from '#kit/values/text/safe-href.ts';

/**
 * HTML is plain text, as are indented lines, and a line of dashes does not make the line above a heading. safeHref
 * alone decides which links are followed (docs/decisions/0018).
 */
const parser = new MarkdownIt('commonmark', { html: false, maxNesting: 100 })
  .disable(['code', 'reference', 'lheading', 'html_block', 'html_inline'])
  .use(cjkFriendly);
parser.validateLink = () => true;
parser.normalizeLink = (address) => address;
parser.normalizeLinkText = (address) => address;

/** Control, surrogate, private-use and non-characters, except line breaks and tabs. */
const unusableCharacters = /[^\P{Cc}\n\t]|[\p{Cs}\p{Co}\p{Noncharacter_Code_Point}\uFFFD]/gu;

/** Removes invisible characters: from the source, and again after character references are resolved. */
const visible = (text: string) => withoutInvisible(text).replace(unusableCharacters, '');

/**
 * Parses the limited Markdown (docs/product.md, Texts in Markdown) in linear time. What is too long or has too many
 * parts is shown as typed.
 */
export function toRichText(markdown: string): RichText {
  const source = visible(markdown.replace(/\r\n?/g, '\n'));
  if (letterCount(source, maxMarkdownLetters) > maxMarkdownLetters) return asTyped(source);
  const top = { quotes: 0, lists: 0, levelOf: headingLevels() };
  const blocks = blocksOf(nested(parser.parse(source, {})), top);
  return nodeCount(blocks) > maxRichNodes ? asTyped(source) : blocks;
}

const asTyped = (text: string): RichBlock[] =>
  text.trim() === '' ? [] : [{ type: 'paragraph', children: [{ type: 'text', text }] }];

function nodeCount(blocks: RichText): number {
  let count = 0;
  // Every node of the tree, and nothing else, has a type.
  JSON.stringify(blocks, (key, value) => {
    if (key === 'type') count += 1;
    return value;
  });
  return count;
}

/**
 * Maps the number of signs of each heading in turn to a level: 3, below the page's own headings, and 4 only after a
 * higher one, so that no level is skipped.
 */
function headingLevels(): (signs: number) => 3 | 4 {
  let fewest = Number.POSITIVE_INFINITY;
  return (signs) => {
    fewest = Math.min(fewest, signs);
    return signs > fewest ? 4 : 3;
  };
}

/** A token with those between it and its end. */
type Branch = { token: Token; children: Branch[] };

/** Converts the parser's flat list to a tree. */
function nested(tokens: readonly Token[]): Branch[] {
  const root: Branch[] = [];
  const open = [root];
  for (const token of tokens) {
    if (token.nesting < 0) {
      open.pop();
      continue;
    }
    const branch: Branch = { token, children: [] };
    open.at(-1)?.push(branch);
    if (token.nesting > 0) open.push(branch.children);
  }
  return root;
}

/** Nesting of a block. */
type Place = { quotes: number; lists: number; levelOf: ReturnType<typeof headingLevels> };

const blocksOf = (branches: readonly Branch[], place: Place): RichBlock[] =>
  branches.flatMap((branch) => blockOf(branch, place));

function blockOf({ token, children }: Branch, place: Place): RichBlock[] {
  switch (token.type) {
    case 'heading_open':
      return headingOf(token, inlinesIn(children), place);
    case 'paragraph_open':
      return paragraphOf(inlinesIn(children));
    case 'fence':
      return paragraphOf(linesOf(token.content.trimEnd()));
    case 'bullet_list_open':
    case 'ordered_list_open':
      return listOf(token, children, place);
    case 'blockquote_open':
      return quoteOf(children, place);
    case 'hr':
      return [{ type: 'divider' }];
    default:
      return [];
  }
}

const paragraphOf = (children: RichInline[]): RichBlock[] =>
  children.length > 0 ? [{ type: 'paragraph', children }] : [];

/** Inside a list or quote a heading would head what follows it, so it becomes strong text. */
function headingOf(token: Token, children: RichInline[], place: Place): RichBlock[] {
  if (children.length === 0) return [];
  if (place.quotes + place.lists > 0) return paragraphOf([{ type: 'strong', children }]);
  return [{ type: 'heading', level: place.levelOf(Number(token.tag.slice(1))), children }];
}

function listOf(token: Token, children: readonly Branch[], place: Place): RichBlock[] {
  if (place.lists >= maxRichDepth)
    return children.flatMap((item) => blocksOf(item.children, place));
  const nestedPlace = { ...place, lists: place.lists + 1 };
  const items = children.map((item) => blocksOf(item.children, nestedPlace));
  const start = Number(token.attrGet('start') ?? 1);
  return [{ type: 'list', isOrdered: token.type === 'ordered_list_open', start, items }];
}

function quoteOf(children: readonly Branch[], place: Place): RichBlock[] {
  if (place.quotes >= maxRichDepth) return blocksOf(children, place);
  const blocks = blocksOf(children, { ...place, quotes: place.quotes + 1 });
  return blocks.length > 0 ? [{ type: 'quote', blocks }] : [];
}

/** Inline content of a paragraph or heading. */
const inlinesIn = (children: readonly Branch[]): RichInline[] =>
  inlinesOf(nested(children.flatMap(({ token }) => token.children ?? [])), 0);

const inlinesOf = (branches: readonly Branch[], depth: number): RichInline[] =>
  joined(branches.flatMap((branch) => inlineOf(branch, depth)));

function inlineOf({ token, children }: Branch, depth: number): RichInline[] {
  switch (token.type) {
    case 'text':
    case 'text_special':
    case 'code_inline':
      return [{ type: 'text', text: token.content }];
    case 'softbreak':
    case 'hardbreak':
      return [{ type: 'break' }];
    case 'strong_open':
      return marked('strong', children, depth);
    case 'em_open':
      return marked('emphasis', children, depth);
    case 'link_open':
      return linkOf(String(token.attrGet('href') ?? ''), inlinesOf(children, depth + 1), depth);
    case 'image':
      return [{ type: 'text', text: plainText(inlinesOf(nested(token.children ?? []), depth)) }];
    default:
      return [];
  }
}

function marked(
  type: 'strong' | 'emphasis',
  within: readonly Branch[],
  depth: number,
): RichInline[] {
  const children = inlinesOf(within, depth + 1);
  return depth >= maxInlineDepth || children.length === 0 ? children : [{ type, children }];
}

function linkOf(address: string, children: RichInline[], depth: number): RichInline[] {
  const href = safeHref(address);
  if (href === undefined || depth >= maxInlineDepth) return children;
  // A link without text could be neither seen nor named.
  const isBlank = plainText(children).trim() === '';
  return [{ type: 'link', href, children: isBlank ? [{ type: 'text', text: href }] : children }];
}

const plainText = (inlines: readonly RichInline[]): string =>
  inlines
    .map((one) => ('text' in one ? one.text : 'children' in one ? plainText(one.children) : ' '))
    .join('');

/** Puts a break between lines. */
const linesOf = (text: string): RichInline[] =>
  joined(
    text
      .split('\n')
      .flatMap((line, index): RichInline[] => [
        ...(index > 0 ? [{ type: 'break' as const }] : []),
        { type: 'text', text: line },
      ]),
  );

/** Merges adjacent texts and removes invisible characters. */
function joined(inlines: readonly RichInline[]): RichInline[] {
  const parts: RichInline[] = [];
  let text = '';
  const flush = () => {
    const visibleText = visible(text);
    if (visibleText !== '') parts.push({ type: 'text', text: visibleText });
    text = '';
  };
  for (const inline of inlines) {
    if (inline.type === 'text') text += inline.text;
    else {
      flush();
      parts.push(inline);
    }
  }
  flush();
  return parts;
}
