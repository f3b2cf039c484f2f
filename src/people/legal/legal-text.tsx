import { Fragment, type ReactNode } from 'react';
import { RichText } from '#kit/ui/text/rich-text.tsx';
import type { LegalArticle, LegalPage } from './legal-page.ts';
import type { LegalTable } from './legal-text.ts';

type LegalTextProps = Pick<LegalPage, 'articles' | 'isNumbered'> & {
  /** Renders a table at its place in the text. */
  drawTable: (table: LegalTable) => ReactNode;
};

/** Articles below their table of contents; the `id`s are article-1, article-2 … */
export function LegalText({ articles, isNumbered, drawTable }: LegalTextProps) {
  return (
    <>
      {articles.length > 1 && <Contents articles={articles} isNumbered={isNumbered} />}
      {articles.map(({ id, name, parts }, index) => (
        <section key={id} id={id} className="pt-10">
          {/* The heading font lacks glyphs that a legal text may need. */}
          <h2 className="border-b-2 border-dashed border-thread pb-2 font-sans text-xl">
            {isNumbered ? `${numberOf(index)}　${name}` : name}
          </h2>
          <div className="mt-4">
            {parts.map((part, position) => (
              <Fragment key={part.kind === 'table' ? part.table : position}>
                {part.kind === 'table' ? (
                  <div className="my-4">{drawTable(part.table)}</div>
                ) : (
                  <RichText blocks={part.blocks} />
                )}
              </Fragment>
            ))}
          </div>
        </section>
      ))}
    </>
  );
}

const numberOf = (index: number) => `第${index + 1}条`;

function Contents({
  articles,
  isNumbered,
}: {
  articles: readonly LegalArticle[];
  isNumbered: boolean;
}) {
  return (
    <nav aria-label="目次" className="mt-8 rounded-card border border-line bg-paper p-5 narrow:p-7">
      <p className="font-bold">目次</p>
      <ol className="mt-2 narrow:columns-2 narrow:gap-8">
        {articles.map(({ id, name }, index) => (
          <li key={id} className="break-inside-avoid">
            <a
              href={`#${id}`}
              className="inline-flex min-h-11 items-center gap-2 underline narrow:min-h-9"
            >
              {isNumbered && (
                <span className="w-14 shrink-0 text-sm text-ink-2 tabular-nums">
                  {numberOf(index)}
                </span>
              )}
              {name}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
