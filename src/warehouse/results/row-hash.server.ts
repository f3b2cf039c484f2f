import { hash } from 'node:crypto';
import type { ItemRow } from './appraisal-item.ts';
import type { ResultRow } from './appraisal-result.ts';

/** Hash of the parsed values, not of their spelling: the row's part, a dot, the part of its items. */
export function hashOf({ row: _row, ...result }: ResultRow, items: readonly ItemRow[]): string {
  const hashed = (value: unknown) => hash('sha256', JSON.stringify(value), 'base64url');
  return `${hashed(result)}.${items.length === 0 ? '' : hashed(items.map(hashedItem))}`;
}

/** Leaves out empty fields, so that hashes from before the file had them still match. */
function hashedItem({ row: _row, ...item }: ItemRow) {
  const { category, brand, feature, condition, boxNumber, imageIds, ...first } = item;
  const more = { category, brand, feature, condition, boxNumber };
  const nonEmpty = Object.entries(more).filter(([, value]) => value !== '' && value !== null);
  return imageIds.length === 0 && nonEmpty.length === 0
    ? first
    : { ...first, ...Object.fromEntries(nonEmpty), imageIds };
}

/** Also matches the same row without its item file. */
export const isSame = (earlier: string, now: string) =>
  earlier === now || (now.endsWith('.') && earlier.startsWith(now));
