import * as z from 'zod/mini';
import { Timestamp } from './timestamp-schema.ts';

/** The kind of the number: TC a contact message, TL a listing application. */
export type ReferencePrefix = 'TC' | 'TL';

/** Crockford's 32 characters, as in an application's number: easy to read out and write down. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const length = 8;

/**
 * TC-XXXX-XXXX, by which a sender and the operator refer to a message. From 8 or more random
 * bytes (5 bits of each are used); throws RangeError for fewer.
 */
export function makeReferenceNumber(prefix: ReferencePrefix, randomBytes: Uint8Array): string {
  if (randomBytes.length < length) throw new RangeError('Eight random bytes are needed.');
  const letters = Array.from(randomBytes.subarray(0, length), (byte) => alphabet.charAt(byte & 31));
  return `${prefix}-${letters.slice(0, 4).join('')}-${letters.slice(4).join('')}`;
}

/** The response to a sender: the reference number. */
export const Received = z.object({ id: z.string(), createdAt: Timestamp });
export type Received = z.infer<typeof Received>;
