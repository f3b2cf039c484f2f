import { z } from 'zod';
import type { Position } from './keyset.server.ts';

const Cursor = z.tuple([z.enum(['after', 'before'])], z.union([z.string(), z.number()]));

/** Position of a page as text: ids and times only, so that URLs contain no names. */
export const encodeCursor = ({ values, isBackward }: Position): string =>
  Buffer.from(JSON.stringify([isBackward ? 'before' : 'after', ...values])).toString('base64url');

/** Position that a cursor names; undefined if unreadable. A list checks it against its keys. */
export function decodeCursor(text: string): Position | undefined {
  try {
    const parsed = Cursor.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
    const [side, ...values] = parsed;
    return { values, isBackward: side === 'before' };
  } catch {
    return undefined;
  }
}
