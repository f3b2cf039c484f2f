import type { AssociateArticle } from '#domain/associates/associate.ts';
import type { SocialChallengeId } from '#domain/challenges/social-challenge.ts';
import { Cover } from './cover.tsx';

/**
 * The picture of a news article; without one, a generated woven cover with the emblem of its
 * organisation's challenge. `sizes` is the displayed width.
 */
export function ArticlePicture({
  article: { id, image },
  challengeId,
  sizes,
  className,
}: {
  article: AssociateArticle;
  challengeId: SocialChallengeId | undefined;
  sizes: string;
  className: string;
}) {
  return (
    <Cover
      associateId={id}
      challengeId={challengeId}
      image={image}
      sizes={sizes}
      className={className}
    />
  );
}
