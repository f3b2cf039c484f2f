import { expect, test } from 'vitest';
import { type Campaign, campaignState, sortCampaigns } from './campaign.ts';

const campaign = (token: string, startsOn: string, endsOn: string): Campaign => ({
  year: 2026,
  token,
  title: token,
  lead: '',
  result: '',
  image: null,
  body: '',
  startsOn,
  endsOn,
});

test.each([
  ['2026-10-31', 'upcoming'],
  ['2026-11-01', 'running'],
  ['2026-11-30', 'running'],
  ['2026-12-01', 'ended'],
])('on %s a campaign of November is %s', (today, state) => {
  expect(campaignState(campaign('a', '2026-11-01', '2026-11-30'), today)).toBe(state);
});

test('current campaigns come first, ended ones last, each the newest first', () => {
  const list = [
    campaign('cat', '2018-02-01', '2018-03-31'),
    campaign('rain', '2018-07-10', '2018-12-31'),
    campaign('next', '2026-12-24', '2027-01-31'),
    campaign('b', '2026-11-01', '2026-11-30'),
    campaign('a', '2026-11-01', '2026-12-30'),
  ];
  const sorted = sortCampaigns(list, '2026-11-20');
  expect(sorted.map(({ token }) => token)).toEqual(['a', 'b', 'next', 'rain', 'cat']);
});
