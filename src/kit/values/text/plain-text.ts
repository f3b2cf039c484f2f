import type { RichBlock, RichInline, RichText } from './rich-text.ts';

/** A text without formatting; blocks are separated by blank lines. */
export const plainText = (text: RichText): string => text.map(ofBlock).filter(Boolean).join('\n\n');

function ofBlock(block: RichBlock): string {
  switch (block.type) {
    case 'heading':
    case 'paragraph':
      return ofInlines(block.children);
    case 'list':
      return block.items.map((item) => `・${plainText(item)}`).join('\n');
    case 'quote':
      return plainText(block.blocks);
    case 'divider':
      return '';
  }
}

const ofInlines = (parts: readonly RichInline[]): string =>
  parts
    .map((part) =>
      part.type === 'text' ? part.text : part.type === 'break' ? '\n' : ofInlines(part.children),
    )
    .join('');
