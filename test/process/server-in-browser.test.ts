import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

// A server's module that reaches the browser stops the build: names of tables and keys never get there.

const folder = mkdtempSync(join(tmpdir(), 'tasuki-server-in-browser-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A site of one page that shows `shown`, built. */
function buildPage(shown: string) {
  const files = {
    'package.json': '{ "type": "module" }',
    'vite.config.ts': `import { reactRouter } from '@react-router/dev/vite';
      export default { plugins: [reactRouter()] };`,
    'react-router.config.ts': `export default { appDirectory: 'src', ssr: true };`,
    'src/entry.server.tsx': `export default () => new Response('');`,
    'src/routes.ts': `import { index } from '@react-router/dev/routes';
      export default [index('page.tsx')];`,
    'src/root.tsx': `import { Outlet } from 'react-router';
      export default () => <html><body><Outlet /></body></html>;`,
    'src/secret.server.ts': `export const secret = 'a table of ours';`,
    'src/page.tsx': `import { secret } from './secret.server.ts';
      export const loader = () => secret.length;
      export default () => <p>{${shown}}</p>;`,
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const program = join('node_modules', '@react-router', 'dev', 'bin.cjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'build'], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production', NO_COLOR: '1' },
  });
  return { status, output: stdout + stderr };
}

test('a page may load by a server module, and may not show it', () => {
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
  expect(buildPage(`'shown'`).status).toBe(0);
  const refused = buildPage('secret');
  expect(refused.status).not.toBe(0);
  expect(refused.output).toContain('secret.server');
});
