/** System packages for tests that npm cannot install: a browser, fonts, a PDF reader, a balancer. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { say } from './setup.js';

const browsers = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const shell = 'chromium-headless-shell';
const debianPostgres = '/usr/lib/postgresql';

/** Path of the first of these programs on the PATH. */
function onPath(names) {
  const folders = (process.env.PATH ?? '').split(':').filter(Boolean);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync);
}

export const findChromium = () => onPath(browsers);

/** The oldest supported PostgreSQL on the system; the embedded one is the newest. */
export function findSystemPostgres() {
  const versions = existsSync(debianPostgres) ? readdirSync(debianPostgres).map(Number) : [];
  const version = versions
    .sort((one, other) => one - other)
    .find((v) => v >= 15 && existsSync(join(debianPostgres, String(v), 'bin', 'postgres')));
  return version && { version, folder: join(debianPostgres, String(version), 'bin') };
}

/** On Debian it is only on root's PATH. */
const findHaproxy = () => onPath(['haproxy']) ?? existsSync('/usr/sbin/haproxy');

const needed = [
  { parts: ['browser', 'tour'], debian: 'chromium', isThere: findChromium },
  { parts: ['browser', 'tour'], debian: 'fonts-noto-cjk', isThere: hasJapaneseFonts },
  { parts: ['browser'], debian: 'poppler-utils', isThere: () => onPath(['pdftotext']) },
  { parts: ['browser'], debian: 'libreoffice-calc', isThere: () => onPath(['soffice']) },
  { parts: ['integration', 'browser'], debian: 'postgresql', isThere: findSystemPostgres },
  { parts: ['process'], debian: 'haproxy', isThere: findHaproxy },
];

/** Without these, tests are skipped with a reason; some are for the long form only. */
const isLong = () => process.env.TEST_FORM === 'long';
const optionalPackages = [
  // The headless engine, in which tests are faster; not every system has it.
  { parts: ['browser'], debian: shell, isThere: () => onPath([shell]) },
  // They inspect PDFs, as screen readers do.
  { parts: ['integration'], debian: 'qpdf', isThere: () => onPath(['qpdf']) },
  { parts: ['integration'], debian: 'poppler-utils', isThere: () => onPath(['pdfinfo']) },
  // The HTML checker runs on Java.
  {
    parts: ['browser'],
    debian: 'default-jre-headless',
    isThere: () => !isLong() || onPath(['java']),
  },
];

/**
 * Installs missing packages for these parts of the tests with apt-get, if allowed; otherwise says
 * how. Its output goes to a file, which is shown if something is still missing: the caller may be
 * busy meanwhile.
 */
export async function installSystemPackages(chosen) {
  const missingOf = (packages) =>
    packages
      .filter(({ parts, isThere }) => parts.some((part) => chosen.includes(part)) && !isThere())
      .map(({ debian }) => debian);
  const missing = missingOf(needed);
  const missingOptional = missingOf(optionalPackages);
  if (missing.length + missingOptional.length === 0) return;
  if (process.getuid?.() !== 0 || !onPath(['apt-get'])) return sayHowToInstall(missing);
  say(
    `テストに必要なパッケージを用意しています / Installing: ${[...missing, ...missingOptional].join(' ')}`,
  );
  const folder = mkdtempSync(join(tmpdir(), 'tasuki-packages-'));
  const log = join(folder, 'log');
  const get = (...args) => `apt-get -qq -o DPkg::Lock::Timeout=120 ${args.join(' ')}`;
  const install = (names) =>
    names.length === 0
      ? 'true'
      : get('install', '-y', '--no-install-recommends', '--no-remove', ...names);
  // Each wish separately: if one is not available, the others are still installed.
  const script = [
    get('update'),
    install(missing),
    ...missingOptional.map((one) => install([one])),
  ].join('; ');
  const output = openSync(log, 'w');
  const child = spawn('sh', ['-c', script], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', output, output],
  });
  await once(child, 'close');
  closeSync(output);
  const stillMissing = missingOf(needed);
  if (stillMissing.length > 0) say(readFileSync(log, 'utf8'));
  rmSync(folder, { recursive: true });
  sayHowToInstall(stillMissing);
}

function sayHowToInstall(missing) {
  if (missing.length === 0) return;
  say(
    `次のパッケージがありません。管理者として: apt-get install ${missing.join(' ')}` +
      ' / Missing; install as root (elsewhere: npx playwright install --with-deps chromium).',
  );
}

function hasJapaneseFonts() {
  // The font packages do not depend on the program that lists them.
  if (existsSync('/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc')) return true;
  const { stdout, error } = spawnSync('fc-list', [':lang=ja'], { encoding: 'utf8' });
  return !error && stdout.trim() !== '';
}
