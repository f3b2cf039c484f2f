import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { browserDirectoryLimit } from '#organisations/associates/directory-query.ts';
import { firstPageBudgetBytes, firstPageScripts } from '#test/first-page.ts';
import { mostCostly } from './costs.ts';
import { reportDirectory } from './directory/report.ts';
import { reportExports } from './exports.ts';
import { historyFigures } from './history.ts';
import { reportImport } from './import/report.ts';
import { lighthouseScores } from './lighthouse.ts';
import { reportLists } from './lists.ts';
import { dataFolder } from './million.ts';
import { heaviestFunctions } from './profile.ts';
import { findGenerator } from './rates/generator.ts';
import { reportRates } from './rates/report.ts';
import { searchTimes } from './search.ts';
import { startServer } from './server.ts';
import { reportStart } from './start.ts';
import { loopCosts } from './threads.ts';

// `npm run bench`: benchmarks of the built product with its sample data. Rates are medians of
// rounds in which all contenders take turns; read them as ratios, since machines differ. `-- lists`
// measures lists and first renders over a million donations instead (lists.ts), `-- directory`
// 100,000 organisations (directory/report.ts).

const frameMs = 1000 / 60;

function heading(text: string) {
  console.log(`\n## ${text}\n`);
}

/** Per file for the top page, the total for the other busy pages. */
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

/** The maximum number of organisations that browsers search themselves, on a CPU as slow as a cheap phone's. */
async function reportSearch() {
  const size = { associates: browserDirectoryLimit, donors: 4_000, donations: 20_000 };
  const slowdown = 4;
  heading(
    `Search in the browser: from keystroke to finished update, ${size.associates} organisations, processor slowed down ${slowdown} times`,
  );
  const folder = await dataFolder(size, 'tasuki-bench-search');
  const server = await startServer({ DATA_DIR: folder, SAMPLE_DATA: 'off' });
  try {
    const keywords = ['ねこ', '子ども', 'npo', 'みほん市 医療'];
    const { loadedMs, times } = await searchTimes(server.origin, keywords, { slowdown });
    console.log(`${loadedMs.toFixed(0).padStart(8)} ms  from the focus to the directory`);
    for (const { typed, median, worst, listMs } of times) {
      const verdict = worst <= frameMs ? 'within one frame' : 'MORE than one frame';
      console.log(
        `${median.toFixed(1).padStart(8)} ms, ${worst.toFixed(1)} at worst; ${listMs.toFixed(1)} until the cards below are there, too  「${typed}」 ${verdict} (${frameMs.toFixed(1)} ms)`,
      );
    }
  } finally {
    await server.stop();
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
  const headers = { 'accept-encoding': 'br' };
  await findGenerator().measure({ url: profiled.origin + path, headers, connections: 1 }, 5);
  await profiled.stop();
  heading(`Uncached ${path}: where the time goes (share of busy samples, start-up included)`);
  for (const { name, share } of await heaviestFunctions(folder)) {
    console.log(`${(share * 100).toFixed(1).padStart(7)} %  ${name}`);
  }
  await rm(folder, { recursive: true, force: true });
}

/** Pages with a target score: top, search, an organisation, a pledge. */
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

async function reportCosts() {
  if (process.platform !== 'linux') return;
  heading('The twenty most costly requests: processor time of the server, and what bounds them');
  for (const { name, ms, budget = 'NONE' } of await mostCostly(20)) {
    console.log(`${ms.toFixed(1).padStart(8)} ms  ${name} (${budget})`);
  }
}

async function reportAll() {
  const server = await startServer();
  try {
    await reportFirstPage(server.origin);
    await reportLighthouse(server.origin);
  } finally {
    await server.stop();
  }
  await reportSearch();
  await reportRates([]);
  await reportThreads();
  await reportCosts();
  await reportHistory(500);
  await reportProfile('/');
}

const [part, ...args] = process.argv.slice(2);
if (part === undefined) await reportAll();
else if (part === 'search') await reportSearch();
else if (part === 'lists') await reportLists(args);
else if (part === 'exports') await reportExports(args);
else if (part === 'rates') await reportRates(args);
else if (part === 'import') await reportImport(args);
else if (part === 'directory') await reportDirectory(args);
else if (part === 'costs') await reportCosts();
else if (part === 'start') await reportStart(args);
else {
  throw new Error(
    'npm run bench [-- search | -- costs | -- rates [--rounds N] [--seconds N] | -- import [--rows N] [--profile FOLDER]' +
      ' | -- start [--keep] [--donations N] [--times N] | -- directory [--keep] [--count N] | -- lists [--keep] [--donations N] [--only WORD] | -- exports [--keep] [--donations N] [--only WORD]]',
  );
}
