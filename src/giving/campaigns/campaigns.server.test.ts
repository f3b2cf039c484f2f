import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { associates } from '#organisations/associates/associate-tables.server.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  resultFile,
  resultLine,
} from '#test/factories/donating.ts';
import { uploadResults } from '#test/factories/upload-results.ts';
import { headersOfSession, signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { campaignAssociates, campaigns as campaignsTable } from './campaign-tables.server.ts';
import { currentCampaigns, findCampaign } from './campaigns.server.ts';

const house = await testApp({ now: new Date('2026-11-20T10:00:00+09:00') });
const { db, services, clock } = house;
const { ctx } = services;

async function insertCampaign(token: string, startsOn: string, endsOn: string, ids: string[]) {
  const year = Number(startsOn.slice(0, 4));
  await db
    .insert(campaignsTable)
    .values({ year, token, title: `${token}の会`, lead: '', body: '', startsOn, endsOn });
  for (const [position, associateId] of ids.entries()) {
    await db.insert(campaignAssociates).values({ year, token, associateId, position });
  }
}

async function donate(now: string, ...lines: string[]) {
  clock.now = new Date(now);
  const operator = await headersOfSession(house, 'op');
  const { body } = await uploadResults(house, operator, resultFile(...lines));
  expect(body.errors).toEqual([]);
  return { operator, batchId: body.batchId as string };
}

beforeAll(async () => {
  await signedIn(house)('op', 'operator');
  await services.topics.start();
  for (const id of ['ao', 'umi', 'gone', 'other']) await insertAssociate(db, id);
  await db.update(associates).set({ isListed: false }).where(eq(associates.id, 'gone'));
  await insertCampaign('autumn', '2026-11-01', '2026-11-30', ['umi', 'gone', 'ao']);
  await insertCampaign('cat', '2018-02-01', '2018-03-31', ['ao']);
  await insertApplications(db, [
    ...[1, 2, 3, 4].map((n) => application(n)),
    application(5, { associateId: 'gone' }),
    application(6, { associateId: 'other' }),
    application(7, { kind: 'fund' }),
    application(8),
  ]);
});
afterAll(() => services.topics.stop());

test('campaigns are listed with their state of today, which turns at midnight in Tokyo', async () => {
  clock.now = new Date('2026-11-30T23:59:59+09:00');
  const states = async () =>
    (await currentCampaigns(ctx)).map(({ token, state }) => [token, state]);
  expect(await states()).toEqual([
    ['autumn', 'running'],
    ['heavy-rain', 'ended'],
    ['cat', 'ended'],
  ]);
  clock.now = new Date('2026-12-01T00:00:00+09:00');
  expect(await states()).toEqual([
    ['autumn', 'ended'],
    ['heavy-rain', 'ended'],
    ['cat', 'ended'],
  ]);
});

test('every installation has the two campaigns of 2018, whose pages nobody had to write', async () => {
  const found = await findCampaign(ctx, 2018, 'heavy-rain');
  expect(found).toMatchObject({ state: 'ended', associates: [], tally: { count: 0 } });
});

test('a campaign shows its listed organisations in the editors’ order', async () => {
  clock.now = new Date('2026-11-20T10:00:00+09:00');
  const found = await findCampaign(ctx, 2026, 'autumn');
  expect(found?.state).toBe('running');
  expect(found?.associates.map(({ id }) => id)).toEqual(['umi', 'ao']);
});

test('its tally counts the gifts to its organisations within its days, and no others', async () => {
  await donate('2026-10-31T23:59:59.999+09:00', resultLine(1));
  await donate('2026-11-01T00:00:00.000+09:00', resultLine(2));
  await donate('2026-11-30T23:59:59.999+09:00', resultLine(3, { appraised: 300 }));
  await donate('2026-11-15T10:00:00.000+09:00', resultLine(5, { associate: 'gone' }));
  await donate('2026-11-15T11:00:00.000+09:00', resultLine(6, { associate: 'other' }));
  await donate('2026-11-15T12:00:00.000+09:00', resultLine(7, { associate: '' }));
  await donate('2026-12-01T00:00:00.000+09:00', resultLine(4));
  const mistake = await donate('2026-11-16T10:00:00.000+09:00', resultLine(8));
  const taken = await house.app.inject({
    method: 'POST',
    url: `/api/office/results/batches/${mistake.batchId}/reverse`,
    payload: { reason: '取り違えたため', version: 1 },
    headers: mistake.operator,
  });
  expect(taken.statusCode).toBe(200);
  clock.now = new Date('2026-12-01T00:00:00+09:00');
  const found = await findCampaign(ctx, 2026, 'autumn');
  // Three gifts have no public sum.
  expect(found?.tally).toEqual({ count: 3, amountYen: null });
  expect(found?.state).toBe('ended');
  expect((await findCampaign(ctx, 2018, 'cat'))?.tally).toEqual({ count: 0, amountYen: null });
});

test('a campaign that is not there is not found', async () => {
  expect(await findCampaign(ctx, 2027, 'autumn')).toBeUndefined();
  expect(await findCampaign(ctx, 2026, 'cat')).toBeUndefined();
});

test('a new row is a new campaign, in the menus of every page at once', async () => {
  expect((await services.site.facts()).campaigns.map(({ token }) => token)).not.toContain('winter');
  await insertCampaign('winter', '2026-12-01', '2027-02-28', ['ao']);
  await services.topics.refresh();
  const [first] = (await services.site.facts()).campaigns;
  expect(first).toEqual({ year: 2026, token: 'winter', title: 'winterの会', state: 'running' });
});
