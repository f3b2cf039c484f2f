import { prefectures } from '#kit/values/prefecture.ts';
import { municipalityOf } from './municipality.ts';

type Lines = { prefecture: string; line1: string; line2: string };

const prefectureAt = (text: string) => prefectures.find((one) => text.startsWith(one)) ?? '';
const beginsWithNumber = /^[\s\p{N}一二三四五六七八九十丁番第甲乙-]/u;

/** Whether a line continues after a part with a number, or ends there. */
const isFollowed = (line: string, part: string) =>
  line === part || beginsWithNumber.test(line.slice(part.length));

/**
 * Part of an address that is entered twice, by people or by autofill: the prefecture in another
 * field, or the municipality or town again. '' if there is none.
 */
export function repeatedPart({ prefecture, line1, line2 }: Lines): string {
  const again = prefectureAt(line1) || prefectureAt(line2);
  if (prefecture !== '' && again !== '') return again;
  const city = municipalityOf(line1);
  const town = line1.slice(city.length);
  const ward = city.endsWith('区') ? city.slice(city.indexOf('市') + 1) : '';
  for (const part of [city, ward]) {
    if (part.length > 1 && (town.startsWith(part) || line2.startsWith(part))) return part;
  }
  return town.length > 1 && line2.startsWith(town) && isFollowed(line2, town) ? town : '';
}

/** The second line without the text that the first one already ends with. */
export function withoutRepeated(line1: string, line2: string): string {
  const city = municipalityOf(line1);
  const town = line1.slice(city.length);
  const rest = line2.startsWith(line1) ? line2.slice(line1.length) : line2;
  const isRepeated = town.length > 1 && rest.startsWith(town) && isFollowed(rest, town);
  return (isRepeated ? rest.slice(town.length) : rest).trim();
}
