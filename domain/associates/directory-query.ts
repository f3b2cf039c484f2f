import { type SocialChallengeId, socialChallengeIds } from '#domain/challenges/social-challenge.ts';
import { cutKeyword } from '#domain/values/keyword-length.ts';
import { type Prefecture, prefectures } from '#domain/values/prefecture.ts';

// What a search page needs at once; searching itself is in directory.ts, which browsers load later.

/** Organisations given at once where no page is asked for; up to so many a browser searches by itself. */
export const browserDirectoryLimit = 2_000;

export const directoryOrders = ['thisMonth', 'cumulative', 'newAssociate'] as const;
export type DirectoryOrder = (typeof directoryOrders)[number];

/** The selection of a search. */
export type DirectoryQuery = {
  keyword: string;
  order: DirectoryOrder;
  isDeductible: boolean;
  socialChallengeId?: SocialChallengeId;
  prefecture?: Prefecture;
};

/** Parameters of a search. */
export const directoryParameters = [
  'keyword',
  'order',
  'isDeductible',
  'socialChallengeId',
  'prefecture',
] as const satisfies (keyof DirectoryQuery)[];

/**
 * Reads the selection from the parameters of a URL; unknown values count as missing. Read by
 * hand: the search pages need no schema in the browser.
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

/** The page number in a URL: 1 by default, undefined when it is not written as a page number. */
export function readPage(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return 1;
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined;
}
