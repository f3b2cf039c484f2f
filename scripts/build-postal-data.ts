/**
 * Converts Japan Post's postal codes (npm jquery-jpostal-ja, MIT, 36 MB of JSONP) into one small
 * file per three leading digits under public/postal/, so that a browser fetches 1–12 kB and no
 * third party learns what a donor types. Skipped if data and script are unchanged.
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** A row of the package: code, prefecture, city, area, street, business, and their readings. */
type SourceRow = string[];

/** An address of a code; `street` is set only for codes of a single business or authority. */
type Place = { code: string; prefecture: string; city: string; area: string; street: string };

/** File format for browsers: rows refer to prefecture and city by an index into `cities`. */
export type PostalFile = {
  cities: [prefecture: string, city: string][];
  rows: [lastFourDigits: string, city: number, area?: string, street?: string][];
};

const project = dirname(import.meta.dirname);
const outputFolder = join(project, 'public', 'postal');
const stampName = 'stamp.json';

/** Rows of one JSONP file; throws if it has an unexpected shape. */
export function readJsonp(text: string): SourceRow[] {
  return JSON.parse(text.slice(text.indexOf('(') + 1, text.lastIndexOf(')')));
}

/**
 * Removes Japan Post's notes on an area or street that nobody writes on a parcel. An area 一円 is not
 * the note "all of it" (the package omits those): 522-0317 is the hamlet いちえん.
 */
export function withoutNotes(text: string): string {
  const bare = text.replace(/（[^）]*）?/g, '').trim();
  return bare.endsWith('場合') ? '' : bare;
}

/** Addresses of the rows, cleaned; rows that only head a region are dropped, duplicates merged. */
export function placesOf(rows: SourceRow[]): Place[] {
  const places = new Map<string, Place>();
  for (const [key = '', prefecture = '', city = '', area = '', street = ''] of rows) {
    const code = key.slice(1);
    if (!/^\d{7}$/.test(code)) continue;
    const place = {
      code,
      prefecture,
      city,
      area: withoutNotes(area),
      street: withoutNotes(street),
    };
    places.set(JSON.stringify(place), place);
  }
  return [...places.values()].sort((one, other) => one.code.localeCompare(other.code));
}

/** One file for addresses that share their first three digits. */
export function pack(places: Place[]): PostalFile {
  const cities = new Map<string, { index: number; name: [string, string] }>();
  const rows = places.map(({ code, prefecture, city, area, street }) => {
    const key = `${prefecture} ${city}`;
    const { index } = cities.get(key) ?? { index: cities.size };
    cities.set(key, { index, name: [prefecture, city] });
    const row: PostalFile['rows'][number] = [code.slice(3), index];
    if (area || street) row.push(area);
    if (street) row.push(street);
    return row;
  });
  return { cities: [...cities.values()].map(({ name }) => name), rows };
}

async function isFresh(stamp: string): Promise<boolean> {
  try {
    return (await readFile(join(outputFolder, stampName), 'utf8')) === stamp;
  } catch {
    return false;
  }
}

async function build(): Promise<void> {
  const source = dirname(createRequire(import.meta.url).resolve('jquery-jpostal-ja/package.json'));
  const { version } = JSON.parse(await readFile(join(source, 'package.json'), 'utf8'));
  const rules = createHash('sha256')
    .update(await readFile(import.meta.filename))
    .digest('hex');
  const stamp = `${JSON.stringify({ source: `jquery-jpostal-ja ${version}`, rules })}\n`;
  if (await isFresh(stamp)) return;

  const startedAt = performance.now();
  // Built in a separate folder and moved into place: an interrupted build leaves no incomplete data.
  const aside = join(project, 'build', `postal-${process.pid}`);
  await rm(aside, { recursive: true, force: true });
  await mkdir(aside, { recursive: true });
  const names = (await readdir(join(source, 'json'))).filter((name) => /^\d{3}\.json$/.test(name));
  let files = 0;
  let codes = 0;
  for (const [index, name] of names.entries()) {
    const places = placesOf(readJsonp(await readFile(join(source, 'json', name), 'utf8')));
    if (places.length > 0) {
      await writeFile(join(aside, name), JSON.stringify(pack(places)));
      files += 1;
      codes += new Set(places.map(({ code }) => code)).size;
    }
    if (process.stdout.isTTY) {
      process.stdout.write(`\rPostal data: ${Math.round(((index + 1) / names.length) * 100)} %`);
    }
  }
  await writeFile(join(aside, stampName), stamp);
  await rm(outputFolder, { recursive: true, force: true });
  await mkdir(dirname(outputFolder), { recursive: true });
  await rename(aside, outputFolder);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  if (process.stdout.isTTY) process.stdout.write('\r');
  process.stdout.write(
    `Postal data: ${codes.toLocaleString('en')} codes in ${files} files, ${seconds} s\n`,
  );
}

if (import.meta.main) await build();
