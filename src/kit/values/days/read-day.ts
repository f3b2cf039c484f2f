import { addDays, parseDay } from '#kit/values/timestamp.ts';

/** Year before the first year of each era. */
const eras: Readonly<Record<string, number>> = { 令和: 2018, R: 2018, 平成: 1988, H: 1988 };

/** Day 0 of Windows spreadsheets: 1 is 1900/01/01, with a non-existent 29 February. */
const serialStart = '1899-12-30';

/**
 * Parses a day as people and spreadsheets write it, to YYYY-MM-DD: 2026/11/8, 2026-11-08,
 * 2026年11月8日, 令和8年11月8日, R8.11.8, 2026.11.08, 20261108, the serial number 46334, each optionally
 * with a time of day, and in full width. Undefined for others.
 */
export function readDay(text: string): string | undefined {
  const bare = text.slice(0, 60).normalize('NFKC').trim();
  const serial = /^(\d{5})(?:\.\d+)?$/.exec(bare)?.[1];
  if (serial) return addDays(serialStart, Number(serial));
  const [, year, month, date] = /^(\d{4})(\d{2})(\d{2})(?:\.0+)?$/.exec(bare) ?? [];
  if (year) return parseDay(`${year}/${month}/${date}`);
  const day = withoutTime(bare);
  return parseDay(day) ?? readWords(day);
}

/** Removes a time of day, separated by a space or a T. */
function withoutTime(text: string): string {
  const time = /\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?$/.exec(text);
  const before = time ? text.slice(0, time.index) : text;
  return time && /[\sT]$/.test(before) ? before.slice(0, -1).trimEnd() : text;
}

/** Days with 年 or an era. */
function readWords(text: string): string | undefined {
  const match =
    /^(令和|平成|[RH])?\s*(\d{1,4}|元)\s*([年./-])\s*(\d{1,2})\s*([月./-])\s*(\d{1,2})\s*日?$/i.exec(
      text,
    );
  if (!match) return undefined;
  const [, era = '', year = '', afterYear, month, afterMonth, day] = match;
  const isWritten = afterYear === '年' && afterMonth === '月';
  if (!isWritten && afterYear !== afterMonth) return undefined;
  const before = era === '' ? 0 : (eras[era.toUpperCase()] ?? 0);
  const count = year === '元' ? 1 : Number(year);
  if (era === '' ? year.length !== 4 : count === 0) return undefined;
  return parseDay(`${before + count}/${month}/${day}`);
}
