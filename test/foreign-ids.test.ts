import { beforeAll, describe, expect, test } from 'vitest';
import { attemptBudgets } from '#kit/limits/limit-tables.server.ts';
import { authUsers } from '#people/sign-in/sign-in-tables.server.ts';
import { applyBody } from './factories/apply-body.ts';
import { insertAssociate, numberOf } from './factories/donating.ts';
import { wholeDatabase } from './factories/whole-database.ts';
import { insertReport, insertWholePerson, uidOf } from './factories/whole-person.ts';
import { type OpenApi, operationsOf } from './fuzz/fuzz-requests.ts';
import { headersOfSession } from './signed-in.ts';
import { testApp } from './test-app.ts';

// One donor tries every id of another donor in every call that donors may make: foreign records get
// the same response as absent ones, and nothing changes.

const house = await testApp();
const { app, db } = house;
let headers: Record<string, string>;
let taro: Record<string, string>;
let foreign: Awaited<ReturnType<typeof insertWholePerson>>;

beforeAll(async () => {
  await insertAssociate(db, 'ao');
  await insertWholePerson(db, 'hanako', 10);
  foreign = await insertWholePerson(db, 'taro', 20);
  await insertReport(db, 'hanako', 'pledge-of-taro');
  // Gifts made as a guest have no owner yet.
  await db.update(authUsers).set({ emailVerified: false });
  taro = await headersOfSession(house, uidOf('taro'));
  headers = await headersOfSession(house, uidOf('hanako'));
});

/** Every id of the other donor, of any kind of record. */
const foreignIds = () => [
  foreign.direct as string,
  foreign.bought as string,
  foreign.cancelled as string,
  foreign.made as string,
  uidOf('taro'),
  'pledge-of-taro',
  'taro-coat',
  'R-taro',
  'line of taro',
  '〆auth_sessions.id〆taro〆',
];

/** Bodies with ids, for each call that takes one. */
const bodies: Record<string, (id: string) => object> = {
  '/api/applications/status': (appraisalId) => ({ appraisalId }),
  '/api/applications/trace': (appraisalId) => ({ appraisalId }),
  '/api/applications/cancel': (appraisalId) => ({ appraisalId }),
  '/api/applications/identity-check': (appraisalId) => ({ appraisalId }),
  '/api/applications/correct': (appraisalId) => ({
    appraisalId,
    correction: {
      applicantAddress: applyBody().applicantAddress,
      deliveryDate: '',
      deliverySlot: '',
    },
  }),
  '/api/users/createByAppraisalId': (appraisalId) => ({ appraisalId, claimToken: 'a'.repeat(43) }),
  '/api/applications/claim-link': (appraisalId) => ({ appraisalId, claimToken: 'a'.repeat(43) }),
  '/api/users/sessions/end': (sessionId) => ({ sessionId }),
  '/api/auth/service/untie': (service) => ({ service }),
  '/api/users/giver-consents': (associateId) => ({ associateId, isAgreed: true, textVersion: 1 }),
  '/api/appraisal/apply': (uid) => applyBody({ uid }),
};
/** Public calls that check the owner. */
const alsoForVisitors = new Set([
  '/api/applications/status',
  '/api/applications/trace',
  '/api/applications/cancel',
  '/api/applications/claim-link',
  '/api/applications/correct',
  '/api/applications/identity-check',
  '/api/appraisal/apply',
]);
const namesAnId = /^(id|uid|number)$|Id$/;

type Call = { method: string; path: string };
function callsOf(document: OpenApi): { byPath: Call[]; byBody: Call[]; own: Call[] } {
  const mayCall = new Map(
    app.policies.map(({ method, url, allow }) => [`${method} ${url}`, allow]),
  );
  const calls = operationsOf(document)
    .map((operation) => ({ ...operation, url: operation.path.replace(/\{(\w+)\}/g, ':$1') }))
    .filter(({ method, url }) => {
      const allow = mayCall.get(`${method} ${url}`);
      return allow === 'signed-in' || allow === 'signed-up' || alsoForVisitors.has(url);
    });
  const byPath = calls.filter(({ url }) => url.includes(':'));
  const takesId = (call: (typeof calls)[number]) =>
    call.method !== 'GET' &&
    (call.path in bodies ||
      Object.keys(call.body?.properties ?? {}).some((n) => namesAnId.test(n)));
  const others = calls.filter((call) => !byPath.includes(call));
  return { byPath, byBody: others.filter(takesId), own: others.filter((call) => !takesId(call)) };
}
const { byPath, byBody, own } = callsOf((await app.inject('/api/openapi.json')).json());

/** Allowed changes without an effect: rate limits, when a browser was last seen, traces of refusals. */
const isCount = ({ table, text }: { table: string; text: string }) =>
  table === 'attempt_budgets' ||
  table === 'auth_sessions' ||
  (table === 'audit_log' && text.includes(',security.denied,'));

async function expectForeignIsAbsent(
  ask: (id: string) => { url: string; payload?: object },
  method: string,
) {
  const before = await wholeDatabase(db);
  for (const id of foreignIds()) {
    await db.delete(attemptBudgets);
    const { url, payload } = ask(id);
    const reply = await app.inject({ method: method as 'GET', url, payload, headers });
    // Another person's donation is returned as an empty object (docs/product.md, Donations and counts).
    const refused = reply.body === '{}' ? 404 : reply.statusCode;
    expect([400, 403, 404], `${url} with ${id}: ${reply.body}`).toContain(refused);
    expect(reply.body).not.toMatch(/〆taro〆|taro@/);
    const unknown = await app.inject({ method: method as 'GET', ...ask(absent(id)), headers });
    expect([unknown.statusCode, unknown.body]).toEqual([reply.statusCode, reply.body]);
  }
  const after = await wholeDatabase(db);
  expect(after.filter((row) => !isCount(row))).toEqual(before.filter((row) => !isCount(row)));
}
/** An unused id of the same form. */
const absent = (id: string) => (/^TS-/.test(id) ? numberOf(500) : id.replace('taro', 'nobu'));

test('their owner reads them by these ids', async () => {
  const url = `/api/users/applications/${foreign.direct}`;
  const statuses = await Promise.all(
    [taro, headers].map(async (of) => (await app.inject({ url, headers: of })).statusCode),
  );
  expect(statuses).toEqual([200, 404]);
});

describe('by its address', () => {
  test.each(byPath)('$method $path', async ({ method, path }) => {
    await expectForeignIsAbsent(
      (id) => ({ url: path.replace(/\{\w+\}/g, encodeURIComponent(id)) }),
      method,
    );
  });
});

describe('by its body', () => {
  test.each(byBody)('$method $path', async ({ method, path }) => {
    const body = bodies[path];
    if (!body) throw new Error(`add to "bodies" how ${path} names things`);
    await expectForeignIsAbsent((id) => ({ url: path, payload: body(id) }), method);
  });
});

test('what a donor reads without naming anything is their own', async () => {
  const reads = own.filter(({ method }) => method === 'GET');
  expect(reads.length).toBeGreaterThan(6);
  for (const { path } of reads) {
    const reply = await app.inject({ url: path, headers });
    expect(reply.body, path).not.toMatch(/〆taro〆|taro@|uid-of-taro|pledge-of-taro/);
  }
});
