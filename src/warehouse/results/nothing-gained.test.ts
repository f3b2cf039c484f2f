import { expect, test } from 'vitest';
import { itemDestinationKeys, itemDestinations } from '#warehouse/appraisals/item-words.ts';
import { destinationOf, destinations, destinationWords } from './destinations.ts';
import { nothingGained } from './nothing-gained.ts';

test('a destination is said in words that a donor understands; unknown words stay', () => {
  expect(
    ['販売', '再販売', 'リユース', 'リサイクル', '返送', '廃棄', 'sold'].map(destinationWords),
  ).toEqual([
    '販売して寄付にします',
    '販売して寄付にします',
    '国内で再使用します',
    '資源として再生します',
    'お返ししました',
    '処分しました',
    '販売して寄付にします',
  ]);
  expect(destinationWords('海外の学校へ')).toBe('海外の学校へ');
  expect(destinationOf(' ﾘｻｲｸﾙ ')).toBe('recycled');
});

test('what the table says of a destination its donor reads in the same words as of a file', () => {
  expect(Object.keys(destinations)).toEqual(itemDestinationKeys);
  for (const key of itemDestinationKeys) {
    expect(destinationOf(itemDestinations[key])).toBe(key);
    expect(destinationWords(itemDestinations[key])).toBe(destinations[key].words);
  }
});

const item = (quantity: number, destination: string, reason: string, name = '品') => ({
  ...{ name, quantity, destination, reason },
});

test('goods that brought nothing are answered for: why, where they went, what helps next time', () => {
  const answer = nothingGained([
    item(3, 'リサイクル', '汚れ・傷み'),
    item(1, '廃棄', '汚れ・傷み。廃棄：かび'),
    item(1, 'リユース', '季節・流行'),
  ]);
  expect(answer.reasons).toEqual(['汚れ・傷み（4点）', '季節・流行（1点）']);
  expect(answer.goods).toEqual([
    '3点は、資源として再生します。',
    '1点は、やむをえず処分しました。',
    '1点は、国内で使ってくださる方へお渡しします。',
  ]);
  expect(answer.hints).toEqual([
    expect.stringContaining('お洗濯'),
    expect.stringContaining('これからの季節'),
  ]);
});

test('each thing has its destination, and a long list says how many more', () => {
  const { things } = nothingGained([
    item(1, 'リサイクル', '', '古いタオル'),
    item(1, '', '', '行き先のない品'),
    ...Array.from({ length: 10 }, () => item(1, '廃棄', '')),
  ]);
  expect(things).toHaveLength(11);
  expect(things[0]).toBe('古いタオル：資源として再生します');
  expect(things.at(-1)).toBe('ほか1件は、次のページでご覧いただけます');
});

test('without a list of goods only what is true of all is said', () => {
  const answer = nothingGained([]);
  expect([answer.reasons.length, answer.goods, answer.hints.length]).toEqual([1, [], 3]);
});
