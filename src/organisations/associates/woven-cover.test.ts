import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  coverOf,
  coverPatterns,
  coverTints,
  drawCover,
  motifCount,
  wovenCover,
} from './woven-cover.ts';

/** A minimal XML check for our SVG: tags closed in order, attributes quoted, ids defined. */
function expectWellFormed(svg: string) {
  const open: string[] = [];
  const rest = svg.replace(
    /<(\/?)([a-z]+)((?: [\w-]+="[^"<&]*")*)(\/?)>/g,
    (_, end, name, __, own) => {
      if (end) expect(open.pop()).toBe(name);
      else if (!own) open.push(name);
      return '';
    },
  );
  expect(rest).toBe('');
  expect(open).toEqual([]);
  for (const [, id] of svg.matchAll(/(?:url\(|href=")#(\w+)/g)) expect(svg).toContain(`id="${id}"`);
}

describe('the woven cover', () => {
  test('is at most 2 kB of well-formed SVG in every pattern and tint', () => {
    for (const pattern of coverPatterns) {
      for (const tint of coverTints) {
        const svg = drawCover(pattern, tint);
        expectWellFormed(svg);
        expect(new TextEncoder().encode(svg).length).toBeLessThanOrEqual(2048);
        expect(svg).not.toMatch(/NaN|undefined/);
      }
    }
  });

  test('of one organisation is the same picture each time', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (id, challengeId) => {
        expect(wovenCover({ id, challengeId })).toBe(wovenCover({ id, challengeId }));
      }),
    );
    expect(coverOf({ id: 'shiokaze-neko', challengeId: 'animal' })).toEqual({
      pattern: 'ichimatsu',
      tint: 'sky',
      motif: 4,
    });
  });

  test('of nine organisations of one challenge is nine different pictures, of four motifs at least', () => {
    const nine = Array.from({ length: 9 }, (_, index) =>
      coverOf({ id: `sample-animal-${index + 1}`, challengeId: 'animal' }),
    );
    expect(new Set(nine.map((cover) => JSON.stringify(cover))).size).toBe(9);
    expect(new Set(nine.map(({ motif }) => motif)).size).toBeGreaterThanOrEqual(4);
  });

  test('comes in all patterns, tints and motifs, none of them rare', () => {
    const counts = new Map<string, number>();
    for (let number = 1; number <= 720; number += 1) {
      const { pattern, tint, motif } = coverOf({ id: `a${number}`, challengeId: 'animal' });
      for (const key of [pattern, tint, String(motif)]) counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    expect(counts.size).toBe(12 + motifCount);
    for (const count of counts.values()) expect(count).toBeGreaterThan(80);
  });
});
