/** What the tests need from the machine and npm cannot install: a browser, fonts, a PDF reader. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { say } from './setup.js';

const browsers = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const shell = 'chromium-headless-shell';
const debianPostgres = '/usr/lib/postgresql';

/** Path of the first of the programs that is on the PATH. */
function onPath(names) {
  const folders = (process.env.PATH ?? '').split(':').filter(Boolean);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync);
}

export const findChromium = () => onPath(browsers);

/** The oldest PostgreSQL of the system that is supported: the embedded one is the newest. */
export function findSystemPostgres() {
  const versions = existsSync(debianPostgres) ? readdirSync(debianPostgres).map(Number) : [];
  const version = versions
    .sort((one, other) => one - other)
    .find((v) => v >= 15 && existsSync(join(debianPostgres, String(v), 'bin', 'postgres')));
  return version && { version, folder: join(debianPostgres, String(version), 'bin') };
}

const needed = [
  { parts: ['browser', 'tour'], debian: 'chromium', isThere: findChromium },
  { parts: ['browser', 'tour'], debian: 'fonts-noto-cjk', isThere: hasJapaneseFonts },
  { parts: ['browser'], debian: 'poppler-utils', isThere: () => onPath(['pdftotext']) },
  { parts: ['browser'], debian: 'libreoffice-calc', isThere: () => onPath(['soffice']) },
  { parts: ['integration', 'browser'], debian: 'postgresql', isThere: findSystemPostgres },
];

/** The same engine without windows, in which tests take less time; not every system has it. */
const wished = [{ parts: ['browser'], debian: shell, isThere: () => onPath([shell]) }];

/** Installs with apt-get what these parts of the tests miss, where that is allowed; else says how. */
export function ensureSystemPackages(chosen) {
  const missingOf = (packages) =>
    packages
      .filter(({ parts, isThere }) => parts.some((part) => chosen.includes(part)) && !isThere())
      .map(({ debian }) => debian);
  const missing = missingOf(needed);
  const wishes = missingOf(wished);
  if (missing.length + wishes.length === 0) return;
  if (process.getuid?.() === 0 && onPath(['apt-get'])) {
    const all = [...missing, ...wishes].join(' ');
    say(`テストに必要なパッケージを用意しています: ${all} / Installing packages`);
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const run = (...args) => spawnSync('apt-get', ['-qq', ...args], { env, stdio: 'inherit' });
    const install = (names) =>
      names.length === 0 ||
      run('install', '-y', '--no-install-recommends', '--no-remove', ...names);
    run('update');
    install(missing);
    // Installed separately: where it is not available, the others are installed all the same.
    install(wishes);
  }
  const still = missingOf(needed);
  if (still.length > 0) {
    say(
      `次のパッケージがありません。管理者として: apt-get install ${still.join(' ')}` +
        ' / Missing; install as root (elsewhere: npx playwright install --with-deps chromium).',
    );
  }
}

function hasJapaneseFonts() {
  // The font packages do not depend on the program that lists them.
  if (existsSync('/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc')) return true;
  const { stdout, error } = spawnSync('fc-list', [':lang=ja'], { encoding: 'utf8' });
  return !error && stdout.trim() !== '';
}
