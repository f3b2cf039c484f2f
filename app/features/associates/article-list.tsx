import { Link } from 'react-router';
import { EmptyState } from '#app/ui/empty-state.tsx';
import type { AssociateArticle } from '#domain/associate.ts';
import { formatDate } from '#domain/timestamp.ts';

type ArticleListProps = {
  articles: readonly AssociateArticle[];
  /** Where one article is read; without it the whole text stands in the list. */
  href?: (article: AssociateArticle) => string;
  empty: { title: string; text: string };
};

/** News of an organisation, newest first. */
export function ArticleList({ articles, href, empty }: ArticleListProps) {
  if (articles.length === 0) return <EmptyState title={empty.title}>{empty.text}</EmptyState>;
  return (
    <ol className="grid gap-5">
      {articles.map((article) => (
        <li key={article.id} className="relative rounded-card border border-line bg-paper p-6">
          <p className="text-sm text-ink-2">{formatDate(article.publishedAt)}</p>
          <h3 className="mt-1 font-sans text-lg">
            {href ? (
              <Link to={href(article)} className="no-underline after:absolute after:inset-0">
                {article.title}
              </Link>
            ) : (
              article.title
            )}
          </h3>
          <p className={`mt-2 whitespace-pre-line ${href ? 'line-clamp-3' : ''}`}>{article.body}</p>
        </li>
      ))}
    </ol>
  );
}
