import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { municipalityOf } from '#kit/values/postal/municipality.ts';
import { repeatedPart } from '#kit/values/postal/repeated-part.ts';
import { printedWidth } from '#kit/values/printed-width.ts';
import { sampled } from '#test/form.ts';
import type { KitRecipient } from './kit-recipient.ts';
import { sagawaLines, yamatoLines } from './slip-lines.ts';
import {
  sagawaAddress,
  sagawaWidth,
  splitLines,
  yamatoAddress,
  yamatoWidths,
} from './split-address.ts';

const folder = join(
  dirname(createRequire(import.meta.url).resolve('jquery-jpostal-ja/package.json')),
  'json',
);

/** Towns of all prefectures from Japan Post's list: 500 evenly spaced places. */
function realTowns(): { prefecture: string; city: string; area: string }[] {
  const all = readdirSync(folder)
    .filter((name) => /^\d{3}\.json$/.test(name))
    .flatMap((name) => {
      const text = readFileSync(join(folder, name), 'utf8');
      const rows: string[][] = JSON.parse(text.slice(text.indexOf('(') + 1, text.lastIndexOf(')')));
      return rows.map(([, prefecture = '', city = '', area = '']) => ({
        prefecture,
        city,
        area: area.replace(/（[^）]*）?/g, ''),
      }));
    })
    .filter(({ city, area }) => city !== '' && area !== '');
  return Array.from({ length: 500 }, (_, n) => all[Math.floor((n * all.length) / 500)]).flatMap(
    (town) => town ?? [],
  );
}

const numbers = ['1-2-3', '１２３番地４', '4567-89', '1丁目23-456'];
const buildings = ['', 'メゾン見本201', 'パークハイツ見本東館１２０３号室'];
const towns = realTowns().map(({ prefecture, city, area }, n) => ({
  prefecture,
  city,
  line1: city + area,
  line2: numbers[n % numbers.length] ?? '',
  building: buildings[n % buildings.length] ?? '',
}));
const someone: KitRecipient = {
  ...{ lastName: '見本', firstName: '花子', lastNameKana: 'みほん', firstNameKana: 'はなこ' },
  ...{ tel: '0312345678', zipcode: '1000001', prefecture: '', line1: '', line2: '', building: '' },
  ...{ boxes: 1, deliveryDate: '', deliverySlot: '', targetName: '見本の会', needsKit: true },
};
const whole = ({ prefecture, line1, line2, building }: (typeof towns)[number]) =>
  prefecture + line1 + line2 + building;

describe('of 500 real towns', () => {
  test('the municipality is known by its name', () => {
    expect(towns).toHaveLength(500);
    expect(new Set(towns.map(({ prefecture }) => prefecture)).size).toBe(47);
    const wrong = towns.filter(({ line1, city }) => municipalityOf(line1) !== city);
    expect(wrong).toEqual([]);
  });

  test('none has a part twice, as an address that was typed twice has', () => {
    expect(towns.filter((town) => repeatedPart(town) !== '')).toEqual([]);
    const typedTwice = towns.filter(
      (town) =>
        repeatedPart({ ...town, line1: town.prefecture + town.line1 }) === '' ||
        repeatedPart({ ...town, line1: town.city + town.line1 }) === '' ||
        repeatedPart({ ...town, line2: town.line1 + town.line2 }) === '',
    );
    expect(typedTwice).toEqual([]);
  });

  test('nothing is lost in ヤマト’s parts, and what fits stays within them', () => {
    const over: string[] = [];
    for (const town of towns) {
      const { prefecture, city, town: street, building } = yamatoAddress(town);
      expect(prefecture + city + street + building).toBe(whole(town));
      expect(printedWidth(prefecture)).toBeLessThanOrEqual(yamatoWidths.prefecture);
      expect(printedWidth(city)).toBeLessThanOrEqual(yamatoWidths.city);
      if (printedWidth(street) > yamatoWidths.town) over.push(whole(town));
    }
    // Few enough to mend by hand.
    expect(over.length).toBeLessThan(10);
  });

  test('nothing is lost in 佐川’s lines, and no number is broken', () => {
    const over: string[] = [];
    for (const town of towns) {
      const lines = sagawaAddress(town);
      expect(lines.join('')).toBe(whole(town));
      expect(lines.length).toBeLessThanOrEqual(3);
      for (const [index, line] of lines.entries()) {
        if (index === 0) continue;
        const before = lines[index - 1]?.at(-1) ?? '';
        expect(`${before}|${line[0]}`).not.toMatch(/[0-9０-９\-－]\|[0-9０-９\-－]/);
      }
      if (lines.some((line) => printedWidth(line) > sagawaWidth)) over.push(whole(town));
    }
    expect(over.length).toBeLessThan(10);
  });
});

