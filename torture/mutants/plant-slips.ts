import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Slip } from './slip.ts';

/** Read once: searching all folders for each slip takes a minute and more. */
let paths: readonly string[] | undefined;

/** The unique place for a slip, with the file's text before and after; undefined without one. */
export function placeOf({
  file,
  was,
  becomes,
}: Slip): { path: string; right: string; wrong: string } | undefined {
  paths ??= globSync('src/**/*.{ts,tsx,sql}');
  const places = paths
    .filter((path) => path.endsWith(`/${file}`))
    .flatMap((path) => {
      const right = readFileSync(path, 'utf8');
      return right
        .split(was)
        .slice(1)
        .map(() => ({ path, right }));
    });
  const [place] = places;
  // A text that occurs twice would not show which place the tests cover.
  if (!place || places.length > 1) return undefined;
  return { ...place, wrong: place.right.replace(was, () => becomes) };
}

/** A copy of the project in `folder`, whose files may be broken; packages are shared. */
export function copyProject(folder: string): void {
  const options = { encoding: 'utf8', maxBuffer: 2 ** 26 } as const;
  const files = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard'],
    options,
  );
  for (const path of [...files.split('\n').filter(Boolean), 'src/kit/generated', 'public']) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(path, join(folder, path), { recursive: true });
  }
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
}

/** Whether these tests pass in the unchanged copy. */
export function doTestsPass(folder: string, tests: readonly string[]): boolean {
  const vitest = join('node_modules', 'vitest', 'vitest.mjs');
  const args = [vitest, 'run', '--bail=1', '--project=unit', '--project=integration', ...tests];
  // Trials run in production mode; tests do not.
  const env = { ...process.env, NODE_ENV: 'test' };
  return spawnSync(process.execPath, args, { cwd: folder, stdio: 'ignore', env }).status === 0;
}

/** Whether a slip's tests fail with it; undefined if it has no place. */
export function isSlipFound(folder: string, slip: Slip): boolean | undefined {
  const place = placeOf(slip);
  if (!place) return undefined;
  const { path, right, wrong } = place;
  writeFileSync(join(folder, path), wrong);
  const isFound = !doTestsPass(folder, slip.tests);
  writeFileSync(join(folder, path), right);
  return isFound;
}
