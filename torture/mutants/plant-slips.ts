import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Slip } from './slips.ts';

/** The source file that a slip is planted in, with what stands there before and after. */
function placeOf({
  file,
  was,
  becomes,
}: Slip): { path: string; right: string; wrong: string } | undefined {
  const found = globSync('{app,domain,server}/**/*.{ts,tsx}').filter(
    (path) => basename(path) === file,
  );
  for (const path of found) {
    const right = readFileSync(path, 'utf8');
    const wrong = right.replace(was, () => becomes);
    if (wrong !== right) return { path, right, wrong };
  }
  return undefined;
}

/** A copy of the project in `folder`, whose files may be broken; packages are shared. */
export function copyProject(folder: string): void {
  const options = { encoding: 'utf8', maxBuffer: 2 ** 26 } as const;
  const files = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard'],
    options,
  );
  for (const path of [...files.split('\n').filter(Boolean), 'app/generated', 'public']) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(path, join(folder, path), { recursive: true });
  }
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
}

/** Whether the tests of a slip, which pass without it, fail with it; undefined where it has no place. */
export function isSlipFound(folder: string, slip: Slip): boolean | undefined {
  const place = placeOf(slip);
  if (!place) return undefined;
  const { path, right, wrong } = place;
  writeFileSync(join(folder, path), wrong);
  const vitest = join('node_modules', 'vitest', 'vitest.mjs');
  const args = [
    vitest,
    'run',
    '--bail=1',
    '--project=unit',
    '--project=integration',
    ...slip.tests,
  ];
  const { status } = spawnSync(process.execPath, args, { cwd: folder, stdio: 'ignore' });
  writeFileSync(join(folder, path), right);
  return status !== 0;
}
