import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { connect } from '#kit/db/database.server.ts';
import { associates } from '#organisations/associates/associate-tables.server.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { insertManyDonations } from '#test/factories/many-donations.ts';
import { databaseUrlOf, removeDataDir, startServer } from '#test/server-process.ts';
import { chromium } from './browser.ts';

const path = '/mypage/donation-history';
const email = 'bench@tasuki.example';

export type HistoryFigures = {
  /** From navigation to the visible list: medians. */
  openedMs: number;
  yearChosenMs: number;
  pageTurnedMs: number;
  /** Frames while the whole list is scrolled. */
  frames: { count: number; longCount: number; worstMs: number };
};

/** Measures opening and scrolling the history of a donor with `count` donations in Chromium. */
export async function historyFigures(count: number, tries = 5): Promise<HistoryFigures> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tasuki-bench-'));
  const server = await startServer(dataDir);
  const browser = await chromium();
  try {
    const context = await browser.newContext({
      baseURL: server.url,
      locale: 'ja-JP',
      viewport: { width: 1280, height: 900 },
    });
    const page = await context.newPage();
    await register(page);
    await giveMany(await databaseUrlOf(dataDir), count);
    const opened: number[] = [];
    for (let attempt = 0; attempt < tries; attempt++) {
      await page.goto(path);
      opened.push(await shownAt(page));
    }
    const chosen: number[] = [];
    const turned: number[] = [];
    for (let attempt = 0; attempt < tries; attempt++) {
      await page.goto(path);
      await shownAt(page);
      chosen.push(await followed(page, `${new Date().getFullYear() - 1}年`));
      turned.push(await followed(page, '2ページ'));
    }
    await page.goto(`${path}?year=all`);
    await shownAt(page);
    return {
      openedMs: median(opened),
      yearChosenMs: median(chosen),
      pageTurnedMs: median(turned),
      frames: await page.evaluate(scrollThrough),
    };
  } finally {
    await browser.close();
    await server.stop();
    await removeDataDir(dataDir);
  }
}

const median = (times: number[]) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

async function register(page: Page): Promise<void> {
  await page.goto('/join');
  await page.getByLabel(/^姓/).fill('髙橋');
  await page.getByLabel(/^名/).fill('花子');
  await page.getByLabel('メールアドレス').fill(email);
  await page.getByLabel('パスワード').first().fill('a long password');
  await page.getByLabel('利用規約に同意します').check();
  await page.getByRole('button', { name: '登録する', exact: true }).click();
  await page.waitForURL(/\/mypage/);
}

async function giveMany(databaseUrl: string, count: number): Promise<void> {
  const { db, pool } = connect(databaseUrl);
  const [person] = await db.select({ uid: users.uid }).from(users).where(eq(users.email, email));
  if (!person) throw new Error('nobody is registered');
  const listed = await db.select({ id: associates.id }).from(associates).limit(7);
  await insertManyDonations(db, {
    uid: person.uid,
    count,
    first: 20_000,
    associateIds: listed.map(({ id }) => id),
    newest: new Date(),
  });
  await pool.end();
}

/** When the list was painted, in ms since the navigation began, on the page's own clock. */
async function shownAt(page: Page): Promise<number> {
  const shown = await page.waitForFunction(
    () => document.querySelector('main article') && performance.now(),
  );
  return Number(await shown.jsonValue());
}

/** Time from a click on a link until its list has replaced the other one, in ms. */
function followed(page: Page, name: string): Promise<number> {
  return page
    .getByRole('main')
    .getByRole('link', { name, exact: true })
    .evaluate(async (link: HTMLElement) => {
      const before = document.querySelector('main article');
      const began = performance.now();
      link.click();
      const isShown = () => {
        const article = document.querySelector('main article');
        return article !== null && article !== before;
      };
      while (!isShown()) await new Promise(requestAnimationFrame);
      return performance.now() - began;
    });
}

/** Runs in the page: scrolls to the end, half a screen every quarter of a second, and times the frames. */
async function scrollThrough() {
  const frameMs = 1000 / 60;
  const spans: number[] = [];
  let last = performance.now();
  while (window.scrollY + window.innerHeight < document.documentElement.scrollHeight - 1) {
    window.scrollBy({ top: 30, behavior: 'instant' });
    const now = await new Promise<number>(requestAnimationFrame);
    spans.push(now - last);
    last = now;
  }
  return {
    count: spans.length,
    // More than three frames are noticeable while scrolling.
    longCount: spans.filter((span) => span > 3 * frameMs).length,
    worstMs: Math.max(...spans),
  };
}
