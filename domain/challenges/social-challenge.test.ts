import { expect, test } from 'vitest';
import { SocialChallengeId } from '#domain/values/choice-schemas.ts';
import { socialChallengeIds, socialChallenges } from './social-challenge.ts';

test('no two challenges share a name or an emblem', () => {
  const facts = socialChallengeIds.map((id) => socialChallenges[id]);
  expect(new Set(facts.map(({ label }) => label)).size).toBe(facts.length);
  expect(new Set(facts.map(({ emblem }) => emblem)).size).toBe(facts.length);
});

test('only their ids are accepted', () => {
  expect(SocialChallengeId.parse('child-education')).toBe('child-education');
  for (const value of ['Animal', '', 'toString', null]) {
    expect(SocialChallengeId.safeParse(value).error?.issues[0]?.message).toBe(
      '社会課題を一覧から選んでください。',
    );
  }
});
