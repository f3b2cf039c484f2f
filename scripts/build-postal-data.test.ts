import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { prefectures } from '#kit/values/prefecture.ts';
import { pack, placesOf, readJsonp, withoutNotes } from './build-postal-data.ts';

const require = createRequire(import.meta.url);
const source = (prefix: string) =>
  readJsonp(readFileSync(require.resolve(`jquery-jpostal-ja/json/${prefix}.json`), 'utf8'));
const places = (code: string) =>
  placesOf(source(code.slice(0, 3))).filter((place) => place.code === code);

describe('the postal data', () => {
  test.each([
    ['名駅ミッドランドスクエア（高層棟）１階', '名駅ミッドランドスクエア１階'],
    ['１丁目２番３３（札幌白石郵便局私書箱第３０号）', '１丁目２番３３'],
    ['大通西（１〜１９丁目', '大通西'],
    ['以下に掲載がない場合', ''],
    ['小菅村の次に６６４番地以降がくる場合', ''],
    ['以下宿町', '以下宿町'],
  ])('says %j as %j', (noted, bare) => {
    expect(withoutNotes(noted)).toBe(bare);
  });

  test('keeps the hamlet whose name reads like the note for a whole area', () => {
    const [place] = places('5220317');
    expect(place).toMatchObject({ city: '犬上郡多賀町', area: '一円' });
    // Villages that Japan Post does mark so have an empty area.
    expect(places('1000301')).toMatchObject([{ city: '利島村', area: '' }]);
  });

  test('keeps every address of a code that spans prefectures', () => {
    expect(places('4980000').map(({ prefecture }) => prefecture)).toEqual(['愛知県', '三重県']);
  });

  test('has one address where two rows differ only by a note', () => {
    expect(places('0058543')).toEqual([
      {
        code: '0058543',
        prefecture: '北海道',
        city: '札幌市南区',
        area: '真駒内',
        street: '１７番地',
      },
    ]);
  });

  test('leaves out the rows that head a region or describe the file', () => {
    expect(placesOf(source('000'))).toEqual([]);
    expect(placesOf([['_100', '東京都', '千代田区', '', '', '']])).toEqual([]);
  });

  test('names prefectures as the form does', () => {
    const names = new Set(['001', '498', '522', '900'].flatMap(source).map(([, name]) => name));
    for (const name of names) expect(prefectures).toContain(name);
  });

  test('names each city once in a file and says nothing that is empty', () => {
    expect(
      pack([
        { code: '1000000', prefecture: '東京都', city: '千代田区', area: '', street: '' },
        { code: '1000001', prefecture: '東京都', city: '千代田区', area: '千代田', street: '' },
        {
          code: '1008111',
          prefecture: '東京都',
          city: '千代田区',
          area: '千代田',
          street: '１－１',
        },
      ]),
    ).toEqual({
      cities: [['東京都', '千代田区']],
      rows: [
        ['0000', 0],
        ['0001', 0, '千代田'],
        ['8111', 0, '千代田', '１－１'],
      ],
    });
  });
});
