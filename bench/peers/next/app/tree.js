import { readFileSync } from 'node:fs';
import { createElement } from 'react';

// The page as plain data from `bench/rates/page-tree.ts`: a text, or [tag, attributes, children].

const [, htmlAttributes, [headNode, bodyNode]] = JSON.parse(readFileSync('tree.json', 'utf8'));
const voidTags = new Set(['meta', 'link', 'img', 'input', 'br', 'hr', 'source']);

function element(node, key) {
  if (typeof node === 'string') return node;
  const [tag, { class: className, for: htmlFor, style: _style, ...attributes }, children] = node;
  const properties = {
    ...attributes,
    key,
    className,
    htmlFor,
    readOnly: tag === 'input' || undefined,
  };
  return voidTags.has(tag)
    ? createElement(tag, properties)
    : createElement(tag, properties, ...children.map(element));
}

/** Created for each rendering, as a page's own code would. */
export const body = () => bodyNode[2].map(element);
export const head = headNode[2].map(element);
export { htmlAttributes };
