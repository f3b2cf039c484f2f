import { prefectures } from '#kit/values/prefecture.ts';
import type { DirectoryQuery } from '#organisations/associates/directory-query.ts';

/** Typical searches of each kind; `names` are those of some organisations. */
export function searchesOf(names: readonly string[]): Record<string, Partial<DirectoryQuery>[]> {
  const cut = (from: number, length: number) =>
    names.map((name) => ({ keyword: name.slice(from, from + length) }));
  const all = (...keywords: string[]) => keywords.map((keyword) => ({ keyword }));
  const filters: Partial<DirectoryQuery>[] = [
    ...prefectures.map((prefecture) => ({ prefecture })),
    { socialChallengeId: 'animal' },
    { isDeductible: true },
    { socialChallengeId: 'child', isDeductible: true, prefecture: '東京都' },
  ];
  return {
    nothing: [{}, { order: 'cumulative' }, { order: 'newAssociate' }],
    'filters alone': filters,
    'one letter': all('の', '猫', '会', '支', 'a', '市', '森', '山'),
    'two letters of a name': cut(7, 2),
    'four letters of a name': cut(6, 4),
    'a whole name': cut(0, 99),
    'a frequent word': all(
      '支援',
      '子ども',
      'こども食堂',
      '学習支援',
      '法人',
      'npo法人',
      '国際協力',
    ),
    'two words': names.map((name, n) => ({
      keyword: `${name.slice(7, 9)} ${['支援', '東京都', '猫', '地域'][n % 4]}`,
    })),
    'a frequent word, filtered': filters.map((filter, n) => ({
      ...filter,
      keyword: ['支援', 'こども食堂', '子ども', 'の'][n % 4] as string,
    })),
    'no hit': all('ぬるぽ', 'zzz', '鬱鬱', 'どこにもない言葉', 'こども食堂 鬱'),
    'Latin letters': all('NPO', 'ｎｐｏ', 'kodomo', 'Center', 'a b'),
    'other spellings': all(
      'ﾈｺ',
      'ネコ',
      'ねこ',
      'コドモ',
      '子供',
      'しょうがい',
      '特定非営利活動法人',
    ),
    'the longest keyword': names.map((name) => ({ keyword: `${name} の 会 を 支援 ${name}` })),
  };
}
