import { hash } from 'node:crypto';
import type { ItemRow } from '#domain/results/appraisal-item.ts';
import type { ResultRow } from '#domain/results/appraisal-result.ts';

/** Of what was read, not of how it was typed; the row's part, a dot, the part of its items. */
export function hashOf({ row: _row, ...result }: ResultRow, items: readonly ItemRow[]): string {
  const hashed = (value: unknown) => hash('sha256', JSON.stringify(value), 'base64url');
  return `${hashed(result)}.${items.length === 0 ? '' : hashed(items.map(hashedItem))}`;
}

/** What a file does not say is left out, so that files from before there was more to say are known. */
function hashedItem({ row: _row, ...item }: ItemRow) {
  const { category, brand, feature, condition, boxNumber, imageIds, ...first } = item;
  const more = { category, brand, feature, condition, boxNumber };
  const said = Object.entries(more).filter(([, value]) => value !== '' && value !== null);
  return imageIds.length === 0 && said.length === 0
    ? first
    : { ...first, ...Object.fromEntries(said), imageIds };
}

/** The same row without its item file counts as known, too. */
export const isSame = (earlier: string, now: string) =>
  earlier === now || (now.endsWith('.') && earlier.startsWith(now));
