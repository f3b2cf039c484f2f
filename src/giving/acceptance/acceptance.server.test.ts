import { beforeAll, beforeEach, expect, test } from 'vitest';
import { applications } from '#giving/applications/application-tables.server.ts';
import { attemptBudgets } from '#kit/limits/limit-tables.server.ts';
import { contentVersions } from '#kit/versions/version-tables.server.ts';
import { applyBody } from '#test/factories/apply-body.ts';
import { insertAssociate } from '#test/factories/donating.ts';
import { deliveredOffer } from '#test/factories/offer.ts';
import { publishContent } from '#test/factories/publishing.ts';
import { ifMatchOf } from '#test/factories/seen.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { type Acceptance, defaultAcceptance } from './acceptance.ts';

// A Friday.
const house = await testApp({ now: new Date('2026-11-20T10:00:00+09:00') });
const { app, db, clock, services } = house;
const path = '/api/office/settings/acceptance';
type Headers = Record<string, string>;
let operator: Headers;
let owner: Headers;

beforeAll(async () => {
  await insertAssociate(db, 'ao', 'あおぞらの会');
  operator = await signedIn(house)('operator-1', 'operator');
  owner = await signedIn(house)('owner-1', 'owner');
  await services.topics.start();
  return () => services.topics.stop();
});
beforeEach(async () => {
  clock.now = new Date('2026-11-20T10:00:00+09:00');
  await db.delete(attemptBudgets);
  await db.delete(applications);
  await db.delete(contentVersions);
  // Publishing notifies the cache of the deletion.
  await publish({});
});

const publish = async (changed: Partial<Acceptance>) => {
  const content = { ...defaultAcceptance, ...changed };
  const reply = await publishContent(house, { path, content, headers: operator });
  expect([reply.statusCode, reply.body.slice(0, 200)]).toEqual([200, expect.anything()]);
};
const offer = async () => (await app.inject({ url: '/api/acceptance' })).json();
const apply = (body: object) =>
  app.inject({ method: 'POST', url: '/api/appraisal/apply', payload: body });
const errorsOf = async (body: object) => (await apply(body)).json().errors;
const taken = async (body: object) => expect((await apply(body)).statusCode).toBe(201);

test('the default settings accept everything the product supports', async () => {
  expect(await offer()).toEqual(deliveredOffer);
});

test('what is published is offered at once', async () => {
  expect((await offer()).maxBoxes).toBe(5);
  await publish({
    maxBoxes: 2,
    productNotes: { ...defaultAcceptance.productNotes, shoes: '新品だけ' },
  });
  expect(await offer()).toMatchObject({ maxBoxes: 2, productNotes: { shoes: '新品だけ' } });
});

test('kinds of goods that are not accepted are refused by name', async () => {
  const body = applyBody({ application: { products: ['clothes', 'gold', 'watches'] } });
  await taken(body);
  await publish({ products: ['clothes', 'bags'] });
  expect(await errorsOf(body)).toEqual([
    {
      path: 'application.products',
      message: '「金・貴金属」「腕時計」は、ただいまお受けしていません。選択を外してください。',
    },
  ]);
  await taken(applyBody({ application: { products: ['bags'] } }));
});

test('more boxes than are accepted are refused', async () => {
  await publish({ maxBoxes: 2 });
  await taken(applyBody({ application: { boxes: 2 } }));
  expect(await errorsOf(applyBody({ application: { boxes: 3 } }))).toEqual([
    { path: 'application.boxes', message: '箱は一度に2箱まで申し込めます。' },
  ]);
});

test('sellers must have the operator’s minimum age; donors need not', async () => {
  const fund = applyBody({ kind: 'fund', application: { birth: '2008-01-01' } });
  await taken(fund);
  await publish({ sellerAge: 20 });
  expect(await errorsOf(fund)).toEqual([
    { path: 'application.birth', message: expect.stringContaining('20歳以上') },
  ]);
  await taken(applyBody());
});

test('while buying is paused, only gifts to organisations are accepted', async () => {
  await publish({ offersBuyBack: false });
  expect(await errorsOf(applyBody({ kind: 'fund' }))).toEqual([
    { path: 'application.socialChallengeId', message: expect.stringContaining('お休み') },
  ]);
  await taken(applyBody());
});

test.each([
  ['a prefecture', { unservedPrefectures: ['東京都' as const] }],
  ['the beginning of a postal code', { unservedPostalCodes: ['', '1000'] }],
])('where %s is not served, the operator’s message says so', async (_what, changed) => {
  await publish({ ...changed, unservedMessage: '島へは船が着きしだいお届けします。' });
  expect(await errorsOf(applyBody())).toEqual([
    { path: 'applicantAddress.prefecture', message: '島へは船が着きしだいお届けします。' },
  ]);
  await taken(applyBody({ applicantAddress: { prefecture: '大阪府', zipcode: '530-0001' } }));
});

const wished = (deliveryDate: string) => applyBody({ application: { deliveryDate } });

test('the days that can be wished are those of the operator', async () => {
  await publish({ firstDay: 1, lastDay: 2 });
  await taken(wished('2026-11-21'));
  await taken(wished('2026-11-22'));
  expect(await errorsOf(wished('2026-11-23'))).toEqual([
    { path: 'application.deliveryDate', message: expect.stringContaining('1日後から2日後') },
  ]);
});

