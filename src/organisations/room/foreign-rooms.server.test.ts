import { beforeAll, expect, test } from 'vitest';
import { attemptBudgets } from '#kit/limits/limit-tables.server.ts';
import { contentVersions } from '#kit/versions/version-tables.server.ts';
import { remittances } from '#money/remittances/remittance-tables.server.ts';
import {
  associateActivities,
  associateThanks,
  thanksTemplates,
} from '#organisations/associates/associate-tables.server.ts';
import { useReports } from '#organisations/use-reports/use-report-tables.server.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
} from '#test/factories/donating.ts';
import { insertPledge } from '#test/factories/pledging.ts';
import { wholeDatabase } from '#test/factories/whole-database.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { staffMemberships } from './room-tables.server.ts';

// Calls every route of a room with ids of another organisation: everything is absent, and nothing changes. Also calls
// every changing route as a viewer.

const house = await testApp();
const { app, db, clock } = house;
const signIn = signedIn(house);
const editor = await signIn('editor', 'staff');
const viewer = await signIn('viewer', 'staff');
await signIn('donor');

const thanks = {
  ...{ title: 'お礼', body: '本文', imageId: '', scope: 'all' },
  ...{ appraisalId: '', periodFrom: '', periodTo: '', isStanding: false, isPublic: true },
};
const activity = { title: '活動', body: '本文', imageId: '' };
const page = {
  ...{ name: '見本の会', nameKana: '', summary: '', description: '', classification: 'npo' },
  ...{ socialChallenges: [], locations: [], address: '', representative: '', websiteUrl: '' },
  ...{ foundedYear: null, coverImageId: '' },
  vision: { title: '', body: '', goal: '', useOfDonations: '', imageId: '' },
};
const use = {
  ...{ title: 't', body: 'b', imageId: '', yen: 1 },
  ...{ from: '2026-01-01', to: '2026-01-31' },
};

beforeAll(async () => {
  for (const [n, id] of ['ao', 'other'].entries()) {
    await insertAssociate(db, id);
    const article = { associateId: id, title: 't', body: 'b', publishedAt: clock.now };
    await db.insert(associateThanks).values({ ...article, id: `thanks-of-${id}` });
    const words = { name: 'n', title: 't', body: 'b', createdAt: clock.now };
    await db.insert(thanksTemplates).values({ ...words, associateId: id, id: `template-of-${id}` });
    await db.insert(associateActivities).values({ ...article, id: `activity-of-${id}` });
    await insertApplications(db, [application(n + 1, { uid: 'donor', associateId: id })]);
    await insertPledge(db, { id: `pledge-of-${id}`, appraisalId: numberOf(n + 1), uid: 'donor' });
    await db.insert(remittances).values({
      ...{ id: `statement-of-${id}`, associateId: id, amountYen: 100, state: 'confirmed' },
      ...{ periodFrom: '2026-01-01', periodTo: '2026-01-31', receivedOn: '2026-02-10' },
      ...{ createdBy: 'x', createdAt: clock.now },
    });
    const by = { createdBy: 'x', createdAt: clock.now, changedBy: 'x', changedAt: clock.now };
    await db.insert(useReports).values({
      ...{
        id: `use-of-${id}`,
        associateId: id,
        edition: 1,
        title: 't',
        body: 'b',
        yen: 1,
        gifts: 1,
      },
      ...{ periodFrom: '2026-01-01', periodTo: '2026-01-31', publishedAt: clock.now },
    });
    await db.insert(contentVersions).values([
      { ...by, kind: 'use-report', key: `${id}:use-of-${id}`, number: 1, content: use },
      { ...by, kind: 'thanks', key: `${id}:thanks-of-${id}`, number: 1, content: thanks },
      { ...by, kind: 'activity', key: `${id}:activity-of-${id}`, number: 1, content: activity },
      { ...by, kind: 'associate', key: id, number: 1, content: page },
    ]);
  }
  await db.insert(staffMemberships).values([
    { uid: 'editor', associateId: 'ao' },
    { uid: 'viewer', associateId: 'ao', role: 'viewer' },
  ]);
});

const calls = app.policies
  .filter(({ allow }) => allow === 'associate-room.enter')
  // Routes about people have their own tests (src/people/roles/associate-people.server.test.ts).
  .filter(({ url }) => url.includes(':') && !url.includes('/people'));

