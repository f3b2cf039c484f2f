import type { Refusal } from '#domain/errors/refusal.ts';

/** What a thread is asked to do. */
export type Order = { name: string; input: unknown };

/** Its outcome: errors lose their fields between threads, so a refusal is sent as plain data. */
export type Answer = { value: unknown } | { refusal: Refusal } | { error: unknown };

/**
 * The memory of the bytes in a value, to be handed to another thread instead of copied; bytes that
 * share it with others are left out.
 */
export function ownMemory(value: unknown): ArrayBuffer[] {
  if (value instanceof Uint8Array) {
    const { buffer, byteLength } = value;
    const isOwn = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;
    return isOwn ? [buffer] : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(ownMemory);
}
