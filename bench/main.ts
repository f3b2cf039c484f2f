import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { firstPageBudgetBytes, firstPageScripts } from '#test/first-page.ts';
import { bareReactServer, bareServer } from './bare.ts';
import { historyFigures } from './history.ts';
import { lighthouseScores } from './lighthouse.ts';
import { reportLists } from './lists.ts';
import { heaviestFunctions } from './profile.ts';
import { type Contender, interleavedRates } from './rate.ts';
import { searchTimes } from './search.ts';
import { startServer } from './server.ts';
import { loopCosts } from './threads.ts';

// `npm run bench`: figures of the built product with its sample data. Rates are medians of rounds in
// which all contenders take turns; read them as ratios, since machines differ. `-- lists` measures lists
// and first renders over a million donations instead (lists.ts).

const frameMs = 1000 / 60;
const bareRendering = 'bare renderToString, same markup, one at a time';
const uncachedPage = 'uncached page, brotli and gzip, one at a time';

function heading(text: string) {
  console.log(`\n## ${text}\n`);
}

/** File by file on the top page; of the other busy pages the sum. */
async function reportFirstPage(origin: string) {
  heading('First page: JavaScript as sent with brotli');
  const [{ id = '' } = {}] = (await (await fetch(`${origin}/api/associates`)).json()) as {
    id?: string;
  }[];
  for (const page of ['/', '/search', `/associate/${id}`, '/my-pledge']) {
    const { files, brotliBytes } = await firstPageScripts(origin, page);
    if (page === '/') {
      for (const file of files) {
        console.log(`${String(file.brotliBytes).padStart(8)} B  ${file.path}`);
      }
    }
    const verdict = brotliBytes <= firstPageBudgetBytes ? 'within' : 'OVER';
    console.log(
      `${String(brotliBytes).padStart(8)} B  ${page} in all: ${verdict} the budget of ${firstPageBudgetBytes} B`,
    );
  }
}

async function reportSearch(origin: string) {
  heading('Search in the browser: from keystroke to finished update');
  for (const [keyword, ms] of await searchTimes(origin, [
    'ねこ',
    '子ども',
    'npo',
    'みほん市 医療',
  ])) {
    const verdict = ms <= frameMs ? 'within one frame' : 'MORE than one frame';
    console.log(
      `${ms.toFixed(1).padStart(8)} ms  「${keyword}」 ${verdict} (${frameMs.toFixed(1)} ms)`,
    );
  }
}

async function reportHistory(count: number) {
  heading(`The history of a donor with ${count} donations`);
  const { openedMs, yearChosenMs, pageTurnedMs, frames } = await historyFigures(count);
  const verdict = openedMs < 1_000 ? 'under' : 'MORE than';
  console.log(`${openedMs.toFixed(0).padStart(8)} ms  from navigation to list: ${verdict} 1 s`);
  console.log(
    `${yearChosenMs.toFixed(0).padStart(8)} ms  from a click on another year to its list`,
  );
  console.log(
    `${pageTurnedMs.toFixed(0).padStart(8)} ms  from a click on the next page to its list`,
  );
  console.log(
    `${frames.worstMs.toFixed(0).padStart(8)} ms  the longest of ${frames.count} frames of scrolling; ${frames.longCount} above 50 ms`,
  );
}

