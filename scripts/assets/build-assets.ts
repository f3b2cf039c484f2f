/**
 * Builds assets that git does not contain: the heading font with only the glyphs in use, the woven
 * covers with their motifs, icons and the link preview. Unchanged files are not written again, so
 * that the build stays up to date.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { drawMotif } from '#organisations/associates/cover-motifs.ts';
import { coverPatterns, coverTints, drawCover } from '#organisations/associates/woven-cover.ts';
import { motifShapes } from '#site/previews/motif-shapes.server.ts';
import { charactersInUse, headingFont } from './heading-font.ts';
import { appIcons, favicon, sitePicture } from './raster-pictures.ts';
import { shapesIn } from './vector-pictures.ts';

const project = dirname(dirname(import.meta.dirname));
const fontBudgetBytes = 60_000;

/** Writes only if the content differs: a file's mtime is part of the freshness check. */
async function keep(path: string, content: string | Buffer): Promise<void> {
  const old = await readFile(path).catch(() => undefined);
  if (old?.equals(Buffer.from(content))) return;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}

async function build(): Promise<void> {
  const sprite = await readFile(join(project, 'src/kit/ui/pictures/pictures.svg'), 'utf8');
  const pixels = await appIcons();
  pixels.set('link-preview.png', await sitePicture(shapesIn(sprite)));
  for (const [name, bytes] of pixels) await keep(join(project, 'public', 'icons', name), bytes);
  await keep(join(project, 'public', 'favicon.ico'), await favicon());
  for (const pattern of coverPatterns) {
    for (const tint of coverTints) {
      const path = join(project, 'public', 'covers', `${pattern}-${tint}.svg`);
      await keep(path, drawCover(pattern, tint));
    }
  }
  for (const [challengeId, motifs] of Object.entries(motifShapes)) {
    for (const [index, shapes] of motifs.entries()) {
      const path = join(project, 'public', 'covers', `${challengeId}-${index}.svg`);
      await keep(path, drawMotif(shapes));
    }
  }

  const characters = await charactersInUse(join(project, 'src'));
  const generated = join(project, 'src', 'kit', 'generated');
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
