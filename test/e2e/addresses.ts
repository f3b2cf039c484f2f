import type { Page } from '@playwright/test';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import type { Role } from '#kit/permissions/roles.ts';
import routes from '#src/routes.ts';

/** Patterns of all pages in src/routes.ts; a page with children is represented by its first child. */
export const patterns = flatten(routes, '');

/** Role of an area, by the first path segment; other pages are public. */
const rooms: Record<string, Role> = { mypage: 'donor', staff: 'staff', admin: 'operator' };
export const audienceOf = (pattern: string): Role | 'all' =>
  rooms[pattern.split('/')[1] ?? ''] ?? 'all';

/** Addresses without an id or of before, which redirect. */
export const redirections: Record<string, string | RegExp> = {
  '/admin/receipt-doubles': '/admin/receipt-runs',
  '/associate': '/search',
  // Redirects until the operator publishes it, as another test does.
  '/commerce': /\/(?:operator|commerce)$/,
  '/pdf/associate': '/search',
};

type Find = (page: Page) => Promise<string[]> | string[];

export const organisation = 'sample-animal-1';
const ofOrganisation = (rest: string): Find => {
  return () => [`/associate/${organisation}${rest}`];
};
type SamplePledge = { id: string; items: { id: string }[]; author: { uid: string } };

/** One of the sample, with pictures; other tests publish pledges as well. */
const ofPledge = (path: (pledge: SamplePledge) => string): Find => {
  return async ({ request }) => {
    const pledges: SamplePledge[] = await (await request.get('/api/my-pledges')).json();
    const found = pledges.find(({ id, items }) => id.startsWith('sample-') && items.length > 0);
    return found ? [path(found)] : [];
  };
};

/** The first link to a pattern's page on its list. */
const firstLink = (list: string, prefix: string): Find => {
  return async (page) => {
    await page.goto(list);
    const link = page.locator(`main a[href^="${prefix}"]`).first();
    return [(await link.getAttribute('href')) ?? ''];
  };
};

/** A page of the sample staff's organisation. */
const ofRoom = (rest: string): Find => {
  return async (page) => {
    await page.goto('/staff');
    const link = page.locator('main a[href^="/staff/"][href$="/thanks"]').first();
    const href = (await link.getAttribute('href')) ?? '';
    return [href.replace(/\/thanks$/, rest)];
  };
};
const firstOfRoom = (list: string): Find => {
  return async (page) => {
    const [address = ''] = await ofRoom(`/${list}`)(page);
    await page.goto(address);
    const link = page.locator(`main a[href^="${address}/"]`).first();
    return [(await link.getAttribute('href')) ?? ''];
  };
};

/** Runs that no test changes. */
const sampleRun = '/admin/remittances/sample-run-';

