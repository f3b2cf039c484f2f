import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type KanaEvent, kanaReducer, startKana, tidyKana } from './kana.ts';
import { isHiragana } from './text-width.ts';

test.each([
  ['か\u3099く', 'がく'],
  ['は\u309Aん', 'ぱん'],
  [' みすゞ　', 'みすゞ'],
  ...[...'－‐‑‒–—―−ｰ〜～'].map((dash) => [`ま${dash}り${dash}${dash}`, 'まーりーー']),
  ['みゞー―', 'みゞーー'],
  // Alone, or as the keyboard's hyphen, it may mean something else.
  ['－すずき', '－すずき'],
  ['さとう-すずき', 'さとう-すずき'],
  ['さとう ―すずき', 'さとう ―すずき'],
  ['マ－リ', 'マ－リ'],
])('the reading %j is %j', (typed, stored) => expect(tidyKana(typed)).toBe(stored));

/** Events of one composition: its intermediate texts, then its result. */
const compose = (...shown: string[]): KanaEvent[] => [
  ...shown.map((data): KanaEvent => ({ type: 'update', data })),
  { type: 'end', data: shown.at(-1) ?? '' },
];
const play = (events: KanaEvent[], state = startKana()) => events.reduce(kanaReducer, state);
const kanaAfter = (...events: KanaEvent[]) => play(events).kana;

const takahashi = compose(
  'ｔ',
  'た',
  'たｋ',
  'たか',
  'たかｈ',
  'たかは',
  'たかはし',
  '高橋',
  '髙橋',
);
const sakiko = compose('ｓ', 'さ', 'さｋ', 'さき', 'さきｋ', 'さきこ', '咲子', '崎子', '﨑子');

test('髙橋 and 﨑子 in their two fields read たかはし and さきこ', () => {
  expect(kanaAfter(...takahashi) + kanaAfter(...sakiko)).toBe('たかはしさきこ');
});

test('the compositions of one field are read one after the other', () => {
  expect(kanaAfter(...takahashi, ...sakiko)).toBe('たかはしさきこ');
});

test('nothing is shown before a composition ends', () => {
  expect(kanaAfter(...takahashi.slice(0, -1))).toBe('');
});

test('half-typed romaji and candidates in katakana or mixed writing are ignored', () => {
  expect(kanaAfter(...compose('さｋ', 'さくｒ', 'さくら', 'サクラ', '桜'))).toBe('さくら');
  expect(kanaAfter(...compose('たなか', '田なか', '田中'))).toBe('たなか');
});

test('a name that stays in hiragana is its own reading', () => {
  expect(kanaAfter(...compose('さくら'))).toBe('さくら');
  expect(kanaAfter({ type: 'end', data: 'まりー' })).toBe('まりー');
});

test('a conversion right after a single n reads it as ん', () => {
  expect(kanaAfter(...compose('けｎ', '健'))).toBe('けん');
  expect(kanaAfter(...compose('けｎ', 'けな', '毛な'))).toBe('けな');
  expect(kanaAfter(...compose('け', 'けｎ', 'け', '毛'))).toBe('け');
});

test('a deleted or cancelled composition adds nothing', () => {
  expect(kanaAfter(...compose('たか', 'た', ''))).toBe('');
  expect(kanaAfter({ type: 'update', data: 'たか' }, { type: 'end', data: '' })).toBe('');
});

test('a composition without any reading adds nothing, whatever was typed before', () => {
  expect(kanaAfter(...takahashi, ...compose('Ａ', 'ＡＢ'))).toBe('たかはし');
});

test('an emptied name empties its kana', () => {
  expect(kanaAfter(...takahashi, { type: 'clear' })).toBe('');
  expect(kanaAfter(...takahashi, { type: 'clear' }, ...sakiko)).toBe('さきこ');
});

test('a kana field that the person edited is not overwritten until they empty it', () => {
  const edited: KanaEvent[] = [...takahashi, { type: 'edit', kana: 'たかばし' }];
  expect(kanaAfter(...edited, ...sakiko)).toBe('たかばし');
  expect(kanaAfter(...edited, { type: 'clear' })).toBe('たかばし');
  expect(kanaAfter(...edited, { type: 'edit', kana: '' }, ...sakiko)).toBe('さきこ');
});

test('a kana that was there from the start counts as edited', () => {
  expect(play(takahashi, startKana('たかばし')).kana).toBe('たかばし');
});

test('stored kana is cleared with its name', () => {
  const stored = startKana('たかはし');
  const sato: KanaEvent[] = compose('さ', 'さと', 'さとう', '佐藤');
  expect(play([{ type: 'clear' }, ...sato], stored).kana).toBe('さとう');
  // A field edited since belongs to the person.
  const edited: KanaEvent = { type: 'edit', kana: 'たかばし' };
  expect(play([edited, { type: 'clear' }, ...sato], stored).kana).toBe('たかばし');
});

const anyEvent = fc
  .string({ unit: fc.constantFrom('あ', 'か', 'ー', 'ア', '漢', 'k', 'ｎ', '𠮷') })
  .chain((data) =>
    fc.constantFrom<KanaEvent>({ type: 'update', data }, { type: 'end', data }, { type: 'clear' }),
  );

test('without an edit the kana is always hiragana; after one it never changes', () => {
  fc.assert(
    fc.property(fc.array(anyEvent), fc.array(anyEvent), (before, after) => {
      const state = play(before);
      expect(isHiragana(state.kana)).toBe(true);
      const edited = kanaReducer(state, { type: 'edit', kana: 'わたし' });
      expect(play(after, edited).kana).toBe('わたし');
    }),
  );
});
