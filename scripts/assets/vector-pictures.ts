/**
 * The interface icons (Lucide), inline for every page or in a sprite, and the sprite of coloured
 * pictures (Fluent Emoji).
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pictureNames } from '#kit/ui/pictures/picture-names.ts';
import { coverMotifs } from '#organisations/associates/cover-motifs.ts';
import { socialChallenges } from '#organisations/challenges/social-challenge.ts';

const require = createRequire(import.meta.url);
/** Pictures of the social challenges. */
const emblems = Object.values(socialChallenges).map(({ emblem }) => emblem);

/** Our icon names → lucide's. */
const icons = {
  search: 'search',
  menu: 'menu',
  close: 'x',
  check: 'check',
  plus: 'plus',
  minus: 'minus',
  'chevron-down': 'chevron-down',
  'chevron-left': 'chevron-left',
  'chevron-right': 'chevron-right',
  'arrow-right': 'arrow-right',
  info: 'info',
  alert: 'circle-alert',
  success: 'circle-check',
  sample: 'flask-conical',
  external: 'external-link',
  place: 'map-pin',
  calendar: 'calendar',
  mail: 'mail',
  user: 'user',
  lock: 'lock',
  copy: 'copy',
  download: 'download',
  upload: 'upload',
  print: 'printer',
  edit: 'pencil',
  trash: 'trash-2',
  undo: 'undo-2',
  file: 'file-text',
  box: 'package',
  truck: 'truck',
  eye: 'eye',
  'eye-off': 'eye-off',
  logout: 'log-out',
  filter: 'sliders-horizontal',
  camera: 'camera',
  crop: 'crop',
  today: 'sun',
  arrival: 'package-check',
  tag: 'tag',
  building: 'building-2',
  yen: 'japanese-yen',
  more: 'ellipsis',
};

/** Inlined into the pages' code, since header and notices must not wait; the rest is in a sprite. */
const iconsOfEveryPage: ReadonlySet<string> = new Set([
  ...['search', 'menu', 'close', 'check', 'logout', 'arrow-right'],
  ...['chevron-down', 'chevron-left', 'chevron-right'],
  ...['info', 'alert', 'success', 'sample'],
]);

/** A lucide icon as the data of a single path, in its 24 × 24 box. */
export function iconPath(svg: string): string {
  const shapes = [...svg.matchAll(/<(path|circle|rect|line|polyline)\s([^>]*?)\/>/g)];
  return shapes
    .map(([, shape, text = '']) => {
      const of = Object.fromEntries(
        [...text.matchAll(/([\w-]+)="([^"]*)"/g)].map((m) => m.slice(1)),
      );
      // A leading relative move counts from the origin, not from the end of the previous shape.
      if (shape === 'path') return of.d?.replace(/^m/, 'M0 0m');
      if (shape === 'line') return `M${of.x1} ${of.y1}L${of.x2} ${of.y2}`;
      if (shape === 'polyline') return `M${of.points}`;
      if (shape === 'circle') {
        const r = Number(of.r);
        return `M${Number(of.cx) - r} ${of.cy}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
      }
      const [x, y, width, height, r] = [of.x, of.y, of.width, of.height, of.rx ?? 0].map(
        Number,
      ) as [number, number, number, number, number];
      const corner = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
      return (
        `M${x + r} ${y}h${width - 2 * r}${corner(r, r)}v${height - 2 * r}${corner(-r, r)}` +
        `h${-(width - 2 * r)}${corner(-r, -r)}v${-(height - 2 * r)}${corner(r, -r)}z`
      );
    })
    .join('');
}

const noticeToMakers = 'made by scripts/assets/draw-pictures.ts, do not edit';
const ofLucide = 'Lucide, ISC License, https://lucide.dev';
const quoted = (name: string) => (name.includes('-') ? `'${name}'` : name);

async function iconPaths(): Promise<[name: string, path: string][]> {
  const folder = join(dirname(require.resolve('lucide-static/package.json')), 'icons');
  return Promise.all(
    Object.entries(icons).map(
      async ([name, lucide]): Promise<[string, string]> => [
        name,
        iconPath(await readFile(join(folder, `${lucide}.svg`), 'utf8')),
      ],
    ),
  );
}

/** Source of src/kit/ui/pictures/icon-shapes.ts: the inlined icons, and the names of the others. */
export async function iconShapes(): Promise<string> {
  const paths = await iconPaths();
  const inCode = paths.filter(([name]) => iconsOfEveryPage.has(name));
  const others = paths.filter(([name]) => !iconsOfEveryPage.has(name));
  return (
    `// biome-ignore-all format: ${noticeToMakers}\n` +
    `/** The shapes of the interface icons that no page should wait for: ${ofLucide} */\n` +
    `export const iconShapes = {\n${inCode.map(([name, path]) => `  ${quoted(name)}: '${path}',\n`).join('')}} as const;\n\n` +
    '/** Those in the sprite icons.svg. */\n' +
    `export type SpriteIcon = ${others.map(([name]) => `'${name}'`).join(' | ')};\n`
  );
}

/** The sprite src/kit/ui/pictures/icons.svg, one symbol per icon; line and colour come from the context. */
export async function iconSprite(): Promise<string> {
  const paths = await iconPaths();
  const symbols = paths
    .filter(([name]) => !iconsOfEveryPage.has(name))
    .map(
      ([name, path]) => `<symbol id="${name}" viewBox="0 0 24 24"><path d="${path}"/></symbol>\n`,
    );
  return (
    `<!-- ${ofLucide}; ${noticeToMakers}. -->\n` +
    `<svg xmlns="http://www.w3.org/2000/svg">\n<title>Icons</title>\n${symbols.join('')}</svg>\n`
  );
}

/** Shapes of a sprite's pictures by name; throws for unknown ones. */
export function shapesIn(sprite: string): (name: string) => string {
  const shapes = new Map(
    [...sprite.matchAll(/<symbol id="([^"]+)" [^>]*>(.*)<\/symbol>/g)].map(([, name, body]) => [
      name,
      body,
    ]),
  );
  return (name) => {
    const body = shapes.get(name);
    if (body === undefined) throw new Error(`The sprite has no picture ${name}.`);
    return body;
  };
}

