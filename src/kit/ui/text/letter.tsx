import type { ReactNode } from 'react';
import type { RichText as Tree } from '#kit/values/text/rich-text.ts';
import { RichText } from './rich-text.tsx';

/** A letter: sender, date, subject, picture and text. */
export function Letter({
  from,
  date,
  title,
  picture,
  blocks,
  heading: Heading = 'h3',
}: {
  from: string;
  date: string;
  title: string;
  picture?: ReactNode;
  blocks: Tree;
  /** Level of its title; a letter alone on a page comes right below the page's heading. */
  heading?: 'h2' | 'h3';
}) {
  return (
    <article className="overflow-hidden rounded-card border border-line bg-paper">
      {picture}
      <div className="p-5 narrow:p-6">
        <p className="flex flex-wrap gap-x-3 text-sm text-ink-2">
          <span className="wrap-anywhere">{from}より</span>
          <span className="tabular-nums">{date}</span>
        </p>
        <Heading className="mt-1 font-sans text-lg wrap-anywhere">{title}</Heading>
        <RichText blocks={blocks} className="mt-3" />
      </div>
    </article>
  );
}