/** Examples for patterns with parameters: add one for each new pattern. */
const examples: Record<string, Find> = {
  '/admin/applications/:appraisalId': firstLink('/admin/applications', '/admin/applications/TS-'),
  '/admin/applications/:appraisalId/edit': async (page) =>
    (await firstLink('/admin/applications', '/admin/applications/TS-')(page)).map(
      (path) => `${path}/edit`,
    ),
  '/admin/appraisals/:box': firstLink('/admin/appraisals', '/admin/appraisals/'),
  '/admin/associates/:associateId': () => [`/admin/associates/${organisation}`],
  '/admin/campaigns/:key': () => ['/admin/campaigns/2018:cat'],
  '/admin/donors/:donorId': ofPledge(({ author }) => `/admin/donors/${author.uid}`),
  '/admin/donors/guest/:appraisalId': firstLink('/admin/donors', '/admin/donors/guest/'),
  '/admin/exceptions/:id': async (page) => {
    await page.goto('/admin/exceptions');
    const place = '棚3の上';
    await page.getByRole('button', { name: '箱を置く' }).click();
    const dialog = page.getByRole('dialog', { name: '保留の棚に置く' });
    await dialog.getByLabel(/^置き場所/).fill(place);
    await dialog.getByLabel(/^詳しい理由/).fill('送り状がはがれています');
    await dialog.getByRole('button', { name: '保留の棚に置く' }).click();
    const link = page.locator('main a[href^="/admin/exceptions/"]').first();
    return [(await link.getAttribute('href')) ?? ''];
  },
  '/admin/listings/:id': async ({ request }) => {
    const data = {
      organisationName: '見本の会',
      classification: 'npo',
      representative: '見本 太郎',
      prefecture: '東京都',
      socialChallenges: ['child'],
      certification: '',
      websiteUrl: '',
      personName: '見本 花子',
      email: 'listing@example.com',
      tel: '0312345678',
      message: '子どもの居場所をつくっています。',
      agreed: true,
    };
    const { id } = await (await request.post('/api/listing', { data })).json();
    return [`/admin/listings/${id}`];
  },
  '/admin/messages/:id': async ({ request }) => {
    const data = {
      name: '見本 花子',
      email: 'question@example.com',
      kind: 'goods',
      appraisalId: '',
      message: '着物も送れますか。',
    };
    const { id } = await (await request.post('/api/contact', { data })).json();
    return [`/admin/messages/${id}`];
  },
  // An unknown number: its message is checked.
  '/admin/dealer-ledger/:number': () => ['/admin/dealer-ledger/2020-000001'],
  // A real run would issue papers that other tests look at.
  '/admin/receipt-runs/:runId': () => ['/admin/receipt-runs/none'],
  '/admin/ledger/accounts/:code': () => ['/admin/ledger/accounts/owed:associate'],
  '/admin/ledger/postings/:postingId': firstLink('/admin/ledger/lines', '/admin/ledger/postings/'),
  '/admin/identity-checks/:appraisalId': async (sources) => {
    const [path = ''] = await firstLink('/admin/applications', '/admin/applications/TS-')(sources);
    return [path.replace('applications', 'identity-checks')];
  },
  '/admin/funds/:socialChallengeId': () => ['/admin/funds/animal'],
  '/admin/remittances/:runId': firstLink('/admin/remittances', sampleRun),
  '/admin/remittances/:runId/carried': async (page) =>
    (await firstLink('/admin/remittances', sampleRun)(page)).map((path) => `${path}/carried`),
  // The sample has no answers of banks; remittances.spec.ts checks the page with one.
  '/admin/remittances/bank-answers/:id': () => ['/admin/remittances/bank-answers'],
  '/admin/remittances/transfers/:id': firstLink(
    '/admin/remittances/transfers',
    '/admin/remittances/transfers/sample-run-',
  ),
  '/admin/results/:batchId': firstLink('/admin/results', '/admin/results/'),
  '/admin/kits/:batchId': async (page) => {
    await page.goto('/admin/kits');
    const list = page.getByRole('table', { name: '発送の束' });
    const link = list.getByRole('link').first();
    const button = page.getByRole('button', { name: '今日の分を束にする' });
    await link.or(button).first().waitFor();
    if ((await link.count()) > 0) return [(await link.getAttribute('href')) ?? ''];
    await button.click();
    await page.waitForURL(/\/admin\/kits\/[\w-]{36}$/);
    return [new URL(page.url()).pathname];
  },
  '/admin/associates/:associateId/papers': () => [`/admin/associates/${organisation}/papers`],
  '/admin/associates/:associateId/people': () => [`/admin/associates/${organisation}/people`],
  '/admin/settings/legal/:key': () => ['/admin/settings/legal/privacy'],
  '/admin/content/mail-templates/:kind': () => ['/admin/content/mail-templates/kit-sent'],
  '/associate/:associateId': ofOrganisation(''),
  '/associate/:associateId/activity': ofOrganisation('/activity'),
  '/associate/:associateId/activity/:activityId': async ({ request }) => {
    const url = `/api/associates/${organisation}/activities`;
    const [activity] = await (await request.get(url)).json();
    return [`/associate/${organisation}/activity/${activity.id}`];
  },
  '/associate/:associateId/my-pledge': ofOrganisation('/my-pledge'),
  '/associate/:associateId/thanks': ofOrganisation('/thanks'),
  '/associate/:associateId/use-reports': ofOrganisation('/use-reports'),
  '/associate/:associateId/vision': ofOrganisation('/vision'),
  '/campaign/:year/:token': async ({ request }) => {
    const sitemap = await (await request.get('/sitemap.xml')).text();
    return [...new Set(sitemap.match(/\/campaign\/\d{4}\/[\w-]+/g))];
  },
  '/staff/:associateId/page': ofRoom('/page'),
  '/staff/:associateId/thanks': ofRoom('/thanks'),
  '/staff/:associateId/activities': ofRoom('/activities'),
  '/staff/:associateId/donations': ofRoom('/donations'),
  '/staff/:associateId/uses': ofRoom('/uses'),
  '/staff/:associateId/uses/:reportId': firstOfRoom('uses'),
  '/staff/:associateId/pledges': ofRoom('/pledges'),
  '/staff/:associateId/receipts': ofRoom('/receipts'),
  '/staff/:associateId/statements': ofRoom('/statements'),
  '/staff/:associateId/statements/:statementId': firstOfRoom('statements'),
  '/staff/:associateId/certifications': ofRoom('/certifications'),
  '/staff/:associateId/people': ofRoom('/people'),
  '/staff/:associateId/website': ofRoom('/website'),
  '/staff/:associateId/thanks/:thanksId': firstOfRoom('thanks'),
  '/staff/:associateId/activities/:activityId': firstOfRoom('activities'),
  '/my-pledge/:mypledgeId': ofPledge(({ id }) => `/my-pledge/${id}`),
  '/my-pledge/item/:mypledgeItemId': ofPledge(({ items }) => `/my-pledge/item/${items[0]?.id}`),
  '/mypage/account/service/:service': () => ['/mypage/account/service/line'],
  '/mypage/donation-history/:donationId': () => ['/mypage/donation-history/TS-0000-0000'],
  '/mypage/identity-check/:appraisalId': firstLink(
    '/mypage/donation-history',
    '/mypage/identity-check/',
  ),
  '/mypage/my-pledge/:mypledgeId': firstLink('/mypage/my-pledge', '/mypage/my-pledge/'),
  '/pdf/associate/:associateId': () => [`/pdf/associate/${organisation}`],
  '/profile/:uid': ofPledge(({ author }) => `/profile/${author.uid}`),
  '/privacy/versions/:number': () => ['/privacy/versions/0'],
  '/terms/versions/:number': () => ['/terms/versions/0'],
  '/search/:page?': () => ['/search', '/search/2', '/search?keyword=zzz'],
  '/search/social-challenge/:socialChallengeId/:page?': () => ['/search/social-challenge/animal'],
};

/** Addresses of a pattern that exist in the sample data. Fails without an example. */
export async function addressesOf(pattern: string, page: Page): Promise<string[]> {
  if (!pattern.includes(':')) return [pattern];
  const find = examples[pattern];
  const found = (await find?.(page)) ?? [];
  if (found.length === 0) throw new Error(`${pattern} has no example in test/e2e/addresses.ts`);
  return found;
}

function flatten(entries: readonly RouteConfigEntry[], parent: string): string[] {
  return entries.flatMap(({ path, children }) => {
    const pattern = path ? `${parent}/${path}` : parent || '/';
    return children ? flatten(children, pattern) : [pattern];
  });
}
