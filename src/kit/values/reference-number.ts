import * as z from 'zod/mini';
import { Timestamp } from './timestamp-schema.ts';

/** Prefix by kind: TC for contact messages, TL for listing applications. */
export type ReferencePrefix = 'TC' | 'TL';

/** Crockford's 32 characters, as in application numbers: easy to read out and write down. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const length = 8;

/**
 * TC-XXXX-XXXX, the reference of a message for sender and operator. Uses 5 bits each of 8 random
 * bytes; throws RangeError for fewer.
 */
export function makeReferenceNumber(prefix: ReferencePrefix, randomBytes: Uint8Array): string {
  if (randomBytes.length < length) throw new RangeError('Eight random bytes are needed.');
  const letters = Array.from(randomBytes.subarray(0, length), (byte) => alphabet.charAt(byte & 31));
  return `${prefix}-${letters.slice(0, 4).join('')}-${letters.slice(4).join('')}`;
}

/** Response to the sender of a message. */
export const Received = z.object({ id: z.string(), createdAt: Timestamp });
export type Received = z.infer<typeof Received>;
