import { expect, test } from 'vitest';
import { SocialChallengeId } from '#giving/applications/choice-schemas.ts';
import { socialChallengeIds, socialChallenges } from './social-challenge.ts';

test('no two challenges share a name or an emblem', () => {
  const facts = socialChallengeIds.map((id) => socialChallenges[id]);
  expect(new Set(facts.map(({ label }) => label)).size).toBe(facts.length);
  expect(new Set(facts.map(({ emblem }) => emblem)).size).toBe(facts.length);
});

test('the 18 challenges are these, by their Japanese names', () => {
  const labels = socialChallengeIds.map((id) => [id, socialChallenges[id].label]);
  expect(labels).toEqual([
    ['international', '国際協力'],
    ['child', '子ども'],
    ['child-education', '子どもの教育'],
    ['disabilities', '障がい者支援'],
    ['employment', '就労支援'],
    ['human-rights', '人権'],
    ['woman', '女性'],
    ['local-community', '地域コミュニティ'],
    ['local-industry', '地域産業'],
    ['social-education', '社会教育'],
    ['health', '保健・医療'],
    ['environment', '環境'],
    ['animal', '動物'],
    ['culture', '文化・芸術'],
    ['economic-development', '経済活性'],
    ['disaster', '災害支援'],
    ['non-profits-development', 'NPO支援'],
    ['others', 'その他'],
  ]);
});

test('only their ids are accepted', () => {
  expect(SocialChallengeId.parse('child-education')).toBe('child-education');
  for (const value of ['Animal', '', 'toString', null]) {
    expect(SocialChallengeId.safeParse(value).error?.issues[0]?.message).toBe(
      '社会課題を一覧から選んでください。',
    );
  }
});
