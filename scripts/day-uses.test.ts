import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { dayUses } from '#test/days/day-uses.ts';

// Conversions between instants and days of Japan: between midnight and nine, Greenwich is on the
// day before. Each place is listed in test/days/day-uses.ts beside the test that covers those
// hours, and no other way is allowed.

const sources = globSync('src/**/*.{ts,tsx,sql}').filter(
  (path) => !/\.(test|spec)\.|^src\/start\/sample\/|^src\/kit\/values\/timestamp\.ts$/.test(path),
);

/** Code of a file without imports and comments. */
const codeOf = (path: string) =>
  readFileSync(path, 'utf8')
    .replace(/^import\s[^;]*;$/gm, '')
    .replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$|^\s*--.*$/gm, '');

const conversion =
  /\b(?:jstDay|jstMonth|jstHour|startOfJstDay|startOfJstMonth|formatInWords)\b|at time zone 'Asia\/Tokyo'|timeZone: 'Asia\/Tokyo'/gi;

test('each place that turns instants into days is listed with the test that looks at it before nine', () => {
  const found = sources.flatMap((path) => {
    const places = codeOf(path).match(conversion) ?? [];
    return places.length > 0 ? [`${path}: ${places.length}`] : [];
  });
  const listed = new Map<string, number>();
  for (const [path, places] of Object.values(dayUses).flatMap((files) => Object.entries(files))) {
    listed.set(path, (listed.get(path) ?? 0) + places);
  }
  const places = [...listed].map(([path, count]) => `${path}: ${count}`);
  expect(places.toSorted()).toEqual(found.toSorted());
  expect(Object.keys(dayUses).filter((proof) => !existsSync(proof))).toEqual([]);
});

/** Schema columns, and variables of its functions, that are days themselves. */
const dayNames = new Set(
  globSync('src/**/{*-tables.server.ts,migrations/**/*.sql}').flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/\bdate\('(\w+)'|(\w+) date;/g)].map(
      ([, column, variable]) => column ?? variable ?? '',
    ),
  ),
);

/** Forbidden ways to a day, which depend on the time zone of a process or database session, or use Greenwich. */
const otherWays: Record<string, RegExp> = {
  'a local part of a date': /\.get(?:Date|Day|Month|FullYear|Hours)\(\)/g,
  'a part of a date at Greenwich': /\.[gs]etUTC\w+\(|Date\.UTC\(/g,
  'a part of an ISO text': /toISOString\(\)\s*\.(?:slice|split|substring|replace)/g,
  'a local text': /toLocale(?:Date|Time)String|DateTimeFormat\((?![^)]*timeZone: 'Asia\/Tokyo')/g,
  'a zone by its hours': /\+09:00/g,
  'a day of the session': /\b(?:current_date|localtimestamp|localtime)\b/gi,
};

/** Places that are not about days of Japan. */
const meansNoDay: Record<string, string> = {
  'src/kit/files/bucket-store.server.ts': 'a part of an ISO text',
  'src/start/backups/write-backup.server.ts': 'a part of an ISO text',
  'src/start/backups/erasure-list.server.ts': 'a part of an ISO text',
  'src/kit/db/copy-all.server.ts': 'a part of an ISO text',
  'src/kit/db/keyset.server.ts': 'a part of a date at Greenwich',
  'src/people/messages/due-clock.server.ts': 'a part of a date at Greenwich',
  'src/kit/forms/fields/date-parts.ts': 'a part of a date at Greenwich',
};

test('no day is made in another way', () => {
  const found = sources.flatMap((path) =>
    Object.entries(otherWays)
      .filter(([name, way]) => codeOf(path).search(way) >= 0 && meansNoDay[path] !== name)
      .map(([name]) => `${path}: ${name}`),
  );
  expect(found).toEqual([]);
  const stale = Object.entries(meansNoDay).filter(
    ([path, name]) => codeOf(path).search(otherWays[name] ?? /$^/) < 0,
  );
  expect(stale).toEqual([]);
});

test('SQL takes days from columns of days, from parameters, or from an instant in Tokyo', () => {
  const found = sources.flatMap((path) =>
    daysInSql(codeOf(path)).map((part) => `${path}: ${part}`),
  );
  expect(found).toEqual([]);
});

/** Conversions to a day, month or year in SQL, from anything but a day. */
function daysInSql(code: string): string[] {
  const calls = [
    ...code.matchAll(/\bto_char\(([^,]*),/gi),
    ...code.matchAll(/\bdate_trunc\('\w+', *((?:[^()]|\([^()]*\))*)\)/gi),
    ...code.matchAll(/\bextract\((?:year|month|day) from ((?:[^()]|\([^()]*\))*)\)/gi),
    ...code.matchAll(/\bage\(([^()]*)\)/gi),
    // A parameter is a day as text; an interval is added to a day.
    ...code.matchAll(/((?:make_interval|at time zone)?[^{}\s]*[^{}\s]|'\))::date\b/gi),
  ].map(([, of = '']) => of.trim());
  return calls.filter((of) => {
    // The arguments of age() are checked separately.
    if (/^age\(|at time zone 'Asia\/Tokyo'|^'Asia\/Tokyo'\)$/i.test(of)) return false;
    return !of.split(',').every(isDay);
  });
}

const isDay = (part: string) => {
  const name = part.trim().replace(/^.*[.}]/, '');
  return part.includes('${') || /^'.*'\)?$|\)\)$/.test(part.trim()) || dayNames.has(name);
};
