import { hash } from 'node:crypto';
import type { ItemRow } from '#domain/results/appraisal-item.ts';
import type { ResultRow } from '#domain/results/appraisal-result.ts';

/** Of what was read, not of how it was typed; the row's part, a dot, the part of its items. */
export function hashOf({ row: _row, ...result }: ResultRow, items: readonly ItemRow[]): string {
  const hashed = (value: unknown) => hash('sha256', JSON.stringify(value), 'base64url');
  return `${hashed(result)}.${items.length === 0 ? '' : hashed(items.map(({ row: _, ...item }) => item))}`;
}

/** The same row without its item file counts as known, too. */
export const isSame = (earlier: string, now: string) =>
  earlier === now || (now.endsWith('.') && earlier.startsWith(now));
