import { deserialize, serialize } from 'node:v8';

/** A part of a long list as bytes, which are handed to a thread without a copy and unpacked there. */
export type Packed<Item> = Uint8Array & { readonly of?: Item };

/** Few enough that unpacking them takes only some milliseconds of the event loop. */
const itemsPerPart = 1_000;

/** A list in parts; only for plain values. Each is made of `from` as it is packed, so that they are never all there. */
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
