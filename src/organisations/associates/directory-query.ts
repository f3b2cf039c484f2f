import { cutKeyword } from '#kit/values/keyword-length.ts';
import { type Prefecture, prefectures } from '#kit/values/prefecture.ts';
import {
  type SocialChallengeId,
  socialChallengeIds,
} from '#organisations/challenges/social-challenge.ts';

// What search pages need at once; the search itself is in directory.ts, which browsers load later.

/** Organisations returned when no page is requested. Browsers search directories up to this size themselves. */
export const browserDirectoryLimit = 2_000;

export const directoryOrders = ['thisMonth', 'cumulative', 'newAssociate'] as const;
export type DirectoryOrder = (typeof directoryOrders)[number];

export type DirectoryQuery = {
  keyword: string;
  order: DirectoryOrder;
  isDeductible: boolean;
  socialChallengeId?: SocialChallengeId;
  prefecture?: Prefecture;
};

/** URL parameters of a search. */
export const directoryParameters = [
  'keyword',
  'order',
  'isDeductible',
  'socialChallengeId',
  'prefecture',
] as const satisfies (keyof DirectoryQuery)[];

/**
 * Reads a search from URL parameters; unknown values count as missing. Parsed by hand so that
 * search pages need no schema library in the browser.
 */
export function readDirectoryQuery(parameters: {
  get(name: string): string | null;
}): DirectoryQuery {
  const among = <Value extends string>(values: readonly Value[], name: string) =>
    values.find((value) => value === parameters.get(name));
  const socialChallengeId = among(socialChallengeIds, 'socialChallengeId');
  const prefecture = among(prefectures, 'prefecture');
  return {
    keyword: cutKeyword(parameters.get('keyword') ?? ''),
    order: among(directoryOrders, 'order') ?? 'thisMonth',
    isDeductible: ['true', '1', 'on', 'yes'].includes(parameters.get('isDeductible') ?? ''),
    ...(socialChallengeId !== undefined && { socialChallengeId }),
    ...(prefecture !== undefined && { prefecture }),
  };
}

/** Page number in a URL: 1 by default, undefined if malformed. */
export function readPage(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return 1;
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined;
}