test('weekends, holidays and days of its own, on which no kit leaves, do not count', async () => {
  const weekdays: Acceptance['weekdays'] = ['mon', 'tue', 'wed', 'thu', 'fri'];
  // Monday and Tuesday are needed to prepare the kit.
  await publish({ weekdays });
  expect((await errorsOf(wished('2026-11-24')))[0].message).toContain('5日後から14日後');
  await taken(wished('2026-11-25'));
  // Monday is 勤労感謝の日.
  await publish({ weekdays, closesOnHolidays: true });
  expect((await offer()).closedDays.slice(0, 3)).toEqual([
    '2026-11-21',
    '2026-11-22',
    '2026-11-23',
  ]);
  expect((await errorsOf(wished('2026-11-25')))[0].path).toBe('application.deliveryDate');
  await taken(wished('2026-11-26'));
  const closedDays = [{ day: '2026-11-24', reason: '棚卸し' }];
  await publish({ weekdays, closesOnHolidays: true, closedDays });
  expect((await errorsOf(wished('2026-11-26')))[0].path).toBe('application.deliveryDate');
  await taken(wished('2026-11-27'));
});

test('a kit leaves before a run of closed days', async () => {
  await publish({ weekdays: ['mon', 'tue', 'wed', 'thu', 'fri'] });
  await taken(wished('2026-11-25'));
  await taken(wished('2026-11-27'));
  const due = async () =>
    (await app.inject({ url: '/api/office/today', headers: operator })).json().kits;
  expect(await due()).toBe(1);
  await publish({});
  expect(await due()).toBe(0);
});

test('a correction is validated like an application, but values accepted earlier may stay', async () => {
  const { appraisalId } = (await apply(wished('2026-11-24'))).json();
  const [row] = await db.select().from(applications);
  expect(row?.appraisalId).toBe(appraisalId);
  const donor = await signedIn(house)(`donor-${Date.now()}`);
  const uid = (await app.inject({ url: '/api/users/account', headers: donor })).json().email;
  await db.update(applications).set({ uid: uid.split('@')[0] });
  await publish({ unservedPrefectures: ['東京都', '大阪府'], firstDay: 10 });
  const { zipcode, prefecture, line1, line2 } = applyBody().applicantAddress;
  const correct = async (deliveryDate: string, address: object) =>
    app.inject({
      method: 'POST',
      url: '/api/applications/correct',
      headers: { ...donor, ...(await ifMatchOf(db, appraisalId)) },
      payload: {
        appraisalId,
        correction: {
          applicantAddress: { zipcode, prefecture, line1, line2, building: '', ...address },
          deliveryDate,
          deliverySlot: '14',
        },
      },
    });
  expect((await correct('2026-11-24', {})).statusCode).toBe(200);
  expect((await correct('2026-11-25', {})).json().errors).toEqual([
    { path: 'correction.deliveryDate', message: expect.stringContaining('10日後から14日後') },
  ]);
  await publish({ unservedPrefectures: ['大阪府'] });
  const osaka = { zipcode: '5300001', prefecture: '大阪府' };
  expect((await correct('2026-11-24', osaka)).json().errors).toEqual([
    { path: 'correction.applicantAddress.prefecture', message: expect.any(String) },
  ]);
});

test.each<[string, Partial<Acceptance>, string]>([
  ['no goods', { products: [] }, 'content.products'],
  ['an age below the law’s', { sellerAge: 17 }, 'content.sellerAge'],
  ['six boxes', { maxBoxes: 6 }, 'content.maxBoxes'],
  ['a last day before the first', { firstDay: 5, lastDay: 4 }, 'content.lastDay'],
  ['a day beyond sixty', { lastDay: 61 }, 'content.lastDay'],
  ['no weekday', { weekdays: [] }, 'content.weekdays'],
  ['a code of letters', { unservedPostalCodes: ['abc'] }, 'content.unservedPostalCodes'],
  [
    'a day that does not exist',
    { closedDays: [{ day: '2026-02-30', reason: '冬' }] },
    'content.closedDays.0.day',
  ],
])('%s cannot even be a draft', async (_what, changed, field) => {
  const content = { ...defaultAcceptance, ...changed };
  const reply = await publishContent(house, { path, content, headers: operator });
  expect(reply.statusCode).toBe(400);
  expect(reply.json().errors.map((error: { path: string }) => error.path)).toContain(field);
});

test('of two concurrent edits the second is refused and overwrites nothing', async () => {
  const { etag } = (await app.inject({ url: path, headers: operator })).headers;
  const save = (headers: Headers, maxBoxes: number) =>
    app.inject({
      method: 'POST',
      url: `${path}/draft`,
      headers: { ...headers, 'if-match': String(etag) },
      payload: { content: { ...defaultAcceptance, maxBoxes } },
    });
  expect((await save(operator, 3)).statusCode).toBe(200);
  expect((await save(owner, 4)).statusCode).toBe(409);
  const { draft } = (await app.inject({ url: path, headers: owner })).json();
  expect(draft.content.maxBoxes).toBe(3);
});

test('settings need the permission to change them', async () => {
  const warehouse = await signedIn(house)('warehouse-1', 'warehouse');
  const reply = await publishContent(house, {
    path,
    content: defaultAcceptance,
    headers: warehouse,
  });
  expect(reply.statusCode).toBe(403);
});

test('the operator’s calendar knows the holidays', async () => {
  const reply = await app.inject({ url: '/api/office/settings/holidays', headers: operator });
  expect(reply.json()[0]).toEqual({ day: '2026-11-23', name: '勤労感謝の日' });
});
