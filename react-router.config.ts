import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '@react-router/dev/config';

const begin = 'window.__reactRouterManifest=';

/**
 * The site map without what only links that prefetch would read: the chunks of each route (the server
 * keeps its own list, and names those of a page in the page) and all that is not so.
 */
async function shortenSiteMap(folder: string) {
  const names = await readdir(folder);
  for (const name of names.filter((file) => /^manifest-.*\.js$/.test(file))) {
    const path = join(folder, name);
    const source = await readFile(path, 'utf8');
    if (!source.startsWith(begin)) throw new Error(`${name} is written in another way now.`);
    const { routes, entry, ...more } = JSON.parse(source.slice(begin.length).replace(/;\s*$/, ''));
    const isEmpty = (value: unknown) => !value || (Array.isArray(value) && value.length === 0);
    for (const route of Object.values<Record<string, unknown>>(routes)) {
      delete route.imports;
      for (const key in route) if (isEmpty(route[key])) delete route[key];
    }
    const short = { ...more, entry: { ...entry, imports: [] }, routes };
    await writeFile(path, `${begin}${JSON.stringify(short)};`);
  }
}

export default {
  appDirectory: 'app',
  ssr: true,
  // The whole site map travels with the first page: no request for parts of it later.
  routeDiscovery: { mode: 'initial' },
  buildEnd: ({ viteConfig }) =>
    shortenSiteMap(join(viteConfig.root, 'build', 'client', viteConfig.build.assetsDir)),
} satisfies Config;
