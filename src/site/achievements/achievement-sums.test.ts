import { expect, test } from 'vitest';
import { achievementRows, monthsOfYear, sumByYear } from './achievement-sums.ts';
import type { Achievements } from './achievements.ts';

const months = [
  { month: '2017-11', count: 2, amountYen: 500 },
  { month: '2017-12', count: 1, amountYen: 300 },
  { month: '2019-01', count: 4, amountYen: 900 },
];

test('a year has twelve months, also where nothing was given', () => {
  const year = monthsOfYear(months, 2017);
  expect(year.map(({ month }) => month).slice(9)).toEqual(['2017-10', '2017-11', '2017-12']);
  expect(year.map(({ count }) => count)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 1]);
});

test('the years run from the first donation to the last, none left out', () => {
  expect(sumByYear(months)).toEqual([
    { year: 2017, count: 3, amountYen: 800 },
    { year: 2018, count: 0, amountYen: null },
    { year: 2019, count: 4, amountYen: 900 },
  ]);
  expect(sumByYear([])).toEqual([]);
});

test('the table of a download names each figure in Japanese', () => {
  const achievements: Achievements = {
    totalCount: 7,
    totalYen: 1700,
    associateCount: 1,
    months: months.slice(0, 1),
    challenges: [
      {
        id: 'animal',
        toAssociates: { count: 5, amountYen: 1500 },
        toFund: { count: 2, amountYen: 200 },
      },
    ],
    classifications: [
      { id: 'npo', count: 5, amountYen: 1500 },
      { id: null, count: 2, amountYen: 200 },
    ],
    goodsUntil: '2026-11-19',
    goods: [{ id: 'clothes', count: 7 }],
  };
  expect(achievementRows(achievements)).toEqual([
    ['区分', '項目', '件数', '金額（円）'],
    ['合計', '累計', '7', '1700'],
    ['月', '2017-11', '2', '500'],
    ['社会課題（団体へ）', '動物', '5', '1500'],
    ['社会課題（基金へ）', '動物', '2', '200'],
    ['団体の種別', 'NPO法人', '5', '1500'],
    ['団体の種別', '社会課題の基金', '2', '200'],
    ['お品物の種類', '洋服', '7', ''],
  ]);
});

test('no months make no years', () => expect(sumByYear([])).toEqual([]));
