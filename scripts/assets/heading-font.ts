/**
 * The heading font with only the glyphs in use: those of headings in the sources, and of data shown
 * in headings.
 */
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import subsetFont from 'subset-font';
import { socialChallenges } from '#organisations/challenges/social-challenge.ts';

const require = createRequire(import.meta.url);

/** Characters of data in headings: figures, units and all kana in names of funds. */
const alwaysInFont =
  '0123456789,.%-/+()（）「」・、。ー〜！？：件円点箱団体年月日様基金たすきサンプル#mypledgeCSVPDFNPO';

/** Titles set in the text font: of a document, of a notice, of a heading in them. */
const plainTitles = [
  /\{ title: (['"`])(?:(?!\1).)*｜たすき(?:運営)?\1/g,
  /pageMeta\(\w+, \{\s*title:\s*(['"`])(?:(?!\1).)*\1/g,
  /<Notice\b[^>]*?\btitle=\{?(['"`])(?:(?!\1).)*\1/g,
  /<(h[1-3])\b[^>]*\bfont-sans\b[\s\S]*?<\/\1>/g,
];

/**
 * Characters of fixed headings in a source file: the text of h1–h3, of elements with the heading
 * font, and of attributes or fields called title or heading.
 */
export function headingCharacters(file: string): string {
  const source = plainTitles.reduce((text, plain) => text.replaceAll(plain, ''), file);
  const found = [
    ...source.matchAll(/<(h[1-3])\b[\s\S]*?<\/\1>/g),
    ...source.matchAll(/["'`\s](?:font-heading|figures)(?=["'`\s])[\s\S]*?<\//g),
    ...source.matchAll(/\b(?:title|heading)\s*(?:=|:|\?\?)\s*\{?\s*(['"`])(?:(?!\1).)*\1/g),
  ].map(([text]) => text);
  return [...new Set(found.join(''))].filter((character) => character > '\u007f').join('');
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

/**
 * Pages under `plain-headings`, and what stands in them alone: admin, office, account, staff with its people, uses, statements and button,
 * identity papers, writing a pledge.
 */
const plainPages =
  /^(.*\/)?admin\/|^(office|kit\/(?:lists|versions|audit|forms\/pictures)\/|people\/mail\/mail-kinds|money\/bank-accounts|organisations\/thanks\/thanks\.ts|organisations\/use-reports\/(?:room-uses|use-editor|report-)|people\/accounts\/(?!goodbye|undo-email)|organisations\/(?:room|confirmations)|money\/statements|warehouse\/identity-checks)|^people\/roles\/(?!invitation)|^organisations\/associates\/website-button|^giving\/pledges\/(pledge-form|item-editors|remove-pledge|withheld-pledge|new-pledge-page|own-pledge-page)/;

/** Sources of pages with the heading font. */
async function sourcesUnder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true });
  const files = entries.filter(
    (name) => /\.tsx?$/.test(name) && !/\.(?:test|server)\./.test(name) && !plainPages.test(name),
  );
  return Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
}

/** Characters of all headings of the pages under `folder`, in order. */
export async function charactersInUse(folder: string): Promise<string[]> {
  const sources = await sourcesUnder(folder);
  const labels = Object.values(socialChallenges).map(({ label }) => label);
  return [...new Set([alwaysInFont, ...labels, ...sources.map(headingCharacters)].join(''))].sort();
}