describe('numbers of two parts never touch', () => {
  const runs = (text: string) => text.match(/[0-9０-９][0-9０-９\-－]*/g) ?? [];
  const ofLetters = (count: number) => '亜'.repeat(count);
  /** Towns of every length around the limit, some of which end in a number. */
  const places = [
    ...sampled(towns, { every: 5, salt: 'towns of slips' }).map(({ line1 }) => line1),
    ...Array.from({ length: 20 }, (_, count) => `見本市${ofLetters(count)}`),
    ...['見本市栄1', '見本市栄12丁目', '見本市栄１－２'],
  ];
  const lines2 = ['482-2', '４８２－２', '1-2-3', '12345-6789', '2', '1番地'];
  const rooms = [
    '305',
    '１０１',
    'A-203',
    '2棟305',
    'メゾン見本201',
    '305号室グランドハイツ見本',
    '',
  ];

  test('on slips of either carrier, whatever town, number and building come together', () => {
    for (const line1 of places) {
      for (const line2 of lines2) {
        for (const building of rooms) {
          const recipient = { ...someone, prefecture: '東京都', line1, line2, building };
          const known = new Set([line1, line2, building].flatMap(runs));
          const { address, building: printed } = yamatoLines(recipient);
          const { address1, address2, address3 } = sagawaLines(recipient);
          const written = [address, printed, address1, address2, address3];
          expect(written.flatMap(runs).filter((run) => !known.has(run))).toEqual([]);
        }
      }
    }
  });

  test('a town of 14 letters, 482-2 and room 305', () => {
    const recipient = {
      ...someone,
      prefecture: '東京都',
      line1: `見本市${ofLetters(14)}`,
      line2: '482-2',
      building: '305',
    };
    expect(yamatoLines(recipient).building).toBe('482-2 305');
    expect(Object.values(sagawaLines(recipient)).join('|')).toContain('482-2 305');
  });
});

test.each([
  ['北海道旭川市市場町1-1', 6, ['北海道', '旭川市市', '場町1-1']],
  ['123456789012345678901234567890', 4, ['123456789012345678901234567890']],
])('%s is broken after an end of a unit or before a number alone', (text, width, lines) => {
  expect(splitLines(text, width, 3).join('')).toBe(text);
  if (lines.length === 1) expect(splitLines(text, width, 3)).toEqual(lines);
});

test('a name without a place to break is left whole, for a person to mend', () => {
  const building = 'グランドメゾンサンライズヒルズウエストウイングタワー';
  const [line] = splitLines(building, 16, 3);
  expect(line).toBe(building);
});

test('a half-width letter takes half the place', () => {
  expect(printedWidth('ﾊﾟｰｸ 1-2')).toBe(4);
  expect(printedWidth('パーク１')).toBe(4);
  expect(printedWidth('𠮷')).toBe(1);
});

test.each(['四日市市西新地', '余市郡余市町黒川町', '郡山市朝日', '大和郡山市北郡山町'])(
  '%s has its municipality',
  (address) => {
    expect(address.startsWith(municipalityOf(address))).toBe(true);
    expect(municipalityOf(address)).toMatch(/^(四日市市|余市郡余市町|郡山市|大和郡山市)$/);
  },
);
