import { deserialize, serialize } from 'node:v8';

/** A part of a long list, serialised so that it is transferred without a copy and unpacked in the other thread. */
export type Packed<Item> = Uint8Array & { readonly of?: Item };

/** Items per part, so that unpacking one takes only some milliseconds of the event loop. */
const itemsPerPart = 1_000;

/**
 * Packs a list of plain values in parts. `make` converts items while packing, so that they never all exist at once.
 */
export function pack<Item>(from: readonly Item[]): Packed<Item>[];
export function pack<From, Item>(from: readonly From[], make: (from: From) => Item): Packed<Item>[];
export function pack(from: readonly unknown[], make = (item: unknown) => item): Packed<unknown>[] {
  const parts: Packed<unknown>[] = [];
  for (let at = 0; at < from.length; at += itemsPerPart) {
    parts.push(serialize(from.slice(at, at + itemsPerPart).map(make)));
  }
  return parts;
}

export const unpack = <Item>(part: Packed<Item>): Item[] => deserialize(part);
