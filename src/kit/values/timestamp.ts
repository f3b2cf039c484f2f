/** Asia/Tokyo is nine hours ahead all year, so shifting by it is exact and needs no Intl. */
const jstOffsetMs = 9 * 60 * 60 * 1000;
const dayMs = 24 * 60 * 60 * 1000;
const earliest = '20170101000000000';

/**
 * An instant on the wire: yyyyMMddHHmmssSSS in Asia/Tokyo, 20170101000000000 ≤ value < 1e17. A string,
 * because the number is beyond 2^53 (docs/product.md, Time on the wire); strings of it sort by time.
 */
export type Timestamp = string;

/**
 * Whether a text is a 17-digit Asia/Tokyo timestamp that exists, from 2017 on (docs/product.md,
 * Time on the wire).
 */
export function isTimestamp(text: string): boolean {
  return /^\d{17}$/.test(text) && text >= earliest && writeDigits(readDigits(text)) === text;
}

const earliestMs = Date.UTC(2017) - jstOffsetMs;
const afterLatestMs = Date.UTC(10_000) - jstOffsetMs;

/** The wire form of an instant; throws RangeError for an invalid date or one outside 2017–9999. */
export function toTimestamp(date: Date): Timestamp {
  const ms = date.getTime();
  if (!(ms >= earliestMs && ms < afterLatestMs)) {
    throw new RangeError('A timestamp lies between 2017 and 9999.');
  }
  return writeDigits(date);
}

/** The instant of a timestamp; throws RangeError if it is malformed. */
export function timestampToDate(timestamp: Timestamp): Date {
  if (!isTimestamp(timestamp)) throw new RangeError('Not a timestamp.');
  return readDigits(timestamp);
}

/** Whether a text is an existing day YYYY-MM-DD, from the year 100 on. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < '0100') return false;
  const day = Number(text.slice(8));
  // Fast path: up to 28 every month has the day.
  if (day > 28) return day <= lengthOfMonth(Number(text.slice(0, 4)), Number(text.slice(5, 7)));
  const month = Number(text.slice(5, 7));
  return day > 0 && month > 0 && month <= 12;
}

/** Days of a month; 0 if it does not exist. */
function lengthOfMonth(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return [0, 31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month] ?? 0;
}

/** Parses 2026/11/8, 2026-11-08 or a full-width form to YYYY-MM-DD; undefined for others. */
export function parseDay(text: string): string | undefined {
  const bare = text.slice(0, 40).normalize('NFKC').trim();
  const match = /^(\d{4})([/-])(\d{1,2})\2(\d{1,2})$/.exec(bare);
  if (!match) return undefined;
  const [, year = '', , month = '', day = ''] = match;
  const parsed = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(parsed) ? parsed : undefined;
}

const maxCachedDays = 1_000;
const cachedDays = new Map<number, string>();

/** The Asia/Tokyo calendar day of an instant, YYYY-MM-DD. */
export function jstDay(date: Date): string {
  const number = Math.floor((date.getTime() + jstOffsetMs) / dayMs);
  const kept = cachedDays.get(number);
  if (kept !== undefined) return kept;
  const day = inJst(date).slice(0, 10);
  if (cachedDays.size >= maxCachedDays) cachedDays.clear();
  cachedDays.set(number, day);
  return day;
}

/** The Asia/Tokyo calendar month of an instant, YYYY-MM. */
export function jstMonth(date: Date): string {
  return jstDay(date).slice(0, 7);
}

/** The hour of an instant in Asia/Tokyo, 0 to 23. */
export function jstHour(date: Date): number {
  return Number(inJst(date).slice(11, 13));
}

/** The day `count` days later (earlier if negative); throws RangeError for an invalid day. */
export function addDays(day: string, count: number): string {
  return jstDay(new Date(startOfJstDay(day).getTime() + count * dayMs));
}

