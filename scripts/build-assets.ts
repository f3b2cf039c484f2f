/**
 * Builds the assets of the screens: the heading font with only the glyphs in use, the sprite of
 * pictures, the shapes of interface icons and emblems, the woven covers, icons and the link preview.
 * Files that are right already are not written again, so that a build stays fresh. The sprite and the shapes
 * are committed; the rest is not.
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import subsetFont from 'subset-font';
import { pictureNames } from '#app/ui/pictures/picture-names.ts';
import { coverPatterns, coverTints, drawCover } from '#domain/associates/woven-cover.ts';
import { socialChallenges } from '#domain/challenges/social-challenge.ts';
import { appIcons, emblemShapes, sitePicture } from './raster-pictures.ts';

const project = dirname(import.meta.dirname);
const require = createRequire(import.meta.url);
const fontBudgetBytes = 60_000;
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
};

/** Inline in the code of the pages, since header and notices must not wait; the rest is in a sprite. */
const iconsOfEveryPage: ReadonlySet<string> = new Set([
  ...['search', 'menu', 'close', 'check', 'logout', 'arrow-right'],
  ...['chevron-down', 'chevron-left', 'chevron-right'],
  ...['info', 'alert', 'success', 'sample'],
]);

/** Characters of data in headings: figures, units and all kana of the names of funds. */
const alwaysInFont =
  '0123456789,.%-/+()（）「」・、。ー〜！？：件円点箱団体年月日様基金たすきサンプル#mypledgeCSVPDFNPO';

/**
 * The characters of fixed headings in a source file: the text of h1–h3, of elements with the
 * heading font, and in attributes or fields called title or heading.
 */
export function headingCharacters(source: string): string {
  const found = [
    ...source.matchAll(/<(h[1-3])\b[\s\S]*?<\/\1>/g),
    ...source.matchAll(/(?:font-heading|figures)[\s\S]*?<\//g),
    ...source.matchAll(/\b(?:title|heading)\s*(?:=|:|\?\?)\s*\{?\s*(['"`])(?:(?!\1).)*\1/g),
  ].map(([text]) => text);
  return [...new Set(found.join(''))].filter((character) => character > '\u007f').join('');
}

/** One lucide icon as the data of a single path, in its 24 × 24 box. */
export function iconPath(svg: string): string {
  const shapes = [...svg.matchAll(/<(path|circle|rect|line|polyline)\s([^>]*?)\/>/g)];
  return shapes
    .map(([, shape, text = '']) => {
      const of = Object.fromEntries(
        [...text.matchAll(/([\w-]+)="([^"]*)"/g)].map((m) => m.slice(1)),
      );
      // A first relative step counts from the origin, not from the end of the shape before.
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

const noticeToMakers = 'made by scripts/build-assets.ts, do not edit';
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

/** The source of app/ui/pictures/icon-shapes.ts: the icons of every page, and the names of the others. */
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

/** The sprite app/ui/pictures/icons.svg: one symbol an icon; line and colour are those of the place. */
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

/** Gives the shapes of a picture of 32 × 32 by its name; throws where there is none. */
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

/** The sprite app/ui/pictures/pictures.svg: one symbol a picture. */
export async function pictureSprite(): Promise<string> {
  const bodyOf = await pictureBodies();
  const symbols = pictureNames.map(
    (name) => `<symbol id="${name}" viewBox="0 0 32 32">${bodyOf(name)}</symbol>\n`,
  );
  for (const emblem of emblems) {
    if (!pictureNames.some((name) => name === emblem)) throw new Error(`No picture ${emblem}.`);
  }
  return (
    '<!-- Made by scripts/build-assets.ts of Fluent Emoji, Microsoft, MIT License; do not edit. -->\n' +
    `<svg xmlns="http://www.w3.org/2000/svg">\n<title>Pictures</title>\n${symbols.join('')}</svg>\n`
  );
}

/** The heading font in woff2 with exactly these characters. */
export async function headingFont(characters: string): Promise<Buffer> {
  const folder = dirname(require.resolve('@fontsource/zen-maru-gothic/package.json'));
  const whole = await readFile(join(folder, 'files', 'zen-maru-gothic-japanese-700-normal.woff2'));
  return subsetFont(whole, characters, {
    targetFormat: 'woff2',
    keepFeatures: ['kern', 'palt', 'tnum', 'pnum'],
    noHinting: true,
  });
}

/** The pages under `plain-headings`: admin, account, staff, identity papers, writing a pledge. */
const plainPages =
  /^(.*\/)?admin\/|^(accounts\/(?!goodbye|undo-email)|staff|identity-checks)|^pledges\/(pledge-form|item-editors|remove-pledge|withheld-pledge|new-pledge-page|own-pledge-page)/;

/** The sources of the pages whose headings are set in the heading font. */
async function sourcesUnder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true });
  const files = entries.filter(
    (name) => /\.tsx?$/.test(name) && !/\.test\./.test(name) && !plainPages.test(name),
  );
  return Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
}

/** Writes unless the file is the same already: its time of change is part of the build's freshness. */
async function keep(path: string, content: string | Buffer): Promise<void> {
  const old = await readFile(path).catch(() => undefined);
  if (old?.equals(Buffer.from(content))) return;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}

async function build(): Promise<void> {
  await keep(join(project, 'app/ui/pictures/pictures.svg'), await pictureSprite());
  await keep(join(project, 'app/ui/pictures/icon-shapes.ts'), await iconShapes());
  await keep(join(project, 'app/ui/pictures/icons.svg'), await iconSprite());
  const bodyOf = await pictureBodies();
  const shapes = join(project, 'server', 'previews', 'emblem-shapes.ts');
  await keep(shapes, emblemShapes(emblems, bodyOf));
  const pixels = await appIcons();
  pixels.set('link-preview.png', await sitePicture(bodyOf));
  for (const [name, bytes] of pixels) await keep(join(project, 'public', 'icons', name), bytes);
  for (const pattern of coverPatterns) {
    for (const tint of coverTints) {
      const path = join(project, 'public', 'covers', `${pattern}-${tint}.svg`);
      await keep(path, drawCover(pattern, tint));
    }
  }

  const sources = await sourcesUnder(join(project, 'app'));
  const labels = Object.values(socialChallenges).map(({ label }) => label);
  const characters = [
    ...new Set([alwaysInFont, ...labels, ...sources.map(headingCharacters)].join('')),
  ].sort();
  const generated = join(project, 'app', 'generated');
  const font = join(generated, 'zen-maru.woff2');
  const stamp = join(generated, 'zen-maru.txt');
  const wanted = characters.join('');
  const last = await readFile(stamp, 'utf8').catch(() => '');
  if (last === wanted && (await readFile(font).catch(() => undefined))) return;
  const bytes = await headingFont(wanted);
  if (bytes.length > fontBudgetBytes) {
    process.stderr.write(`The heading font has grown to ${bytes.length} bytes.\n`);
  }
  await rm(stamp, { force: true });
  await keep(font, bytes);
  await keep(stamp, wanted);
  process.stdout.write(`Heading font: ${characters.length} glyphs, ${bytes.length} bytes\n`);
}

if (import.meta.main) await build();
