import { sql } from 'drizzle-orm';
import { currentCampaigns, findCampaign } from '#giving/campaigns/campaigns.server.ts';
import { personUid, signInDonor } from '#start/sample/people.server.ts';
import { sampleUids } from '#start/sample/sign-ins.server.ts';
import type { Services } from '#start/services.server.ts';
import { type OpenApi, operationsOf } from '#test/fuzz/fuzz-requests.ts';
import { permissionsByRole } from '#test/routes-by-caller.ts';
import type { TestApp } from '#test/test-app.ts';

/** A test application in which a day is simulated. */
export type House = TestApp & {
  headersOf(uid: string): Promise<Record<string, string>>;
  /** Random application numbers. */
  drawn: string[];
};

/** First day of a month and a year, so early that the database's own clock produces no day of these worlds. */
export const today = '2025-01-01';

/** A read request, with a person who may make it. */
export type Read = { route: string; url: string; uid: string };

export const donor = personUid(signInDonor);
const donors = `select distinct uid from donations where uid is not null order by 1`;
const applications = `select distinct on (state, kind) appraisal_id from applications order by state, kind, created_at desc, appraisal_id`;
const ofDonor = (table: string, column: string, by: string) =>
  `select ${column} from ${table} where uid = '${donor}' order by ${by}`;
const rooms = `select associate_id from staff_memberships where uid = '${sampleUids.staff}'`;
const versions = (kind: string) =>
  `select key, number from content_versions where kind = '${kind}' order by number desc, key`;
const keys = (kind: string) =>
  `select distinct key from content_versions where kind = '${kind}' order by 1`;
const numbers = (kind: string) =>
  `select number from content_versions where kind = '${kind}' order by 1 desc`;
const remittances = `select id from remittances order by state, created_at desc, id`;
const ofRuns = `select distinct on (state) id from remittance_runs order by state, created_at desc, id`;

