import type { Pledge } from './pledge.ts';

/** The page of the recipient: the organisation's, or the challenge's. */
export function targetPath({ donation }: Pick<Pledge, 'donation'>): string {
  const { associateId, socialChallengeId } = donation;
  return associateId !== ''
    ? `/associate/${associateId}`
    : `/search/social-challenge/${socialChallengeId}`;
}