/** Valid bodies, so that only the owner can be wrong. */
function bodyOf(url: string): object {
  if (url.includes('/templates')) return { name: '文例', title: 'お礼', body: '本文' };
  if (url.endsWith('/withdraw')) return { reason: '誤り' };
  if (url.endsWith('/reply')) return { reply: 'ありがとう', known: '' };
  if (url.endsWith('/publish')) return { note: '', holdsFrom: '' };
  if (url.endsWith('/discard')) return {};
  if (url.endsWith('/restore')) return { number: 1 };
  if (url.endsWith('/fiscal-year')) return { startsIn: '2026-04', version: 0 };
  if (url.endsWith('/confirm')) return { turn: 0 };
  if (url.endsWith('/take-back')) return { turn: 1, reason: '誤り' };
  if (url.endsWith('/use-reports')) return use;
  if (url.endsWith('/draft')) {
    if (url.includes('use-reports')) return { content: use };
    return { content: url.includes('/pages/') ? page : url.includes('thanks') ? thanks : activity };
  }
  return url.endsWith('/activities') ? activity : {};
}
const nounOf = (url: string) =>
  (
    ['pledge', 'activit', 'templates', 'thanks', 'statement', 'transfer', 'use-reports'] as const
  ).find((noun) => url.includes(noun)) ?? 'page';
const idOf = (url: string, of: string) =>
  ({
    pledge: `pledge-of-${of}`,
    activit: `activity-of-${of}`,
    templates: `template-of-${of}`,
    thanks: `thanks-of-${of}`,
    statement: `statement-of-${of}`,
    transfer: `statement-of-${of}`,
    'use-reports': `use-of-${of}`,
    page: '',
  })[nounOf(url)];

/** Query that a list requires. */
function questionOf(url: string): string {
  if (url.endsWith('/receipt-copy-years')) return '?basis=issued';
  if (/\/givers(?:\.\w+)?$/.test(url)) return '?period=2026-04_2027-03&purpose=check';
  return url.includes('/receipt-copies') ? '?year=2026&basis=issued&purpose=check' : '';
}
/** Routes with names and addresses of donors. */
const isForEditors = (url: string) => /\/(?:givers|receipt-copies)(?:\.\w+)?$/.test(url);

/** URL with the organisation, and the id of something of `of`, filled in. */
const addressOf = (url: string, associateId: string, of: string) =>
  url
    .replace(':associateId', associateId)
    .replace(':key', url.includes('/pages/') ? of : `${of}:${idOf(url, of)}`)
    .replace(':id', idOf(url, of))
    .replace(':number', '1')
    .replace(':period', '2025-04_2026-03')
    .replace(':year', '2026') + questionOf(url);
const ask = async (headers: Record<string, string>, method: string, url: string) => {
  await db.delete(attemptBudgets);
  return app.inject({
    method: method as 'GET',
    url,
    headers,
    ...(method === 'POST' && { payload: bodyOf(url) }),
  });
};
const unchanging = ({ table }: { table: string }) =>
  !['attempt_budgets', 'auth_sessions', 'audit_log'].includes(table);
async function expectUnchanged(work: () => Promise<void>) {
  const before = (await wholeDatabase(db)).filter(unchanging);
  await work();
  expect((await wholeDatabase(db)).filter(unchanging)).toEqual(before);
}

test('the calls are those of the room', () => {
  expect(calls.length).toBeGreaterThan(30);
});

test.each(calls)(
  '$method $url is 404 to another organisation’s people',
  async ({ method, url }) => {
    await expectUnchanged(async () => {
      const foreign = [addressOf(url, 'other', 'other')];
      // Own organisation with another's id; lists have no id in their URL.
      if (url.includes(':id')) foreign.push(addressOf(url, 'ao', 'other'));
      for (const address of foreign) {
        const reply = await ask(editor, method, address);
        expect(reply.statusCode, `${address} ${reply.body}`).toBe(404);
      }
    });
  },
);

test.each([
  ['activities', 'activity-of-other'],
  ['thanks', 'thanks-of-other'],
])(
  'no draft of one’s own begins under the id of what another organisation published: %s',
  async (noun, id) => {
    await expectUnchanged(async () => {
      const reply = await ask(editor, 'POST', `/api/staff/${noun}/ao:${id}/draft`);
      expect(reply.statusCode, reply.body).toBe(404);
    });
  },
);

/** Who may only read may say that money arrived, too. */
const isForAll = (url: string) => url.includes('/transfers/');

test.each(
  calls.filter(({ method, url }) => (method !== 'GET' && !isForAll(url)) || isForEditors(url)),
)('$method $url is 403 to who may only read', async ({ method, url }) => {
  await expectUnchanged(async () => {
    const reply = await ask(viewer, method, addressOf(url, 'ao', 'ao'));
    expect(reply.statusCode, reply.body).toBe(403);
  });
});

test.each(calls.filter(({ method, url }) => method === 'GET' && !isForEditors(url)))(
  '$method $url is read by who may only read',
  async ({ method, url }) => {
    const reply = await ask(viewer, method, addressOf(url, 'ao', 'ao'));
    expect(reply.statusCode, reply.body).toBe(200);
  },
);
