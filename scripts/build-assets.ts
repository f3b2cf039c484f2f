/**
 * Builds the assets of the screens: the heading font with only the glyphs in use, the sprite of
 * pictures, the shapes of interface icons and motifs, the woven covers with their motifs, icons and the link preview.
 * Files that are right already are not written again, so that a build stays fresh. The sprite and the shapes
 * are committed; the rest is not.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { coverMotifs, drawMotif } from '#domain/associates/cover-motifs.ts';
import { coverPatterns, coverTints, drawCover } from '#domain/associates/woven-cover.ts';
import { charactersInUse, headingFont } from './heading-font.ts';
import { appIcons, motifShapes, sitePicture } from './raster-pictures.ts';
import { iconShapes, iconSprite, pictureBodies, pictureSprite } from './vector-pictures.ts';

const project = dirname(import.meta.dirname);
const fontBudgetBytes = 60_000;

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
  await keep(join(project, 'server', 'previews', 'motif-shapes.ts'), motifShapes(bodyOf));
  const pixels = await appIcons();
  pixels.set('link-preview.png', await sitePicture(bodyOf));
  for (const [name, bytes] of pixels) await keep(join(project, 'public', 'icons', name), bytes);
  for (const pattern of coverPatterns) {
    for (const tint of coverTints) {
      const path = join(project, 'public', 'covers', `${pattern}-${tint}.svg`);
      await keep(path, drawCover(pattern, tint));
    }
  }
  for (const [challengeId, motifs] of Object.entries(coverMotifs)) {
    for (const [index, name] of motifs.entries()) {
      const path = join(project, 'public', 'covers', `${challengeId}-${index}.svg`);
      await keep(path, drawMotif(name, bodyOf));
    }
  }

  const characters = await charactersInUse(join(project, 'app'));
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
