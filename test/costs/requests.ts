import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Budget } from '#kit/limits/attempts.server.ts';

/** Limits that bound a costly request; docs/security/rules.md, Costly work. */
export type CostBudget =
  /** Rendered once until public data changes. */
  | 'page cache'
  /** Burst of 60, then 4 a second, by address. */
  | 'pages that any visitor can make up'
  /** Burst of 30, then one in two seconds, by address; one is drawn at a time. */
  | 'drawings'
  /** Two concurrent hashes. */
  | 'hashing passwords'
  | Budget;

export type CostlyRequest = {
  name: string;
  /** Called per request if it must be unique. */
  path: string | (() => string);
  as?: 'donor' | 'staff' | 'operator';
  body?: object;
  budget?: CostBudget;
  /** Run before each request, so that no earlier result is reused. */
  before?: () => Promise<unknown>;
  /** For requests that are refused or absent on purpose; by default any status below 400. */
  status?: number;
};

/** Ids of the sample's rows, and its server's folder. */
export type CostlyHouse = {
  dataDir: string;
  associateId: string;
  pledgeId: string;
  uid: string;
  /** Password of the sample donor. */
  password: string;
  /** Paths of papers as PDF. */
  receipt: string;
  statement: string;
};

const longMarkdown = Array.from(
  { length: 200 },
  (_, n) => `## 見出し${n}\n\n- **太字**と[リンク](https://tasuki.example/${n})\n- 二つ目\n`,
)
  .join('\n')
  .slice(0, 9_000);

/** Candidates for the most costly requests: what anyone may request, and known heavy work of signed-in people. */
export function costlyRequests(house: CostlyHouse): CostlyRequest[] {
  const { associateId, pledgeId, uid, password, receipt, statement, dataDir } = house;
  const clearDrawings = () => rm(join(dataDir, 'drawings'), { recursive: true, force: true });
  const randomWord = () => randomBytes(4).toString('hex');
  const plainRequests = (...paths: string[]) =>
    paths.map((path): CostlyRequest => ({ name: path, path }));
  const pages = (...paths: string[]) =>
    paths.map((path): CostlyRequest => ({ name: `page ${path}`, path, budget: 'page cache' }));
  const madeUp = (name: string, path: () => string): CostlyRequest => ({
    ...{ name, path, budget: 'pages that any visitor can make up' },
  });
  const drawingRequest = (path: string, isNew: boolean): CostlyRequest => ({
    ...{ name: `${path}${isNew ? ', new' : ''}`, path },
    ...(isNew && { budget: 'drawings', before: clearDrawings }),
  });
  return [
    ...pages('/', '/search', `/associate/${associateId}`, '/my-pledge', `/my-pledge/${pledgeId}`),
    ...pages('/achievements', '/faq', '/tax-deduction', `/pdf/associate/${associateId}`),
    ...pages('/search/social-challenge', '/appraisal', '/terms', `/profile/${uid}`),
    madeUp('a search', () => `/search?keyword=${randomWord()}`),
    madeUp(
      'a calculation',
      () => `/tax-deduction?gift=${Number.parseInt(randomWord(), 16)}&income=5000000`,
    ),
    { ...madeUp('a path without a page', () => `/none-${randomWord()}`), status: 404 },
    {
      name: 'a page with what it does not read',
      path: () => `/?gift=${randomWord()}&_routes=${randomWord()}`,
      budget: 'page cache',
    },
    ...['/og/associate/', '/qr/associate/'].flatMap((path) => [
      drawingRequest(`${path}${associateId}.png`, true),
      drawingRequest(`${path}${associateId}.png`, false),
    ]),
    drawingRequest(`/og/my-pledge/${pledgeId}.png`, true),
    drawingRequest(`/og/my-pledge/${pledgeId}.png`, false),
    ...plainRequests(
      '/api/acceptance',
      '/api/achievements.json',
      '/api/achievements.csv',
      '/api/associates',
    ),
    ...plainRequests(`/api/associates/${associateId}`, `/api/associates/${associateId}/activities`),
    ...plainRequests(
      '/api/category-associates',
      '/api/funds',
      '/api/my-pledges',
      '/api/socialChallenges',
    ),
    ...plainRequests(
      `/api/users/profile/${uid}`,
      '/feed/activities.xml',
      '/feed/pledges.xml',
      '/sitemap.xml',
    ),
    ...plainRequests('/robots.txt', '/widget.js', `/widget/associate/${associateId}`, '/readyz'),
    ...plainRequests('/api/openapi.json', '/api/docs', `/qr/associate/${associateId}.svg`),
    {
      ...{ name: 'a sign-in', path: '/api/auth/sign-in/email', budget: 'hashing passwords' },
      body: { email: 'nobody@tasuki.example', password: 'a long password' },
      status: 400,
    },
    {
      ...{ name: 'a receipt that is verified', path: '/api/receipts/verify' },
      body: { number: '2026-000001', code: '0000-0000-0000' },
      budget: 'verifying by address',
    },
    {
      ...{ name: 'a preview of Markdown', path: '/api/markdown/preview', as: 'donor' },
      ...{ body: { markdown: longMarkdown }, budget: 'previews by person' },
    },
    {
      ...{ name: 'one’s own data', path: '/api/users/export', as: 'donor', body: { password } },
      ...{ budget: 'export of personal data' },
    },
    { name: 'a history as CSV', path: '/api/users/donations.csv', as: 'donor' },
    { name: 'a history', path: '/api/users/applications', as: 'donor' },
    {
      ...{ name: 'a receipt', path: receipt, as: 'donor' },
      budget: 'receipt as PDF',
    },
    {
      ...{ name: 'a statement', path: statement, as: 'staff' },
      budget: 'statement as PDF',
    },
  ];
}
