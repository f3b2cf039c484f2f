import { formatDate } from '#kit/values/timestamp.ts';
import type { Pledge } from './pledge.ts';
import { authorName } from './pledge-author.ts';

/** Title of a pledge, unique among those of its author. */
export const pledgeTitle = (pledge: Pledge): string =>
  `${authorName(pledge)}さんの#mypledge（${pledge.donation.associateName}へ、${formatDate(pledge.pledgedAt)}）`;
