import { describe, expect, test } from 'vitest';
import { filled, lookUpMessage } from './postal-fill.ts';

const blank = { prefecture: '', line1: '', line2: '' };
const chiyoda = { prefecture: '東京都', line1: '千代田区千代田', line2: '' };
const admin = { prefecture: '東京都', line1: '千代田区千代田', line2: '１－１' };

describe('filling an address from its postal code', () => {
  test('takes prefecture and first line', () => {
    expect(filled(blank, chiyoda, undefined)).toEqual(chiyoda);
  });

  test('replaces an address typed before', () => {
    const typed = { prefecture: '京都府', line1: '京都市', line2: '5' };
    expect(filled(typed, chiyoda, undefined)).toEqual({ ...chiyoda, line2: '5' });
  });

  test('keeps a first line that goes on from it', () => {
    const complete = { prefecture: '東京都', line1: '千代田区千代田1-1', line2: '' };
    expect(filled(complete, chiyoda, undefined)).toEqual(complete);
  });

  test('takes the street of an admin, and takes it away again with the next code', () => {
    const atAdmin = filled(blank, admin, undefined);
    expect(atAdmin.line2).toBe('１－１');
    expect(filled(atAdmin, chiyoda, admin).line2).toBe('');
    expect(filled({ ...atAdmin, line2: '１－１ 5階' }, chiyoda, admin).line2).toBe('１－１ 5階');
  });
});

describe('what is said of a look-up', () => {
  test.each([
    ['unavailable' as const, '自動で入力できませんでした'],
    [[], '見つかりませんでした'],
    [[chiyoda], '入力しました'],
    [[chiyoda, admin], '2件'],
  ])('tells what happened and what to do', (found, part) => {
    expect(lookUpMessage(found)).toContain(part);
  });
});
