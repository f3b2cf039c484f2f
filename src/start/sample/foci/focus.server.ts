import type { Classification } from '#organisations/associates/classification.ts';
import type { SocialChallengeId } from '#organisations/challenges/social-challenge.ts';

/** A title and its text. */
export type Story = readonly [title: string, body: string];

/**
 * An invented organisation's work, in its own words. `who` names its beneficiaries; in a story {n} is replaced by a
 * number, {place} by its town.
 */
export type Focus = {
  /** Second half of the name, with its reading. */
  theme: string;
  kana: string;
  classification: Classification;
  who: string;
  summary: string;
  /** Its origin and its daily work: the description's two paragraphs. */
  origin: string;
  work: string;
  vision: string;
  dream: string;
  goal: string;
  use: string;
  news: readonly Story[];
  thanks: Story;
};

/** A challenge's organisations, related challenges, and stories that fit any of them. */
export type FocusBank = {
  foci: readonly Focus[];
  also: readonly SocialChallengeId[];
  news: readonly Story[];
  thanks: readonly Story[];
};
