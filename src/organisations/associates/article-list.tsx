import { EmptyState } from '#kit/ui/empty-state.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { RichText } from '#kit/ui/text/rich-text.tsx';
import type { RichText as RichBlocks } from '#kit/values/text/rich-text.ts';
import { shownDate } from '#kit/values/text/shown-date.ts';
import type { SocialChallengeId } from '#organisations/challenges/social-challenge.ts';
import { ArticlePicture } from './article-picture.tsx';
import type { AssociateArticle } from './associate.ts';

type ArticleListProps = {
  /** Articles with `blocks` are shown in full. */
  articles: readonly (AssociateArticle & { blocks?: RichBlocks })[];
  /** The path of an article; without it the list shows the whole text. */
  href?: (article: AssociateArticle) => string;
  /** The challenge whose emblem replaces a missing picture. */
  challengeId: SocialChallengeId | undefined;
  empty: { title: string; text: string };
};

/** News of an organisation, newest first; articles with a page of their own get a picture. */
export function ArticleList({ articles, href, challengeId, empty }: ArticleListProps) {
  if (articles.length === 0) return <EmptyState title={empty.title}>{empty.text}</EmptyState>;
  return (
    <ol className="grid gap-5">
      {articles.map((article) => (
        <li
          key={article.id}
          className="relative overflow-hidden rounded-card border border-line bg-paper narrow:flex"
        >
          {(href !== undefined || article.image !== null) && (
            <ArticlePicture
              article={article}
              challengeId={challengeId}
              sizes="(width >= 48rem) 220px, 100vw"
              className="w-full shrink-0 max-narrow:h-32 narrow:w-55"
            />
          )}
          <div className="p-5 narrow:p-6">
            <p className="text-sm text-ink-2">{shownDate(article.publishedAt)}</p>
            <h3 className="mt-1 font-sans text-lg">
              {href ? (
                <Link to={href(article)} className="no-underline after:absolute after:inset-0">
                  {article.title}
                </Link>
              ) : (
                article.title
              )}
            </h3>
            {article.blocks ? (
              <RichText blocks={article.blocks} className="mt-2" />
            ) : (
              <p className="mt-2 line-clamp-3 whitespace-pre-line">{article.body}</p>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}
