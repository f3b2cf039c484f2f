import * as z from 'zod/mini';

export const monthPattern = /^20\d\d-(?:0[1-9]|1[0-2])$/;

/** A month of the books, YYYY-MM in Asia/Tokyo. */
export const BookMonth = z
  .string()
  .check(z.regex(monthPattern, '月の指定が正しくありません。月を選び直してください。'));

/** Formats 2026-11 as 2026年11月. */
export const monthLabel = (month: string): string =>
  `${month.slice(0, 4)}年${Number(month.slice(5))}月`;
