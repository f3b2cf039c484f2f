import { expect, test } from 'vitest';
import { plainText } from './plain-text.ts';

test('a text keeps its letters and loses its marks', () => {
  const text = (words: string) => ({ type: 'text' as const, text: words });
  expect(
    plainText([
      { type: 'heading', level: 3, children: [text('目指すこと')] },
      {
        type: 'paragraph',
        children: [
          { type: 'strong', children: [text('猫')] },
          { type: 'break' },
          { type: 'link', href: 'https://tasuki.example', children: [text('犬')] },
        ],
      },
      { type: 'divider' },
      { type: 'quote', blocks: [{ type: 'paragraph', children: [text('声')] }] },
      {
        type: 'list',
        isOrdered: false,
        start: 1,
        items: [[{ type: 'paragraph', children: [text('一')] }]],
      },
    ]),
  ).toBe('目指すこと\n\n猫\n犬\n\n声\n\n・一');
});
