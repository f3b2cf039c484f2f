import { createElement, Fragment, type ReactNode } from 'react';
import type { RichBlock, RichInline, RichText as Tree } from '#kit/values/text/rich-text.ts';

/** A text with headings, lists and links, rendered as elements, never as raw markup. */
export function RichText({ blocks, className = '' }: { blocks: Tree; className?: string }) {
  return <div className={`prose rich-text ${className}`}>{each(blocks, drawBlock)}</div>;
}

/** Parts have no ids and never move, so they need no keys. */
const each = <Part,>(parts: readonly Part[], draw: (part: Part) => ReactNode) =>
  createElement(Fragment, null, ...parts.map((part) => draw(part)));

function drawBlock(block: RichBlock): ReactNode {
  switch (block.type) {
    case 'heading': {
      // The heading font contains only the letters of fixed headings, so user text does not use it.
      const Heading = `h${block.level}` as const;
      return <Heading className="font-sans">{each(block.children, drawInline)}</Heading>;
    }
    case 'paragraph':
      return <p className="whitespace-pre-line">{each(block.children, drawInline)}</p>;
    case 'list':
      return drawList(block);
    case 'quote':
      return <blockquote>{each(block.blocks, drawBlock)}</blockquote>;
    case 'divider':
      return <hr className="stitch" />;
  }
}

function drawList({ isOrdered, start, items }: Extract<RichBlock, { type: 'list' }>) {
  const rows = each(items, (item) => <li>{each(item, drawBlock)}</li>);
  return isOrdered ? <ol start={start}>{rows}</ol> : <ul>{rows}</ul>;
}

function drawInline(part: RichInline): ReactNode {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'break':
      return <br />;
    case 'strong':
      return <strong>{each(part.children, drawInline)}</strong>;
    case 'emphasis':
      return <em>{each(part.children, drawInline)}</em>;
    case 'link':
      return (
        <a href={part.href} rel={isOutside(part.href) ? 'noopener nofollow ugc' : undefined}>
          {each(part.children, drawInline)}
        </a>
      );
  }
}

const isOutside = (href: string) => /^https?:/.test(href);
