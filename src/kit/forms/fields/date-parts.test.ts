import { describe, expect, test } from 'vitest';
import { joinDateParts, noDate, parseDateParts, withPart } from './date-parts.ts';
import { yearLabel } from './wareki.ts';

describe('a day chosen part by part', () => {
  test('is a date once all parts are chosen', () => {
    const yearOnly = withPart(noDate, 'year', '1985');
    expect(joinDateParts(yearOnly)).toBe('');
    expect(joinDateParts(withPart(withPart(yearOnly, 'month', '4'), 'day', '9'))).toBe(
      '1985-04-09',
    );
  });

  test('comes apart again', () => {
    expect(parseDateParts('1985-04-09')).toEqual({ year: '1985', month: '4', day: '9' });
    expect(parseDateParts('2000-10-20')).toEqual({ year: '2000', month: '10', day: '20' });
  });

  test('loses a day that its month does not have', () => {
    const leap = { year: '2000', month: '2', day: '29' };
    expect(withPart(leap, 'year', '2001')).toEqual({ year: '2001', month: '2', day: '' });
    expect(withPart(leap, 'year', '2004').day).toBe('29');
    expect(withPart({ year: '', month: '1', day: '31' }, 'month', '4').day).toBe('');
    expect(withPart({ year: '', month: '1', day: '29' }, 'month', '2').day).toBe('29');
  });
});

describe('the label of a year', () => {
  test.each([
    [2020, '2020年（令和2年）'],
    [2019, '2019年（平成31年・令和元年）'],
    [1989, '1989年（昭和64年・平成元年）'],
    [1985, '1985年（昭和60年）'],
    [1926, '1926年（大正15年・昭和元年）'],
    [1912, '1912年（大正元年）'],
    [1900, '1900年'],
  ])('%i bears its era', (year, label) => {
    expect(yearLabel(year)).toBe(label);
  });
});
