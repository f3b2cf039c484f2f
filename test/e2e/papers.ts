import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isLongForm } from '#test/form.ts';
import { expect } from './fixtures.ts';

const run = promisify(execFile);

/** Points of a page, from its left upper corner. */
type Box = { left: number; top: number; right: number; bottom: number };
type Word = Box & { text: string };
type Picture = { width: number; height: number; pixels: Uint8Array };
export type Paper = {
  /** All that stands on it, line by line. */
  text: string;
  pages: { width: number; height: number; words: Word[]; picture: Picture }[];
};

const dotsPerInch = 60;
const mm = 72 / 25.4;
/** Taller than any text: the mark of a sample lies across the page. */
const markHeight = 60;

/** Reads a PDF as people do: what it says, and how each of its pages looks. The long form keeps the pictures. */
export async function openPaper(file: string, name: string): Promise<Paper> {
  const text = async (...options: string[]) =>
    (await run('pdftotext', [...options, '-enc', 'UTF-8', file, '-'])).stdout;
  const pictures = await picturesOf(file);
  if (isLongForm) {
    await mkdir('test-results/screens', { recursive: true });
    await run('pdftoppm', ['-r', '70', '-png', file, `test-results/screens/${name}`]);
  }
  const pages = (await text('-bbox')).split('<page ').slice(1);
  return {
    text: await text('-layout'),
    pages: pages.map((page, index) => {
      const [, width, height] = /width="([\d.]+)" height="([\d.]+)"/.exec(page) ?? [];
      const picture = pictures[index];
      if (!picture) throw new Error(`page ${index + 1} has no picture`);
      return { width: Number(width), height: Number(height), words: wordsOf(page), picture };
    }),
  };
}

function wordsOf(page: string): Word[] {
  const word = /<word xMin="(.*?)" yMin="(.*?)" xMax="(.*?)" yMax="(.*?)">(.*?)<\/word>/g;
  return [...page.matchAll(word)].map(([, left, top, right, bottom, text = '']) => ({
    ...{ left: Number(left), top: Number(top), right: Number(right), bottom: Number(bottom) },
    text,
  }));
}

/** The pages in shades of grey, 0 black. */
async function picturesOf(file: string): Promise<Picture[]> {
  const folder = await mkdtemp(join(tmpdir(), 'tasuki-paper-'));
  try {
    await run('pdftoppm', ['-r', String(dotsPerInch), '-gray', file, join(folder, 'page')]);
    const names = (await readdir(folder)).sort();
    return await Promise.all(names.map(async (name) => grey(await readFile(join(folder, name)))));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A binary PGM (https://netpbm.sourceforge.net/doc/pgm.html). */
function grey(bytes: Buffer): Picture {
  const header = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(bytes.subarray(0, 64).toString('latin1'));
  if (!header) throw new Error('no picture in grey');
  return {
    ...{ width: Number(header[1]), height: Number(header[2]) },
    pixels: bytes.subarray(header[0].length),
  };
}

/** The share of dots that are dark. */
function darkShare({ pixels }: Picture): number {
  let dark = 0;
  for (const shade of pixels) if (shade < 160) dark += 1;
  return dark / pixels.length;
}

const meeting = (one: Box, other: Box): number => {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return width > 0 && height > 0 ? width * height : 0;
};
const areaOf = (box: Box) => meeting(box, box);

/** Demands of a paper that differ from those of our own drawings. */
type Looks = {
  /** Margin that a printer needs. */
  marginMm?: number;
  /** Share of a word's height that its letters take, around the middle; the rest is the font's room above and below. */
  letterShare?: number;
};

/** The part of a word's box that its letters take. */
function lettersOf({ top, bottom, ...word }: Word, letterShare: number): Word {
  const spare = ((bottom - top) * (1 - letterShare)) / 2;
  return { ...word, top: top + spare, bottom: bottom - spare };
}

/** Words that come nearer to an edge than a printer prints, or lie on each other. */
function faultsOf(
  { width, height, words: all }: Paper['pages'][number],
  { marginMm = 8, letterShare = 1 }: Looks,
): string[] {
  const margin = marginMm * mm;
  const words = all
    .map((word) => lettersOf(word, letterShare))
    .filter(({ top, bottom }) => bottom - top < markHeight);
  const faults = words
    .filter(
      ({ left, top, right, bottom }) =>
        left < margin || top < margin || right > width - margin || bottom > height - margin,
    )
    .map(({ text }) => `at the edge: ${text}`);
  for (const [index, one] of words.entries()) {
    for (const other of words.slice(index + 1)) {
      if (meeting(one, other) > 0.25 * Math.min(areaOf(one), areaOf(other))) {
        faults.push(`on each other: ${one.text} ${other.text}`);
      }
    }
  }
  return faults;
}

/** No page is empty or black, nothing stands at an edge, and no words lie on others. */
export function expectLegible({ pages }: Paper, looks: Looks = {}): void {
  expect(pages.length).toBeGreaterThan(0);
  for (const [index, page] of pages.entries()) {
    const share = darkShare(page.picture);
    expect(share, `page ${index + 1} is empty`).toBeGreaterThan(0.002);
    expect(share, `page ${index + 1} is dark`).toBeLessThan(0.4);
    expect(faultsOf(page, looks), `page ${index + 1}`).toEqual([]);
  }
}