/** Values for URL parameters: the first matching prefix gives them, one column each. */
const examples: [beginning: string, values: string][] = [
  ['/api/associates/:id', 'select id from associates order by id'],
  ['/api/users/profile/:uid', donors],
  ['/api/users/applications/:', ofDonor('applications', 'appraisal_id', 'created_at desc, 1')],
  ['/api/users/donations/:', ofDonor('donations', 'appraisal_id', 'donated_at desc, 1')],
  ['/api/users/receipts/:', ofDonor('receipts', 'number', '1 desc')],
  ['/api/users/my-pledges/:', ofDonor('pledges', 'id', '1')],
  ['/api/office/applications/:', applications],
  [
    '/api/office/identity-checks/:',
    `select appraisal_id from applications where kind = 'fund' order by created_at desc, 1`,
  ],
  [
    '/api/office/identity/:',
    `select appraisal_id from applications where kind = 'fund' order by created_at desc, 1`,
  ],
  ['/api/office/associates/:key/page/versions/:number', versions('associate')],
  ['/api/office/associates/:', `select id from associates order by created_at desc, id`],
  [
    '/api/office/results/batches/:',
    `select distinct on (state) id from result_batches order by state, created_at desc, id`,
  ],
  ['/api/office/results/waiting/:', 'select id from waiting_results order by appraisal_id'],
  ['/api/office/results/:', applications],
  ['/api/office/mails/:', 'select distinct on (kind) id from outbox_mails order by kind, id'],
  ['/api/office/content/mail-templates/:key/versions/:', versions('mail-template')],
  ['/api/office/content/mail-templates/:', `values ('kit-sent'), ('thanks')`],
  ['/api/office/campaigns/:key/versions/:', versions('campaign')],
  ['/api/office/campaigns/:', `values ('2025:begins'), ('2024:ends')`],
  ['/api/office/content/picks/versions/:', numbers('picks')],
  ['/api/office/content/challenges/versions/:', numbers('challenges')],
  ['/api/office/content/notices/versions/:', numbers('notices')],
  ['/api/office/content/questions/versions/:', numbers('questions')],
  ['/api/staff/pages/:key/versions/:number', versions('associate')],
  ['/api/staff/pages/:key', rooms],
  ['/api/staff/thanks/:key/versions/:number', versions('thanks')],
  ['/api/staff/thanks/:key', keys('thanks')],
  ['/api/staff/activities/:key/versions/:number', versions('activity')],
  [
    '/api/staff/activities/:key',
    `select associate_id || ':' || id from associate_activities where associate_id in (${rooms}) order by id`,
  ],
  ['/api/staff/use-reports/:key/versions/:number', versions('use-report')],
  [
    '/api/staff/use-reports/:key',
    `select associate_id || ':' || id from use_reports where associate_id in (${rooms}) order by id`,
  ],
  [
    '/api/staff/associates/:associateId/statements/:',
    `select associate_id, id from remittances where associate_id in (${rooms}) order by created_at desc, id`,
  ],
  [
    '/api/staff/associates/:associateId/statement-years/:',
    `select associate_id, period from (${rooms}) s
     cross join (values ('2024-01_2024-12'), ('2025-04_2026-03')) y(period)`,
  ],
  ['/api/staff/associates/:', rooms],
  ['/api/office/remittances/:', remittances],
  ['/api/office/banks/:', `values ('0001')`],
  ['/api/office/donors/:', `select uid from (${donors}) d`],
  ['/api/office/service-facts/versions/:', numbers('service-facts')],
  ['/widget/associate/:', 'select id from associates order by id'],
  ['/api/office/threads/:', 'select id from contact_messages order by created_at, id'],
  ['/api/office/reply-templates/:', 'select id from reply_templates order by id'],
  ['/api/office/settings/acceptance/versions/:', numbers('acceptance')],
  ['/api/office/settings/legal/:key/versions/:', versions('legal')],
  ['/api/office/settings/legal/:', `values ('terms'), ('privacy')`],
  ['/api/office/settings/bonus-rules/versions/:', numbers('bonus-rules')],
  ['/api/office/kits/batches/:', 'select id from kit_batches order by day desc, number desc'],
  ['/api/office/appraisals/:', 'select appraisal_id from appraisal_drafts order by 1'],
  ['/api/office/dealer-ledger/:', 'select number from dealer_entries order by 1'],
  ['/api/office/ledger/accounts/:', `values ('owed:associate'), ('service-fee')`],
  [
    '/api/office/ledger/postings/:',
    `select posting_id from ledger_lines where line = 1 and posting_id like '%sample%' order by posting_id desc`,
  ],
  ['/api/office/ledger/applications/:', applications],
  [
    '/api/office/remittance-runs/:runId/files/:fileId',
    'select run_id, id from transfer_files order by 1, 2',
  ],
  ['/api/office/remittance-runs/:', ofRuns],
  ['/api/office/bank-answers/:', 'select id from bank_answers order by id'],
  [
    '/api/funds/:',
    `select distinct social_challenge_id from donations where social_challenge_id is not null order by 1`,
  ],
  [
    '/api/office/funds/:',
    `select distinct social_challenge_id from donations where social_challenge_id is not null order by 1`,
  ],
  ['/api/office/intake/exceptions/:', 'select id from box_exceptions order by created_at, id'],
  ['/api/office/month-close/:', `values ('2024-12'), ('2024-11'), ('2025-01')`],
  ['/api/office/journals/codes/:', `values ('freee')`],
];

/** Responses without days: pictures, bank branches, papers by their bytes, state of one process or browser. */
const withoutDays =
  /\/images?\/|^\/og\/|^\/qr\/|:imageId|\.pdf$|\/pdf$|^\/api\/auth\/callback|^\/api\/docs|identity-papers|\/attachments\/|\/paper$|\/file$|health|ready|openapi|^\/sitemap\/|schema\.json|users\/sessions$/;

