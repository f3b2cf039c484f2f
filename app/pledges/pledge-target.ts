import type { Pledge } from '#domain/pledges/pledge.ts';

/** Where one reads of what a pledge was given to: the organisation's page, or its challenge's. */
export function targetPath({ donation }: Pick<Pledge, 'donation'>): string {
  const { associateId, socialChallengeId } = donation;
  return associateId !== ''
    ? `/associate/${associateId}`
    : `/search/social-challenge/${socialChallengeId}`;
}
