import type { AssociateArticle } from '#domain/associates/associate.ts';
import type { SocialChallengeId } from '#domain/challenges/social-challenge.ts';
import { imageAt, imageSet } from '#domain/images/shown-image.ts';
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
  if (image === null) {
    return <Cover associateId={id} challengeId={challengeId} className={className} />;
  }
  return (
    <img
      src={imageAt(image.image, Math.max(...image.widths))}
      srcSet={imageSet(image.image, image.widths)}
      sizes={sizes}
      width={image.width}
      height={image.height}
      alt={image.alt}
      loading="lazy"
      decoding="async"
      className={`object-cover ${className}`}
    />
  );
}
