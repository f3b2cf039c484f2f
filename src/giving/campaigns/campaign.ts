import { compareText } from '#kit/values/compare-text.ts';
import type { ArticleImage } from '#organisations/associates/associate.ts';

/** A call for gifts to chosen organisations; days are YYYY-MM-DD in Asia/Tokyo, both included. */
export type Campaign = {
  year: number;
  token: string;
  title: string;
  lead: string;
  body: string;
  startsOn: string;
  endsOn: string;
  /** Its result in Markdown; "" until it is published. */
  result: string;
  /** Its own picture; null if one is drawn. */
  image: ArticleImage | null;
};

export const campaignStateLabels = {
  running: '開催中',
  upcoming: 'まもなく開始',
  ended: '終了しました',
} as const;
export type CampaignState = keyof typeof campaignStateLabels;

/** Whether a campaign is current, future or ended on `today` (YYYY-MM-DD). */
export function campaignState(
  { startsOn, endsOn }: Pick<Campaign, 'startsOn' | 'endsOn'>,
  today: string,
): CampaignState {
  if (today < startsOn) return 'upcoming';
  return today <= endsOn ? 'running' : 'ended';
}

const ranks: Record<CampaignState, number> = { running: 0, upcoming: 1, ended: 2 };

/** Sorts current campaigns first, then future ones, then ended ones; newest first within each. */
export function sortCampaigns<Entry extends Campaign>(
  campaigns: readonly Entry[],
  today: string,
): Entry[] {
  const rankOf = (campaign: Campaign) => ranks[campaignState(campaign, today)];
  return [...campaigns].sort(
    (a, b) =>
      rankOf(a) - rankOf(b) ||
      compareText(b.startsOn, a.startsOn) ||
      compareText(campaignPath(a), campaignPath(b)),
  );
}

export function campaignPath({ year, token }: Pick<Campaign, 'year' | 'token'>): string {
  return `/campaign/${year}/${token}`;
}
