import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gramIndex } from './gram-index.ts';
import { gramPlaces, placeCount } from './gram-places.ts';

/** An index beside the plain texts, both fed the same changes. */
function indexed() {
  const texts = new Map<number, string>();
  const index = gramIndex((slot) => texts.get(slot) ?? '');
  return {
    settle: index.settle,
    find: (...terms: string[]) => [...index.find(terms)].sort((a, b) => a - b),
    put(slot: number, now: string): void {
      index.replace(slot, texts.get(slot) ?? '', now);
      texts.set(slot, now);
    },
    look: (...terms: string[]) =>
      [...texts]
        .filter(([, text]) => terms.every((term) => text.includes(term)))
        .map(([slot]) => slot)
        .sort((a, b) => a - b),
  };
}

const words = ['ねこ', '森の会', 'こども食堂', '学習支援', '海', 'a'];
const text = fc
  .array(fc.constantFrom(...words, '\n'), { maxLength: 5 })
  .map((parts) => parts.join(''));
// On both sides of a block boundary.
const slot = fc.integer({ min: placeCount - 4, max: placeCount + 3 });
const terms = fc
  .array(fc.constantFrom(...words, 'こ', 'ども', '会海', '習支援a'), { minLength: 1, maxLength: 3 })
  .map((all) => [...new Set(all)]);

test('texts are found by their current content, indexed or not', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(slot, text, fc.nat(2)), { maxLength: 40 }),
      fc.array(terms, { minLength: 1, maxLength: 5 }),
      (changes, searches) => {
        const { put, find, look, settle } = indexed();
        for (const [at, now, noted] of changes) {
          put(at, now);
          settle(noted);
        }
        for (const search of searches) expect(find(...search)).toEqual(look(...search));
      },
    ),
    { numRuns: 500 },
  );
});

test('words that become frequent and rare again, and learned words, stay correct', () => {
  const { put, find, look, settle } = indexed();
  const same = (...search: string[]) => expect(find(...search)).toEqual(look(...search));
  const of = (n: number) => `${words[n % 5]}${words[n % 3]}${n % 7}`;
  // Out of order, so that slots are inserted between others; then most are removed and added again.
  const slots = Array.from({ length: 12_000 }, (_, n) => (n * 7) % 12_000);
  for (const at of slots) put(at, of(at));
  same('食堂');
  expect(settle(5_000)).toBe(7_000);
  same('食堂');
  settle(7_000);
  for (const search of [['森の会'], ['こども食堂'], ['の'], ['森の会', '3'], ['食堂ねこ']])
    same(...search);
  // Searched before, so now a learned word.
  same('こども食堂');
  for (const at of slots) if (at % 11) put(at, at % 2 ? '' : of(at + 1));
  for (const search of [['森の会'], ['こども食堂'], ['の'], ['森の会', '3'], ['こども食堂', '海']])
    same(...search);
  for (const at of slots) put(at, `こども食堂${at % 3 ? '森の会' : ''}`);
  for (const search of [['森の会'], ['こども食堂'], ['の'], ['ねこ'], ['食堂森']]) same(...search);
});

test('more words are looked for than are remembered, and none is mixed up with another', () => {
  const { put, find, look } = indexed();
  const word = (n: number) => `言葉${String.fromCharCode(0x4e00 + (n % 250))}の会`;
  for (let at = 0; at < 1_200; at++) put(at, `言葉の会言葉${word(at)}`);
  // Every text may contain this word's pairs, so all are scanned and the word is learned.
  const searched = Array.from({ length: 250 }, (_, n) => `会言葉${'言葉'.repeat(n % 125)}${n}`);
  for (const each of [...searched, '言葉の会', '会言葉言葉', '葉の会言', '言葉の会']) {
    expect(find(each)).toEqual(look(each));
  }
  put(0, 'ねこ');
  expect(find('言葉の会')).toEqual(look('言葉の会'));
});

test('a gram that was frequent and is rare again takes a list, and all others stay as they are', () => {
  const places = gramPlaces();
  const all = Array.from({ length: 6_000 }, (_, n) => n * 10);
  for (const place of all) places.put(1, place);
  for (const place of all.toReversed()) places.put(2, place);
  for (const place of all) if (place % 100) places.drop(1, place);
  expect([...places.common([1], 0)]).toEqual(all.filter((place) => place % 100 === 0));
  expect([...places.common([1, 2], placeCount)]).toEqual(
    all.filter((place) => place % 100 === 0).map((place) => place + placeCount),
  );
  expect([...places.common([2], 0)]).toEqual(all);
  for (const place of all) places.drop(1, place);
  expect([...places.common([1], 0)]).toEqual([]);
});
