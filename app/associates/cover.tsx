import { Picture } from '#app/ui/pictures/picture.tsx';
import { coverOf } from '#domain/associates/woven-cover.ts';
import { type SocialChallengeId, socialChallenges } from '#domain/challenges/social-challenge.ts';

/**
 * The woven cover of an organisation without a photograph, with its challenge's emblem in a circle;
 * 32 : 15 by default (`className`), the circle as high as fits by default (`patch`). The pattern is
 * one of 36 files made by the build, so that pages stay small and browsers cache it.
 */
export function Cover({
  associateId,
  challengeId = 'others',
  className = 'aspect-[32/15]',
  patch = 'h-[62%]',
}: {
  associateId: string;
  challengeId?: SocialChallengeId;
  className?: string;
  patch?: string;
}) {
  const { pattern, tint } = coverOf({ id: associateId, challengeId });
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
        <Picture name={socialChallenges[challengeId].emblem} className="size-[54%]" />
      </span>
    </div>
  );
}
