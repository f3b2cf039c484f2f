import * as fc from 'fast-check';
import { canary, oddValue } from './odd-values.ts';

type Holder = Record<string, unknown> | unknown[];
const isHolder = (value: unknown): value is Holder => typeof value === 'object' && value !== null;

/** Every place within a value, as its parent and key. */
function placesOf(value: unknown): [Holder, string][] {
  if (!isHolder(value)) return [];
  return Object.keys(value).flatMap((key) => {
    const inner = (value as Record<string, unknown>)[key];
    return [[value, key] as [Holder, string], ...placesOf(inner)];
  });
}

/** Set as own data properties, never with their JavaScript meaning. */
const unknownNames = ['zzUnknown', '__proto__', 'constructor', 'zz uid', 'isPaid', 'ＵＩＤ'];

type Change = {
  kind: 'none' | 'replace' | 'remove' | 'add';
  at: number;
  name: string;
  by: unknown;
};
/** How a value is changed in one place, if at all. */
export const change: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom('none', 'replace', 'replace', 'remove', 'add'),
  at: fc.nat(1_000),
  name: fc.constantFrom(...unknownNames),
  by: oddValue,
});

/** A copy of `value` with one place changed. */
export function changed(value: unknown, { kind, at, name, by }: Change): unknown {
  const copy = structuredClone(value);
  if (kind === 'add') {
    const holders = [copy, ...placesOf(copy).map(([holder, key]) => Reflect.get(holder, key))];
    const objects = holders.filter((holder) => isHolder(holder) && !Array.isArray(holder));
    const holder = objects[at % Math.max(objects.length, 1)];
    if (!isHolder(holder)) return by;
    Object.defineProperty(holder, name, { value: canary, enumerable: true });
    return copy;
  }
  const places = placesOf(copy);
  const place = places[at % Math.max(places.length, 1)];
  if (kind === 'none') return copy;
  if (!place) return by;
  if (kind === 'remove') Reflect.deleteProperty(...place);
  else Reflect.set(...place, by);
  return copy;
}
