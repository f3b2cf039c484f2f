import type { Refusal } from '#kit/errors/refusal.ts';

/** Job for a thread. */
export type Order = { name: string; input: unknown };

/** Outcome of a job. Errors lose their fields between threads, so a refusal is sent as plain data. */
export type Answer = { value: unknown } | { refusal: Refusal } | { error: unknown };

/** Buffers in a value that can be transferred instead of copied; leaves out memory shared with other views. */
export function ownMemory(value: unknown): ArrayBuffer[] {
  if (value instanceof Uint8Array) {
    const { buffer, byteLength } = value;
    const isOwn = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;
    return isOwn ? [buffer] : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(ownMemory);
}
