import { imageAt, imageSet } from '#kit/images/shown-image.ts';
import type { SocialChallengeId } from '#organisations/challenges/social-challenge.ts';
import type { ArticleImage } from './associate.ts';
import { coverOf } from './woven-cover.ts';

/**
 * The cover of an organisation: its own picture or, without one, a woven pattern with a motif of its challenge in a
 * circle. 32 : 15 by default (`className`); `patch` sets the circle's height, and `sizes` the displayed width of a
 * picture. Patterns and motifs are files from the build, so that pages stay small and browsers cache them.
 */
export function Cover({
  associateId,
  challengeId = 'others',
  image = null,
  sizes = '(width >= 67.5rem) 320px, (width >= 48rem) 340px, 100vw',
  className = 'aspect-[32/15]',
  patch = 'h-[62%]',
}: {
  associateId: string;
  challengeId?: SocialChallengeId | undefined;
  image?: ArticleImage | null;
  sizes?: string;
  className?: string;
  patch?: string;
}) {
  if (image) {
    return (
      <img
        // Remounts, so that another organisation's picture never shows while this one loads.
        key={image.image}
        src={imageAt(image.image, Math.max(...image.widths))}
        srcSet={imageSet(image.image, image.widths)}
        sizes={sizes}
        width={image.width}
        height={image.height}
        alt={image.alt}
        loading="lazy"
        decoding="async"
        className={`w-full object-cover ${className}`}
      />
    );
  }
  const { pattern, tint, motif } = coverOf({ id: associateId, challengeId });
  return (
    <div className={`relative overflow-hidden ${className}`} aria-hidden="true">
      <img
        src={`/covers/${pattern}-${tint}.svg`}
        alt=""
        width="480"
        height="225"
        className="size-full object-cover"
        loading="lazy"
        decoding="async"
      />
      <span
        className={`absolute inset-0 m-auto grid aspect-square place-items-center rounded-full bg-paper ${patch}`}
      >
        <img
          src={`/covers/${challengeId}-${motif}.svg`}
          alt=""
          width="32"
          height="32"
          className="size-[54%]"
          loading="lazy"
          decoding="async"
        />
      </span>
    </div>
  );
}
