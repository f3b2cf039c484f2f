import { expect, test } from 'vitest';
import { SocialChallengeId } from '#domain/values/choice-schemas.ts';
import { socialChallengeIds, socialChallenges } from './social-challenge.ts';

test('the 18 challenges stand in their order, each with a name and an emblem of its own', () => {
  expect(socialChallengeIds).toHaveLength(18);
  expect(socialChallengeIds[0]).toBe('international');
  expect(socialChallengeIds[17]).toBe('others');
  expect(Object.keys(socialChallenges)).toEqual([...socialChallengeIds]);
  const facts = Object.values(socialChallenges);
  expect(new Set(facts.map(({ label }) => label)).size).toBe(18);
  expect(new Set(facts.map(({ emblem }) => emblem)).size).toBe(18);
});

test('only their ids are accepted', () => {
  expect(SocialChallengeId.parse('child-education')).toBe('child-education');
  for (const value of ['Animal', '', 'toString', null]) {
    expect(SocialChallengeId.safeParse(value).error?.issues[0]?.message).toBe(
      '社会課題を一覧から選んでください。',
    );
  }
});
