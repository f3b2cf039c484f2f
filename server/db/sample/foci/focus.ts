import type { Classification } from '#domain/associates/classification.ts';
import type { SocialChallengeId } from '#domain/challenges/social-challenge.ts';

/** A title and its text. */
export type Story = readonly [title: string, body: string];

/**
 * What one invented organisation works on, in its own words. `who` are those it stands by; {n} in a
 * story is replaced by a number, {place} by its town.
 */
export type Focus = {
  /** Second half of the name, with its reading. */
  theme: string;
  kana: string;
  classification: Classification;
  who: string;
  summary: string;
  /** How it began, and what its days look like: the description's two paragraphs. */
  origin: string;
  work: string;
  vision: string;
  dream: string;
  goal: string;
  use: string;
  news: readonly Story[];
  thanks: Story;
};

/** A challenge's organisations, the challenges near to it, and stories that any of them could tell. */
export type FocusBank = {
  foci: readonly Focus[];
  also: readonly SocialChallengeId[];
  news: readonly Story[];
  thanks: readonly Story[];
};
