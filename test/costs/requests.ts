import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Budget } from '#server/limits/attempts.ts';

/** What keeps a costly request from being asked for without end; docs/security/rules.md, Costly work. */
export type CostBudget =
  /** Made once until public data changes. */
  | 'page cache'
  /** 60 at once and 4 a second by address. */
  | 'pages that any visitor can make up'
  /** 30 at once and one in two seconds by address; one is drawn at a time. */
  | 'drawings'
  /** Two hashes at once. */
  | 'hashing passwords'
  | Budget;

export type CostlyRequest = {
  name: string;
  /** Made for each request where it has to be a new one. */
  path: string | (() => string);
  as?: 'donor' | 'staff' | 'operator';
  body?: object;
  budget?: CostBudget;
  /** Done before each request, so that what was made before is no answer. */
  before?: () => Promise<unknown>;
  /** Of what is refused or absent on purpose; below 400 by default. */
  status?: number;
};

/** Ids of the sample's rows, and the folder of its server. */
export type CostlyHouse = {
  dataDir: string;
  associateId: string;
  pledgeId: string;
  uid: string;
  /** The sample donor's. */
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

/** Requests among which the most costly are looked for: what anybody may ask for, and known heavy work of people. */
export function costlyRequests(house: CostlyHouse): CostlyRequest[] {
  const { associateId, pledgeId, uid, password, receipt, statement, dataDir } = house;
  const anew = () => rm(join(dataDir, 'drawings'), { recursive: true, force: true });
  const any = () => randomBytes(4).toString('hex');
  const plain = (...paths: string[]) => paths.map((path): CostlyRequest => ({ name: path, path }));
  const pages = (...paths: string[]) =>
    paths.map((path): CostlyRequest => ({ name: `page ${path}`, path, budget: 'page cache' }));
  const madeUp = (name: string, path: () => string): CostlyRequest => ({
    ...{ name, path, budget: 'pages that any visitor can make up' },
  });
  const drawn = (path: string, isNew: boolean): CostlyRequest => ({
    ...{ name: `${path}${isNew ? ', new' : ''}`, path },
    ...(isNew && { budget: 'drawings', before: anew }),
  });
  return [
    ...pages('/', '/search', `/associate/${associateId}`, '/my-pledge', `/my-pledge/${pledgeId}`),
    ...pages('/achievements', '/faq', '/tax-deduction', `/pdf/associate/${associateId}`),
    ...pages('/search/social-challenge', '/appraisal', '/terms', `/profile/${uid}`),
    madeUp('a search', () => `/search?keyword=${any()}`),
    madeUp(
      'a calculation',
      () => `/tax-deduction?gift=${Number.parseInt(any(), 16)}&income=5000000`,
    ),
    { ...madeUp('a path without a page', () => `/none-${any()}`), status: 404 },
    {
      name: 'a page with what it does not read',
      path: () => `/?gift=${any()}&_routes=${any()}`,
      budget: 'page cache',
    },
    ...['/og/associate/', '/qr/associate/'].flatMap((path) => [
      drawn(`${path}${associateId}.png`, true),
      drawn(`${path}${associateId}.png`, false),
    ]),
    drawn(`/og/my-pledge/${pledgeId}.png`, true),
    drawn(`/og/my-pledge/${pledgeId}.png`, false),
    ...plain(
      '/api/acceptance',
      '/api/achievements.json',
      '/api/achievements.csv',
      '/api/associates',
    ),
    ...plain(`/api/associates/${associateId}`, `/api/associates/${associateId}/activities`),
    ...plain('/api/category-associates', '/api/funds', '/api/my-pledges', '/api/socialChallenges'),
    ...plain(
      `/api/users/profile/${uid}`,
      '/feed/activities.xml',
      '/feed/pledges.xml',
      '/sitemap.xml',
    ),
    ...plain('/robots.txt', '/widget.js', `/widget/associate/${associateId}`, '/readyz'),
    ...plain('/api/openapi.json', '/api/docs', `/qr/associate/${associateId}.svg`),
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
