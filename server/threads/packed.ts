import { deserialize, serialize } from 'node:v8';

/** A part of a long list as bytes, which are handed to a thread without a copy and unpacked there. */
export type Packed<Item> = Uint8Array & { readonly of?: Item };

/** Few enough that unpacking them takes only some milliseconds of the event loop. */
const itemsPerPart = 1_000;

/** A list in parts; only for plain values. */
export function pack<Item>(items: readonly Item[]): Packed<Item>[] {
  const parts: Packed<Item>[] = [];
  for (let from = 0; from < items.length; from += itemsPerPart) {
    parts.push(serialize(items.slice(from, from + itemsPerPart)));
  }
  return parts;
}

export const unpack = <Item>(part: Packed<Item>): Item[] => deserialize(part);
