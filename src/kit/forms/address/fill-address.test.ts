import { describe, expect, test } from 'vitest';
import { clearFilled, fillAddress, hasOldNumber, lookUpMessage } from './fill-address.ts';

const blank = { prefecture: '', line1: '', line2: '' };
const chiyoda = { prefecture: '東京都', line1: '千代田区千代田', line2: '' };
const company = { prefecture: '東京都', line1: '千代田区千代田', line2: '１－１' };

describe('filling an address from its postal code', () => {
  test('takes prefecture and first line', () => {
    expect(fillAddress(blank, chiyoda, undefined)).toEqual(chiyoda);
  });

  test('replaces an address typed before', () => {
    const typed = { prefecture: '京都府', line1: '京都市', line2: '5' };
    expect(fillAddress(typed, chiyoda, undefined)).toEqual({ ...chiyoda, line2: '5' });
  });

  test('keeps a first line that goes on from it', () => {
    const complete = { prefecture: '東京都', line1: '千代田区千代田1-1', line2: '' };
    expect(fillAddress(complete, chiyoda, undefined)).toEqual(complete);
  });

  test('names the town once where a browser filled in 渋谷区 and 神宮前1-2-3', () => {
    const jingumae = { prefecture: '東京都', line1: '渋谷区神宮前', line2: '' };
    for (const line2 of ['神宮前1-2-3', '渋谷区神宮前1-2-3', '1-2-3']) {
      for (const line1 of ['', '渋谷区', '渋谷区神宮前']) {
        const before = { prefecture: '東京都', line1, line2 };
        const after = fillAddress(before, jingumae, undefined);
        expect(after).toEqual({ ...jingumae, line2: '1-2-3' });
        expect(hasOldNumber(before, after)).toBe(false);
      }
    }
  });

  test('fills in the street of a company’s own code, and removes it with the next code', () => {
    const atCompany = fillAddress(blank, company, undefined);
    expect(atCompany.line2).toBe('１－１');
    expect(fillAddress(atCompany, chiyoda, company).line2).toBe('');
    expect(fillAddress({ ...atCompany, line2: '１－１ 5階' }, chiyoda, company).line2).toBe(
      '１－１ 5階',
    );
  });
});

describe('a code that is not known', () => {
  test('clears what the earlier one filled in', () => {
    expect(clearFilled({ ...chiyoda, line2: '1-1' }, chiyoda)).toEqual({ ...blank, line2: '1-1' });
    expect(clearFilled(company, company)).toEqual(blank);
  });

  test('leaves what the person changed, or wrote without a code', () => {
    const edited = { prefecture: '東京都', line1: '千代田区千代田一丁目', line2: '1-1' };
    expect(clearFilled(edited, chiyoda)).toEqual({ ...edited, prefecture: '' });
    expect(clearFilled(edited, undefined)).toEqual(edited);
  });
});

describe('a number of the old place beside a new one', () => {
  const otaru = { prefecture: '北海道', line1: '小樽市色内', line2: '' };
  const keeps = (before: typeof blank, earlier?: typeof blank) =>
    hasOldNumber(before, fillAddress(before, otaru, earlier));

  test('is asked about', () => {
    expect(keeps({ ...chiyoda, line2: '1-1' }, chiyoda)).toBe(true);
    expect(keeps({ ...chiyoda, line2: '1-1' })).toBe(true);
  });

  test('is none where nothing was there, where it went, or where the place is the same', () => {
    expect(keeps(chiyoda, chiyoda)).toBe(false);
    expect(keeps({ ...blank, line2: '1-1' })).toBe(false);
    expect(keeps(company, company)).toBe(false);
    expect(keeps({ ...otaru, line2: '1-1' })).toBe(false);
  });
});

describe('the message of a look-up', () => {
  test.each([
    ['unavailable' as const, '自動で入力できませんでした'],
    [[], '見つかりませんでした'],
    [[chiyoda], '入力しました'],
    [[chiyoda, company], '2件'],
  ])('says what happened and what to do', (found, part) => {
    expect(lookUpMessage(found)).toContain(part);
  });
});
