import { parseDateParts } from '#kit/forms/fields/date-parts.ts';
import { yearLabel } from '#kit/forms/fields/wareki.ts';

/** "1985年（昭和60年）5月5日" for YYYY-MM-DD; a placeholder without one. */
export function birthLabel(birth: string): string {
  if (birth === '') return '登録していません';
  const { year, month, day } = parseDateParts(birth);
  return `${yearLabel(Number(year))}${month}月${day}日`;
}
