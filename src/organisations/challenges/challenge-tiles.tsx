import { Link } from '#kit/ui/links/link.tsx';
import { Picture } from '#kit/ui/pictures/picture.tsx';
import { tintGround } from '#kit/ui/pictures/tint.ts';
import type { SocialChallenge } from '#organisations/associates/associate.ts';
import { socialChallenges } from './social-challenge.ts';

/** The part of a challenge that a tile shows. */
export type ChallengeTile = Pick<SocialChallenge, 'id' | 'numberOfAssociates'>;

export const tileOf = ({ id, numberOfAssociates }: SocialChallenge): ChallengeTile => ({
  id,
  numberOfAssociates,
});

/** The social challenges as tiles, in their order; each leads to the organisations that work on it. */
export function ChallengeTiles({ challenges }: { challenges: readonly ChallengeTile[] }) {
  return (
    <ul className="grid grid-cols-3 gap-3 desktop:grid-cols-6">
      {challenges.map(({ id, numberOfAssociates }) => {
        const { label, emblem, tint } = socialChallenges[id];
        return (
          <li key={id}>
            <Link
              to={`/search/social-challenge/${id}`}
              className={`flex h-full min-h-24 flex-col items-center justify-center gap-2 rounded-tile p-1 text-center narrow:p-2 no-underline ${tintGround[tint]}`}
            >
              <Picture name={emblem} className="size-10" />
              <span className="text-sm leading-snug font-bold [word-break:auto-phrase]">
                {label}
              </span>
              <span className="sr-only">{numberOfAssociates}団体</span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
