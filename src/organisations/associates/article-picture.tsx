import type { SocialChallengeId } from '#organisations/challenges/social-challenge.ts';
import type { AssociateArticle } from './associate.ts';
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
