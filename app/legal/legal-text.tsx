import type { ReactNode } from 'react';

/**
 * An article of terms or policy. Its title uses the system font, because the heading font lacks
 * glyphs.
 */
export type Article = { name: string; body: ReactNode };

const numberOf = (index: number) => `第${index + 1}条`;

/** Numbered articles below their table of contents; the `id`s are article-1, article-2 … */
export function LegalText({ articles }: { articles: readonly Article[] }) {
  return (
    <>
      <nav
        aria-label="目次"
        className="mt-8 rounded-card border border-line bg-paper p-5 narrow:p-7"
      >
        <p className="font-bold">目次</p>
        <ol className="mt-2 narrow:columns-2 narrow:gap-8">
          {articles.map(({ name }, index) => (
            <li key={name} className="break-inside-avoid">
              <a
                href={`#article-${index + 1}`}
                className="inline-flex min-h-11 items-center gap-2 underline narrow:min-h-9"
              >
                <span className="w-14 shrink-0 text-sm text-ink-2 tabular-nums">
                  {numberOf(index)}
                </span>
                {name}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      {articles.map(({ name, body }, index) => (
        <section key={name} id={`article-${index + 1}`} className="pt-10">
          <h2 className="border-b-2 border-dashed border-thread pb-2 font-sans text-xl">
            {`${numberOf(index)}　${name}`}
          </h2>
          <div className="prose mt-4">{body}</div>
        </section>
      ))}
    </>
  );
}

/** Since when a text holds, and since when as it stands. */
export function InForce({ since, asOf }: { since: string; asOf: string }) {
  return (
    <div className="mt-12 text-right text-ink-2">
      <p>
        <LegalDate day={since} /> 施行
      </p>
      <p>
        <LegalDate day={asOf} /> 改定
      </p>
      <p className="mt-2 text-sm">改定前のものをご覧になりたい方は、お問い合わせください。</p>
    </div>
  );
}

/** "2026年11月23日" of a day YYYY-MM-DD. */
function LegalDate({ day }: { day: string }) {
  const [year, month, date] = day.split('-').map(Number);
  return (
    <time dateTime={day}>
      {year}年{month}月{date}日
    </time>
  );
}