/** Lists filtered by day, month or year. */
const narrowed = [
  `/api/office/audit-log?day=${today}`,
  `/api/office/audit-log?day=2024-12-31`,
  '/api/office/security-events?day=2024-12-31',
  '/api/office/ledger/lines?month=2025-01',
  '/api/office/ledger/lines?until=2024-12',
  '/api/office/remittances?arrivedFrom=2024-12&arrivedTo=2024-12',
  '/api/office/remittances?arrivedFrom=2025-01&arrivedTo=2025-01',
  '/api/office/money?year=2024',
  '/api/users/donations.csv?year=2024',
  '/api/users/donations.csv?year=2025',
];

/** Data that pages read from services without an API call. */
export const servicesRead = (services: Services): Record<string, () => unknown> => ({
  notices: services.siteContent.noticesNow,
  questions: services.siteContent.questionsNow,
  campaigns: () => currentCampaigns(services.ctx),
  'campaign that begins': () => findCampaign(services.ctx, 2025, 'begins'),
  'campaign that ended': () => findCampaign(services.ctx, 2024, 'ends'),
  terms: () => services.legal.page('terms'),
  'terms of tomorrow': () => services.legal.pageOfVersion('terms', 2),
  privacy: () => services.legal.page('privacy'),
  'privacy as delivered': () => services.legal.pageOfVersion('privacy', 0),
  'recent gifts': services.associates.recentGifts,
  'legal preview': () => services.legal.preview('{{retentionTimes}}'),
});

/** All read requests, and the routes for which there is no example. */
export async function readsOf({
  app,
  db,
}: Pick<TestApp, 'app' | 'db'>): Promise<{ reads: Read[]; without: string[] }> {
  const document: OpenApi = (await app.inject('/api/openapi.json')).json();
  const described = new Map(
    operationsOf(document).map(({ method, path, parameters }) => [
      `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
      parameters,
    ]),
  );
  const reads: Read[] = [];
  const without: string[] = [];
  for (const { method, url: route, allow } of app.policies) {
    if (method !== 'GET' || withoutDays.test(route)) continue;
    const uid = readerOf(allow, route);
    const names = route.match(/:\w+/g) ?? [];
    const [, values] = examples.find(([beginning]) => route.startsWith(beginning)) ?? [];
    const { rows } =
      values === undefined || names.length === 0
        ? { rows: names.length === 0 ? [{}] : [] }
        : await db.execute(sql.raw(`${values} limit ${values.includes('distinct on') ? 8 : 2}`));
    if (rows.length === 0) without.push(route);
    for (const row of rows) {
      const url = Object.values(row as object).reduce<string>(
        (path, value, index) =>
          path.replace(names[index] ?? '?', encodeURIComponent(String(value))),
        route,
      );
      reads.push({ route, url, uid });
      // Each available filter, once.
      if (row !== rows[0] || route.endsWith('.csv')) continue;
      for (const { in: place, name, schema } of described.get(`GET ${route}`) ?? []) {
        const choices =
          place === 'query' && !/order|encoding|category|condition/.test(name)
            ? (schema.enum ?? [])
            : [];
        for (const choice of choices) reads.push({ route, url: `${url}?${name}=${choice}`, uid });
      }
    }
  }
  for (const url of narrowed) {
    const route = url.replace(/\?.*/, '');
    reads.push({ route, url, uid: route.startsWith('/api/users/') ? donor : sampleUids.owner });
  }
  return { reads, without };
}

function readerOf(allow: string, route: string): string {
  if (route.startsWith('/api/users/')) return donor;
  if (allow === 'associate-room.enter') return sampleUids.staff;
  const roles = ['owner', 'operator', 'accountant', 'warehouse'] as const;
  const role = roles.find((one) => (permissionsByRole[one] as readonly string[]).includes(allow));
  return role ? sampleUids[role] : donor;
}
