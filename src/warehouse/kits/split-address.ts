import { municipalityOf } from '#kit/values/postal/municipality.ts';
import { joinParts, streetOf } from '#kit/values/postal/written-address.ts';
import { printedWidth } from '#kit/values/printed-width.ts';

/** Characters of a house number, which is never broken. */
const houseNumberLetter = /[0-9０-９\-－−‐―ー]/u;
const isDigit = /[0-9０-９]/;
const unitEnd = /[都道府県市区町村]/;

/** Whether a line may break before the letter at `index`. */
function mayBreak(letters: readonly string[], index: number): boolean {
  const before = letters[index - 1] ?? '';
  const after = letters[index] ?? '';
  if (houseNumberLetter.test(before) && houseNumberLetter.test(after)) return false;
  return unitEnd.test(before) || isDigit.test(after) || /\s/.test(before);
}

/**
 * Splits a text into lines of at most `width` full-width letters; joined, they are the text again.
 * The last line is too long if otherwise a name or number would be cut.
 */
export function splitLines(text: string, width: number, mostLines: number): string[] {
  const lines: string[] = [];
  let rest = text;
  while (printedWidth(rest) > width && lines.length < mostLines - 1) {
    const end = lastBreak(rest, width);
    if (end === 0) break;
    lines.push(rest.slice(0, end));
    rest = rest.slice(end);
  }
  return rest === '' ? lines : [...lines, rest];
}

/** End of the longest prefix that fits and may stand alone; 0 if there is none. */
function lastBreak(text: string, width: number): number {
  const letters = [...text];
  let end = 0;
  let offset = 0;
  let used = 0;
  for (const [index, letter] of letters.entries()) {
    if (index > 0 && mayBreak(letters, index)) end = offset;
    used += printedWidth(letter);
    if (used > width) return end;
    offset += letter.length;
  }
  return end;
}

export type Address = { prefecture: string; line1: string; line2: string; building: string };

/** Maximum full-width letters of ヤマト's parts and 佐川's lines. */
export const yamatoWidths = { prefecture: 4, city: 12, town: 16, building: 16 } as const;
export const sagawaWidth = 16;
export const sagawaLines = 3;

/** An address in ヤマト's parts: the rest of a long town goes before the building. */
export function yamatoAddress({ prefecture, line1, line2, building }: Address) {
  const city = municipalityOf(line1);
  const town = joinParts([line1.slice(city.length), line2]);
  const { town: width } = yamatoWidths;
  if (printedWidth(town) <= width) return { prefecture, city, town, building };
  const [first = '', ...rest] = splitLines(town, width, 2);
  const moved = joinParts([rest.join(''), building]);
  return rest.length > 0 && printedWidth(moved) <= yamatoWidths.building
    ? { prefecture, city, town: first, building: moved }
    : { prefecture, city, town, building };
}

/** An address in 佐川's lines: the building gets its own line if there is room. */
export function sagawaAddress({ prefecture, line1, line2, building }: Address): string[] {
  const street = streetOf({ prefecture, line1, line2 });
  const separate = [
    ...splitLines(street, sagawaWidth, sagawaLines),
    ...splitLines(building, sagawaWidth, sagawaLines),
  ];
  if (separate.length <= sagawaLines) return separate;
  return splitLines(joinParts([street, building]), sagawaWidth, sagawaLines);
}
