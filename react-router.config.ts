import { deepStrictEqual } from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import type { Config } from '@react-router/dev/config';

const begin = 'window.__reactRouterManifest=';

type Route = { id: string; parentId?: string; path?: string; module: string };
type SiteMap = { routes: Record<string, Route> };

/** Makes routes of rows, in the browser. Most lie below the root, in a file named after their id. */
const routesOfRows = `Object.fromEntries(rows.map(([id,kind,file,path,parentId="root"])=>[id,{
id,parentId:parentId||void 0,path:path||void 0,...kinds[kind],
module:file.length>8?file:"/assets/"+id.split("/").pop()+"-"+file+".js"}]))`.replaceAll('\n', '');

/** The site map as a script a quarter shorter: a row for each route, without what routes have alike. */
function siteMapScript({ routes, ...more }: SiteMap): string {
  const kinds: string[] = [];
  const rows = Object.values(routes).map(({ id, parentId = '', path, module, ...rest }) => {
    const kind = JSON.stringify(rest);
    if (!kinds.includes(kind)) kinds.push(kind);
    const start = `/assets/${id.split('/').at(-1)}-`;
    const isNamedSo =
      module.startsWith(start) && module.length === start.length + '12345678.js'.length;
    const file = isNamedSo ? module.slice(start.length, -'.js'.length) : module;
    const row = [id, kinds.indexOf(kind), file, path ?? '', parentId];
    return parentId === 'root' ? row.slice(0, -1) : row;
  });
  const map = `{...${JSON.stringify(more)},routes:${routesOfRows}}`;
  return `${begin}((kinds,rows)=>(${map}))([${kinds}],${JSON.stringify(rows)});`;
}

/** What the browser makes of it. */
const readBack = (script: string): unknown =>
  JSON.parse(JSON.stringify(runInNewContext(script.slice(begin.length))));

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
    const script = siteMapScript(short);
    deepStrictEqual(readBack(script), short);
    await writeFile(path, script);
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
