import { printedWidth } from './printed-width.ts';

/** Municipalities whose names hold one of 市区町村 before their end, or 郡 where no district is meant. */
const oddCities =
  '(?:宇陀|旭川|伊達|石狩|盛岡|奥州|田村|南相馬|那須塩原|東村山|武蔵村山|羽村|十日町|上越|富山|野々市|大町|蒲郡|四日市|姫路|大和郡山|廿日市|下松|岩国|田川|大村|宮古|富良野|別府|佐伯|黒部|小諸|塩尻|玉野|周南|郡山|郡上|小郡|市川|市原|町田|村山|村上|八日市|余市|高市)市';
const district = '(?:余市|高市|[^市郡]{1,4}?)郡(?:玉村|大町|大村|村田|余市|[^町村]{1,6}?)[町村]';
const cityPattern = new RegExp(
  `^(?:${oddCities}|${district}|(?:[^市区]{1,5}市)?[^町市区]{1,4}?区|.{1,7}?[市町村])`,
);

/** The municipality that an address after its prefecture begins with; '' where none is seen. */
export const cityOf = (address: string): string => cityPattern.exec(address)?.[0] ?? '';

/** The characters of a house number, which no line is broken within. */
const ofNumber = /[0-9０-９\-－−‐―ー]/u;
const isDigit = /[0-9０-９]/;
const unitEnd = /[都道府県市区町村]/;

/** Whether a line may be broken before the letter at `index`. */
function mayBreak(letters: readonly string[], index: number): boolean {
  const before = letters[index - 1] ?? '';
  const after = letters[index] ?? '';
  if (ofNumber.test(before) && ofNumber.test(after)) return false;
  return unitEnd.test(before) || isDigit.test(after) || /\s/.test(before);
}

/**
 * A text in lines of at most `width` full-width letters; their parts joined are the text again. The last line is too
 * long where nothing else can be done without cutting a name or a number.
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

/** Where the longest beginning ends that fits and may stand alone; 0 without one. */
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

/** How many full-width letters each part of ヤマト's and each line of 佐川's may have. */
export const yamatoWidths = { prefecture: 4, city: 12, town: 16, building: 16 } as const;
export const sagawaWidth = 16;
export const sagawaLines = 3;

/** An address in ヤマト's parts: what of the town does not fit stands before the building. */
export function yamatoAddress({ prefecture, line1, line2, building }: Address) {
  const city = cityOf(line1);
  const town = line1.slice(city.length) + line2;
  const { town: width } = yamatoWidths;
  if (printedWidth(town) <= width) return { prefecture, city, town, building };
  const [first = '', ...rest] = splitLines(town, width, 2);
  const moved = rest.join('') + building;
  return rest.length > 0 && printedWidth(moved) <= yamatoWidths.building
    ? { prefecture, city, town: first, building: moved }
    : { prefecture, city, town, building };
}

/** An address in 佐川's lines: the building has a line of its own where there is room. */
export function sagawaAddress({ prefecture, line1, line2, building }: Address): string[] {
  const street = prefecture + line1 + line2;
  const separate = [
    ...splitLines(street, sagawaWidth, sagawaLines),
    ...splitLines(building, sagawaWidth, sagawaLines),
  ];
  if (separate.length <= sagawaLines) return separate;
  return splitLines(street + building, sagawaWidth, sagawaLines);
}