async function reportRates(cachedOrigin: string, uncachedOrigin: string, path: string) {
  const headers = { 'accept-encoding': 'br' };
  const reply = await fetch(cachedOrigin + path, { headers: { 'accept-encoding': 'identity' } });
  const html = await reply.text();
  const { brotliCompressSync } = await import('node:zlib');
  const bare = await bareServer(brotliCompressSync(html), {
    'content-type': 'text/html; charset=utf-8',
    'content-encoding': 'br',
  });
  const react = await bareReactServer(html);
  const contenders: Contender[] = [
    { name: 'bare node:http, same bytes', url: bare.origin, headers },
    { name: 'cached page', url: cachedOrigin + path, headers },
    // One after another: for parallel requests a page is rendered only once.
    { name: bareRendering, url: react.origin, connections: 1 },
    { name: uncachedPage, url: uncachedOrigin + path, headers, connections: 1 },
  ];
  const rates = await interleavedRates(contenders);
  bare.stop();
  react.stop();
  const rateOf = (name: string) => rates.get(name) ?? 0;
  heading(`Requests per second: ${path} (${(html.length / 1000).toFixed(0)} kB of HTML)`);
  for (const [name, rate] of rates) console.log(`${rate.toFixed(0).padStart(8)}  ${name}`);
  const ratio = (a: string, b: string) => (rateOf(a) / rateOf(b)).toFixed(2);
  console.log(
    `\n  cached / bare node:http = ${ratio('cached page', 'bare node:http, same bytes')}`,
  );
  console.log(`  uncached / bare renderToString = ${ratio(uncachedPage, bareRendering)}`);
}

async function reportThreads() {
  heading('Processor time of the event loop, its longest pause: done on it, and in a thread');
  const figures = ({ cpuMs, longestPauseMs }: { cpuMs: number; longestPauseMs: number }) =>
    `${cpuMs.toFixed(1).padStart(8)} ms, ${longestPauseMs.toFixed(0).padStart(4)} ms`;
  for (const { name, here, inThread } of await loopCosts()) {
    const ratio = (inThread.cpuMs / here.cpuMs).toFixed(2);
    console.log(`${figures(here)} →${figures(inThread)}  ${name} (${ratio})`);
  }
}

async function reportProfile(path: string) {
  const folder = await mkdtemp(join(tmpdir(), 'tasuki-profile-'));
  const profiled = await startServer({ PAGE_CACHE_MB: '0' }, [
    '--cpu-prof',
    `--cpu-prof-dir=${folder}`,
  ]);
  const page = { name: uncachedPage, url: profiled.origin + path, connections: 1 };
  await interleavedRates([page], { rounds: 1 });
  await profiled.stop();
  heading(`Uncached ${path}: where the time goes (share of busy samples, start-up included)`);
  for (const { name, share } of await heaviestFunctions(folder)) {
    console.log(`${(share * 100).toFixed(1).padStart(7)} %  ${name}`);
  }
  await rm(folder, { recursive: true, force: true });
}

/** The pages with a promised score: top, search, an organisation, a pledge. */
async function reportLighthouse(origin: string) {
  heading(
    'Lighthouse, as on a phone, median of 5: performance, accessibility, best practices, SEO',
  );
  const html = await (await fetch(`${origin}/my-pledge`)).text();
  const pledge = /href="(\/my-pledge\/(?!item)[^"?]+)"/.exec(html)?.[1];
  const search = await (await fetch(`${origin}/search`)).text();
  const associate = /href="(\/associate\/[^"/?]+)"/.exec(search)?.[1];
  const paths = ['/', '/search', associate, pledge].filter((path) => path !== undefined);
  for (const { path, scores, faults, benchmarkIndex } of await lighthouseScores(origin, paths)) {
    const figures = Object.values(scores).join(' / ').padStart(24);
    console.log(`${figures}  ${path} (machine: ${benchmarkIndex})`);
    for (const fault of faults) console.log(`${''.padStart(26)}${fault}`);
  }
}

async function reportAll() {
  const cached = await startServer();
  const uncached = await startServer({ PAGE_CACHE_MB: '0' });
  try {
    await reportFirstPage(cached.origin);
    await reportSearch(cached.origin);
    await reportLighthouse(cached.origin);
    await reportRates(cached.origin, uncached.origin, '/');
    await reportRates(cached.origin, uncached.origin, '/search');
  } finally {
    await cached.stop();
    await uncached.stop();
  }
  await reportThreads();
  await reportHistory(500);
  await reportProfile('/');
}

const [part, ...args] = process.argv.slice(2);
if (part === undefined) await reportAll();
else if (part === 'lists') await reportLists(args);
else throw new Error('npm run bench [-- lists [--keep] [--donations N] [--only WORD]]');
