import { withoutRepeated } from '#kit/values/postal/repeated-part.ts';
import type { PostalCandidate } from './postal-lookup.ts';

/** The lines of an address that a postal code fills in; never the building. */
export type AddressLines = { prefecture: string; line1: string; line2: string };

/**
 * The address after a candidate was chosen. A first line that already extends the candidate's stays, as when the
 * browser filled in the whole address. Line 2 changes only if the code includes a street, if it still holds the
 * `earlier` candidate's street, or if it starts with the town that ends line 1: browsers fill in 渋谷区 and 神宮前1-2-3.
 */
export function fillAddress(
  address: AddressLines,
  candidate: PostalCandidate,
  earlier: PostalCandidate | undefined,
): AddressLines {
  const extendsCandidate =
    address.prefecture === candidate.prefecture && address.line1.startsWith(candidate.line1);
  const isEarlierStreet = Boolean(earlier?.line2) && address.line2 === earlier?.line2;
  const line1 = extendsCandidate ? address.line1 : candidate.line1;
  return {
    prefecture: candidate.prefecture,
    line1,
    line2: candidate.line2 || (isEarlierStreet ? '' : withoutRepeated(line1, address.line2)),
  };
}

/** The address after an unknown code: removes what the `earlier` candidate filled in, unless the person changed it. */
export function clearFilled(
  address: AddressLines,
  earlier: PostalCandidate | undefined,
): AddressLines {
  const clearedLine = (line: keyof AddressLines) =>
    earlier && address[line] === earlier[line] ? '' : address[line];
  return {
    prefecture: clearedLine('prefecture'),
    line1: clearedLine('line1'),
    line2: clearedLine('line2'),
  };
}

/** Whether a house number typed for one place is now combined with another place. */
export function hasOldNumber(before: AddressLines, after: AddressLines): boolean {
  const isElsewhere =
    (before.prefecture !== '' && before.prefecture !== after.prefecture) ||
    !after.line1.startsWith(before.line1);
  return before.line1 !== '' && isElsewhere && after.line2 !== '' && after.line2 === before.line2;
}

export const clearedMessage =
  'この郵便番号の住所が見つかりませんでした。前の番号で入った住所は消しました。番号をご確認のうえ、住所をご入力ください。';

export const unchangedMessage = '郵便番号と住所が合っていることを確かめました。';

/** The message after a look-up that changed the address. */
export function lookUpMessage(found: readonly PostalCandidate[] | 'unavailable'): string {
  if (found === 'unavailable') {
    return '住所を自動で入力できませんでした。お手数ですが、住所をご入力ください。';
  }
  if (found.length === 0) {
    return 'この郵便番号の住所が見つかりませんでした。番号をご確認のうえ、住所はそのままご入力いただけます。';
  }
  return found.length === 1
    ? '郵便番号から住所を入力しました。'
    : `当てはまる住所が${found.length}件あります。お選びください。`;
}