/** The month `count` months later (earlier if negative), YYYY-MM. */
export function addMonths(month: string, count: number): string {
  const start = startOfJstMonth(month).getTime() + jstOffsetMs;
  const shifted = new Date(start);
  shifted.setUTCMonth(shifted.getUTCMonth() + count);
  return jstMonth(new Date(shifted.getTime() - jstOffsetMs));
}

/** Midnight in Asia/Tokyo at the start of a day YYYY-MM-DD; throws RangeError for an invalid day. */
export function startOfJstDay(day: string): Date {
  if (!isDay(day)) throw new RangeError('Not a day.');
  return new Date(Date.parse(`${day}T00:00:00.000Z`) - jstOffsetMs);
}

/** Midnight in Asia/Tokyo at the start of a month YYYY-MM; throws RangeError for an invalid month. */
export function startOfJstMonth(month: string): Date {
  if (!/^\d{4}-\d{2}$/.test(month)) throw new RangeError('Not a month.');
  return startOfJstDay(`${month}-01`);
}

/** Weekday of a day YYYY-MM-DD, from 0 (Sunday) to 6. */
export function weekdayOf(day: string): number {
  return new Date(startOfJstDay(day).getTime() + jstOffsetMs).getUTCDay();
}

/** Age in whole years on `today` of a person born on `birth`; both YYYY-MM-DD. */
export function ageOn(birth: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(birth.slice(0, 4));
  return today.slice(5) < birth.slice(5) ? years - 1 : years;
}

/** Formats a timestamp or a day YYYY-MM-DD as YYYY/MM/DD in Asia/Tokyo (docs/product.md, Sizes). */
export function formatDate(text: Timestamp): string {
  if (isDay(text)) return `${text.slice(0, 4)}/${text.slice(5, 7)}/${text.slice(8)}`;
  // A timestamp begins with its day in Asia/Tokyo.
  if (!isTimestamp(text)) throw new RangeError('Not a timestamp.');
  return `${text.slice(0, 4)}/${text.slice(4, 6)}/${text.slice(6, 8)}`;
}

/** Formats a timestamp as 2026/11/20 10:05 in Asia/Tokyo. */
export function formatDateTime(at: Timestamp): string {
  return `${formatDate(at)} ${at.slice(8, 10)}:${at.slice(10, 12)}`;
}

/** Formats an instant as 2026年11月20日 10時05分 in Asia/Tokyo. */
export function formatInWords(instant: Date): string {
  const [, year, month, day, hour, minute] =
    /^(\d+)-(\d+)-(\d+)T(\d+):(\d+)/.exec(inJst(instant)) ?? [];
  return `${year}年${Number(month)}月${Number(day)}日 ${Number(hour)}時${minute}分`;
}

/** The instant of 17 digits; a non-existent one, such as 30 February, overflows into another. */
function readDigits(digits: string): Date {
  const part = (from: number, to: number) => Number(digits.slice(from, to));
  const shifted = Date.UTC(
    part(0, 4),
    part(4, 6) - 1,
    part(6, 8),
    part(8, 10),
    part(10, 12),
    part(12, 14),
    part(14, 17),
  );
  return new Date(shifted - jstOffsetMs);
}

/** yyyyMMddHHmmssSSS in Asia/Tokyo; throws RangeError for an invalid date. Hot: files have millions of them. */
function writeDigits(date: Date): string {
  const day = jstDay(date);
  const local = (date.getTime() + jstOffsetMs) % dayMs;
  const inDay = local < 0 ? local + dayMs : local;
  const hour = String(Math.floor(inDay / 3_600_000)).padStart(2, '0');
  const minute = String(Math.floor(inDay / 60_000) % 60).padStart(2, '0');
  const rest = String(inDay % 60_000).padStart(5, '0');
  return `${day.slice(0, 4)}${day.slice(5, 7)}${day.slice(8)}${hour}${minute}${rest}`;
}

/** Local time of Asia/Tokyo in ISO form, though ending in Z; throws RangeError for an invalid date. */
const inJst = (date: Date) => new Date(date.getTime() + jstOffsetMs).toISOString();