/** Shapes of 32 × 32 pictures by name; throws for unknown ones. */
export async function pictureBodies(): Promise<(name: string) => string> {
  const file = require.resolve('@iconify-json/fluent-emoji-flat/icons.json');
  const set = JSON.parse(await readFile(file, 'utf8')) as {
    icons: Record<string, { body: string }>;
  };
  return (name) => {
    const body = set.icons[name]?.body;
    if (body === undefined) throw new Error(`fluent-emoji-flat has no picture ${name}.`);
    return body;
  };
}

/** The sprite src/kit/ui/pictures/pictures.svg, one symbol per picture. */
export async function pictureSprite(): Promise<string> {
  const bodyOf = await pictureBodies();
  const symbols = pictureNames.map(
    (name) => `<symbol id="${name}" viewBox="0 0 32 32">${bodyOf(name)}</symbol>\n`,
  );
  for (const emblem of emblems) {
    if (!pictureNames.some((name) => name === emblem)) throw new Error(`No picture ${emblem}.`);
  }
  return (
    '<!-- Made by scripts/assets/draw-pictures.ts of Fluent Emoji, Microsoft, MIT License; do not edit. -->\n' +
    `<svg xmlns="http://www.w3.org/2000/svg">\n<title>Pictures</title>\n${symbols.join('')}</svg>\n`
  );
}

/** Source of src/site/previews/motif-shapes.server.ts: the covers' motifs as SVG shapes. */
export function motifShapes(bodyOf: (name: string) => string): string {
  const lines = Object.entries(coverMotifs).map(
    ([challengeId, motifs]) =>
      `  '${challengeId}': [${motifs.map((name) => `'${bodyOf(name)}'`).join(', ')}],`,
  );
  return (
    '// biome-ignore-all format: made by scripts/assets/draw-pictures.ts, do not edit\n' +
    "import type { SocialChallengeId } from '#organisations/challenges/social-challenge.ts';\n\n" +
    '/** The motifs of covers, 32 × 32: Fluent Emoji (flat), Microsoft, MIT License. */\n' +
    'export const motifShapes: Record<SocialChallengeId, readonly string[]> = {\n' +
    `${lines.join('\n')}\n};\n`
  );
}
