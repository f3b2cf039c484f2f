import { deepStrictEqual } from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import type { Config } from '@react-router/dev/config';

const begin = 'window.__reactRouterManifest=';

type Route = { id: string; parentId?: string; path?: string; module: string };
type SiteMap = { routes: Record<string, Route> };

/** Letters of a hash in a file's name (vite.config.ts). */
const hashLength = 7;

/**
 * Shortens route ids: most end in `-page`, which is dropped, with `!` marking the others; `:`
 * stands for `/admin/`.
 */
const shortId = (id: string) =>
  (id.endsWith('-page') ? id.slice(0, -'-page'.length) : `${id}!`).replace('/admin/', ':');

/**
 * Code that rebuilds the routes from columns in the browser. Most are below the root, in a file
 * named after their id.
 */
const routesOfColumns =
  `Object.fromEntries(ids.map(id=>(id+"-page").replace("!-page","").replace(":","/admin/")).map((id,at)=>[id,{
id,parentId:at?parents[at]||"root":void 0,path:paths[at]||void 0,...kinds[kindOf[at]],
module:files[at].length>${hashLength}?files[at]:"/assets/"+id.split("/").pop()+"-"+files[at]+".js"}]))`.replaceAll(
    '\n',
    '',
  );

/**
 * The site map as a script a third shorter: without common properties, and by columns, since
 * similar values compress better side by side: all ids, then all files.
 */
function siteMapScript({ routes, ...more }: SiteMap): string {
  const kinds: string[] = [];
  const rows = Object.values(routes).map(({ id, parentId = 'root', path, module, ...rest }) => {
    const kind = JSON.stringify(rest);
    if (!kinds.includes(kind)) kinds.push(kind);
    const start = `/assets/${id.split('/').at(-1)}-`;
    const isNamedSo =
      module.startsWith(start) && module.length === start.length + hashLength + '.js'.length;
    const file = isNamedSo ? module.slice(start.length, -'.js'.length) : module;
    const parent = parentId === 'root' ? '' : parentId;
    return { id: shortId(id), kind: kinds.indexOf(kind), file, path: path ?? '', parent };
  });
  const column = (name: keyof (typeof rows)[number]) =>
    JSON.stringify(rows.map((row) => row[name]).join(' '));
  const columns = (['id', 'kind', 'file', 'path', 'parent'] as const).map(column);
  const map = `{...${JSON.stringify(more)},routes:${routesOfColumns}}`;
  return `${begin}((kinds,...columns)=>{let [ids,kindOf,files,paths,parents]=columns.map(all=>all.split(" "));return${map}})([${kinds}],${columns});`;
}

/** Evaluates the script like a browser. */
const readBack = (script: string): unknown =>
  JSON.parse(JSON.stringify(runInNewContext(script.slice(begin.length))));

/**
 * Shortens the site map: drops what only prefetching links would read, such as the chunks of each
 * route (the server has its own list, and puts a page's chunks into it), and all false values.
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

/** The build for benchmarks is separate, so that the product is measured as shipped. */
const buildDirectory = process.env.BENCH === '1' ? join('build', 'bench') : 'build';

export default {
  appDirectory: 'src',
  buildDirectory,
  ssr: true,
  // A split module would be one more name in the site map, and 0.2 kB more.
  splitRouteModules: false,
  // The complete site map comes with the first page: no later requests for parts of it.
  routeDiscovery: { mode: 'initial' },
  buildEnd: ({ viteConfig }) =>
    shortenSiteMap(join(viteConfig.root, buildDirectory, 'client', viteConfig.build.assetsDir)),
} satisfies Config;
