import type { Tint } from '#organisations/challenges/social-challenge.ts';

/** Six traditional Japanese textile patterns, by their Japanese names. */
export const coverPatterns = [
  'seigaiha',
  'asanoha',
  'shippo',
  'ichimatsu',
  'yagasuri',
  'kikko',
] as const;
export type CoverPattern = (typeof coverPatterns)[number];

/** Ground and thread colours per colour family; decoration, so no contrast is required. */
const clothColors: Record<Tint, { ground: string; thread: string }> = {
  sky: { ground: '#e1edf9', thread: '#8fb6dc' },
  coral: { ground: '#fde7df', thread: '#ee9d8b' },
  leaf: { ground: '#e0f2ea', thread: '#86c2a9' },
  honey: { ground: '#fff2d0', thread: '#e3bd62' },
  plum: { ground: '#f2e6f0', thread: '#c09ab8' },
  sand: { ground: '#f6ebdd', thread: '#d2b995' },
};
/** Names only, so that browsers need not load the colours. */
export const coverTints = [
  'sky',
  'coral',
  'leaf',
  'honey',
  'plum',
  'sand',
] as const satisfies Tint[];

/** One repeat of a pattern: its size and its shapes. */
type Tile = { width: number; height: number; shapes: string };

const tiles: Record<CoverPattern, (ground: string, thread: string) => Tile> = {
  // Waves: rows of concentric circles, each row covering the lower half of the one above.
  seigaiha: (ground, thread) => {
    const rows = [0, 12, 24, 36, 48].flatMap((y, row) =>
      (row % 2 === 0 ? [0, 48] : [24]).map((x) => `<use href="#w" x="${x}" y="${y}"/>`),
    );
    const rings = [22, 16, 10, 4].map((r) => `<circle r="${r}"/>`).join('');
    return {
      width: 48,
      height: 24,
      shapes: `<g id="w" fill="${ground}" stroke="${thread}" stroke-width="2.2">${rings}</g>${rows.join('')}`,
    };
  },
  // Hemp leaves: a lattice of triangles, each with three threads to its middle.
  asanoha: (_, thread) => ({
    width: 44,
    height: 76.2,
    shapes: stroke(
      thread,
      1.8,
      'M0 0H44M0 38.1H44M0 76.2H44M0 0L44 76.2M44 0L0 76.2' +
        'M0 0L22 12.7L44 0M22 12.7V63.5M0 76.2L22 63.5L44 76.2' +
        'M0 0V25.4L44 50.8V76.2M44 0V25.4L0 50.8V76.2',
    ),
  }),
  // Seven treasures: circles that overlap by quarters, the lenses filled.
  shippo: (_, thread) => {
    const lens = (from: string, to: string) => `M${from}A24 24 0 0 1 ${to}A24 24 0 0 1 ${from}`;
    const lenses = [lens('24 0', '0 24'), lens('24 0', '48 24'), lens('0 24', '24 48')];
    return {
      width: 48,
      height: 48,
      shapes:
        `<path d="${lenses.join('')}${lens('48 24', '24 48')}" fill="${thread}" fill-opacity=".45" ` +
        `stroke="${thread}" stroke-width="1.6"/>`,
    };
  },
  // Checks, woven: the darker squares show their weft.
  ichimatsu: (ground, thread) => ({
    width: 56,
    height: 56,
    shapes:
      `<path d="M0 0H28V28H0ZM28 28H56V56H28Z" fill="${thread}" fill-opacity=".75"/>` +
      stroke(ground, 0.8, 'M0 7H28M0 14H28M0 21H28M28 35H56M28 42H56M28 49H56'),
  }),
  // Arrow feathers, one column up and the next a half lower.
  yagasuri: (ground, thread) => ({
    width: 44,
    height: 84,
    shapes:
      `<path d="M0 15L11 3L22 15V57L11 45L0 57ZM22 -27L33 -39L44 -27V15L33 3L22 15ZM22 57L33 45L44 57V99L33 87L22 99Z" ` +
      `fill="${thread}" fill-opacity=".8"/>` +
      stroke(ground, 1.6, 'M11 0V48M33 0V6M33 42V84'),
  }),
  // Tortoise shell: hexagons with a smaller one inside.
  kikko: (_, thread) => {
    const hexagon = (x: number, y: number) => `M${x} ${y - 14}l12.1 7v14l-12.1 7l-12.1 -7v-14Z`;
    return {
      width: 38.1,
      height: 66,
      shapes:
        stroke(thread, 2, 'M19.05 0L38.1 11V33L19.05 44L0 33V11ZM19.05 44V66') +
        stroke(thread, 1.4, hexagon(19.05, 22) + hexagon(0, 55) + hexagon(38.1, 55)),
    };
  },
};

function stroke(colour: string, width: number, path: string): string {
  return `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${width}"/>`;
}

/** FNV-1a with a final mix: ids that differ in one digit get unrelated hashes. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  return (value ^ (value >>> 13)) >>> 0;
}

/** Motifs per challenge; equals the length of `coverMotifs` lists, which browsers do not load. */
export const motifCount = 5;

/**
 * Pattern, tint and motif number of an organisation without a photograph. Each is hashed
 * separately, so that organisations with one challenge differ.
 */
export function coverOf({ id, challengeId }: { id: string; challengeId: string }) {
  return {
    pattern: coverPatterns[hash(id) % coverPatterns.length] as CoverPattern,
    tint: coverTints[hash(`${challengeId} ${id}`) % coverTints.length] as Tint,
    motif: hash(`${id} ${challengeId}`) % motifCount,
  };
}

/** Draws a pattern in a tint as an SVG document of 480 × 225, at most 2 kB. */
export function drawCover(pattern: CoverPattern, tint: Tint): string {
  const { ground, thread } = clothColors[tint];
  const { width, height, shapes } = tiles[pattern](ground, thread);
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 225" width="480" height="225">' +
    `<defs><pattern id="p" width="${width}" height="${height}" patternUnits="userSpaceOnUse">` +
    `${shapes}</pattern></defs>` +
    `<path fill="${ground}" d="M0 0H480V225H0Z"/><path fill="url(#p)" d="M0 0H480V225H0Z"/></svg>`
  );
}

/** Cover of an organisation as an SVG document; deterministic. */
export function wovenCover(associate: { id: string; challengeId: string }): string {
  const { pattern, tint } = coverOf(associate);
  return drawCover(pattern, tint);
}
