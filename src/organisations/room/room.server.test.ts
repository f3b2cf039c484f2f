import { eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pledges } from '#giving/pledges/pledge-tables.server.ts';
import { lockNumbers } from '#kit/db/locks/lock.server.ts';
import { contentVersions } from '#kit/versions/version-tables.server.ts';
import { ActivityContent } from '#organisations/activities/activity.ts';
import {
  associateActivities,
  associateAgreements,
  associates,
} from '#organisations/associates/associate-tables.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
} from '#test/factories/donating.ts';
import { insertPledge } from '#test/factories/pledging.ts';
import { insertPaper } from '#test/factories/receipts.ts';
import { holding, lockWaits } from '#test/lock-waits.ts';
import { headersOfSession, signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import type { RoomFacts } from './room.ts';
import { staffMemberships } from './room-tables.server.ts';

const house = await testApp();
const { app, db, clock, services } = house;
const signIn = signedIn(house);
const room = '/api/staff/associates/ao';

beforeAll(async () => {
  await signIn('op', 'operator');
  await signIn('hanako');
  await signIn('editor', 'staff');
  await insertAssociate(db, 'ao', 'あおぞらの会');
  await db.insert(staffMemberships).values({ uid: 'editor', associateId: 'ao' });
  await insertApplications(db, [application(1, { uid: 'hanako' })]);
});
beforeEach(async () => {
  clock.now = new Date('2026-11-20T10:00:00+09:00');
  await db.delete(associateAgreements);
  await db.delete(outboxMails);
});

const agree = (publishes: string, days: { startsOn: string; endsOn?: string }) =>
  db.insert(associateAgreements).values({
    id: `${publishes} ${days.startsOn}`,
    associateId: 'ao',
    ...days,
    feeBasisPoints: 0,
    publishes,
    createdBy: 'op',
    createdAt: clock.now,
  });
const post = async (uid: string, url: string, payload: object) =>
  app.inject({ method: 'POST', url, headers: await headersOfSession(house, uid), payload });
const get = async (uid: string, url: string) =>
  app.inject({ url, headers: await headersOfSession(house, uid) });
const facts = async () => (await get('editor', `${room}/room`)).json<RoomFacts>();
const published = { note: '', holdsFrom: '' };

describe('publishing', () => {
  test.each([
    ['at-once', { startsOn: '2026-11-20' }, true],
    ['at-once', { startsOn: '2026-11-21' }, false],
    ['at-once', { startsOn: '2026-01-01', endsOn: '2026-11-19' }, false],
    ['at-once', { startsOn: '2026-01-01', endsOn: '2026-11-20' }, true],
    ['after-look', { startsOn: '2026-01-01' }, false],
  ])('%s by an agreement of %j: %s', async (publishes, days, isAtOnce) => {
    await agree(publishes, days);
    expect((await facts()).publishesAtOnce).toBe(isAtOnce);
  });

  test('is as the agreement says that was recorded last, whenever the one before began', async () => {
    await agree('at-once', { startsOn: '2026-10-01' });
    clock.now = new Date('2026-11-20T11:00:00+09:00');
    await agree('after-look', { startsOn: '2026-09-01' });
    expect((await facts()).publishesAtOnce).toBe(false);
  });

  test('facts tell where the organisation is', async () => {
    expect((await facts()).state).toBe('published');
  });

  test('without an agreement is after the operator’s look', async () => {
    expect((await facts()).publishesAtOnce).toBe(false);
  });

  test('of who an organisation is always waits for the operator, of the rest not', async () => {
    await agree('at-once', { startsOn: '2026-01-01' });
    const path = '/api/staff/pages/ao';
    const { current } = (await get('editor', path)).json();
    const whole = {
      ...current.content,
      summary: '海辺の会です。',
      address: '東京都府中市1-1',
      representative: '青空 花子',
      socialChallenges: ['animal'],
    };
    await db
      .update(associates)
      .set({ address: whole.address, representative: whole.representative })
      .where(eq(associates.id, 'ao'));
    await post('editor', `${path}/draft`, { content: whole });
    const done = await post('editor', `${path}/publish`, published);
    expect(done.json().draft).toBeNull();
    await post('editor', `${path}/draft`, { content: { ...whole, name: '青空の会' } });
    const asked = await post('editor', `${path}/publish`, published);
    expect(asked.json().draft.state).toBe('waiting');
    expect((await services.associates.find('ao'))?.name).toBe('あおぞらの会');
    expect((await facts()).waitingCount).toBe(1);
    const [look] = (await get('op', '/api/office/looks')).json();
    const { kind, key, tag } = look;
    await post('op', '/api/office/looks/publish', { kind, key, tag });
    await services.topics.refresh();
    expect((await services.associates.find('ao'))?.name).toBe('青空の会');
    await db.update(associates).set({ name: 'あおぞらの会' }).where(eq(associates.id, 'ao'));
  });
});

test('a name that is changed while a page is being published waits for the operator, too', async () => {
  await agree('at-once', { startsOn: '2026-01-01' });
  const path = '/api/staff/pages/ao';
  const draft = (await get('editor', path)).json().current.content;
  await post('editor', `${path}/draft`, { content: { ...draft, summary: '浜の会です。' } });
  const release = await holding(
    house.databaseUrl,
    `select pg_advisory_xact_lock(${lockNumbers.version}, hashtext('associate:ao'))`,
  );
  const publishing = post('editor', `${path}/publish`, published);
  await expect.poll(() => lockWaits(db)).toBe(1);
  await db
    .update(contentVersions)
    .set({ content: { ...draft, name: '別の会' }, revision: sql`${contentVersions.revision} + 1` })
    .where(eq(contentVersions.state, 'draft'));
  await release();
  expect((await publishing).statusCode).toBe(409);
  const { current } = (await get('editor', path)).json();
  expect(current.content.name).toBe('あおぞらの会');
  await post('editor', `${path}/discard`, {});
});

describe('a report of the work', () => {
  const words = ActivityContent.parse({
    title: '海岸の清掃',
    body: '**30人**で拾いました。',
    imageId: '',
  });

  test('is on the page once it is published, keeps its day when it is mended, and comes back as a draft', async () => {
    await agree('at-once', { startsOn: '2026-01-01' });
    const { id } = (await post('editor', `${room}/activities`, words)).json();
    const key = `/api/staff/activities/ao:${id}`;
    expect(await services.associates.activity('ao', id)).toBeUndefined();
    await post('editor', `${key}/publish`, published);
    const shown = await services.associates.activity('ao', id);
    expect(JSON.stringify(shown?.blocks)).toContain('"strong"');
    clock.now = new Date('2026-11-25T10:00:00+09:00');
    await post('editor', `${key}/draft`, { content: { ...words, title: '浜の清掃' } });
    await post('editor', `${key}/publish`, published);
    const mended = await services.associates.activity('ao', id);
    expect([mended?.title, mended?.publishedAt]).toEqual(['浜の清掃', shown?.publishedAt]);
    const withdrawn = await post('editor', `${room}/activities/${id}/withdraw`, { reason: '誤り' });
    expect(withdrawn.statusCode).toBe(200);
    expect(await services.associates.activity('ao', id)).toBeUndefined();
    expect(await db.select().from(associateActivities)).toEqual([]);
    const drafts = (await get('editor', `${room}/activities/drafts`)).json();
    expect(drafts).toMatchObject([{ id, title: '浜の清掃', state: 'draft' }]);
  });

  test('stays its organisation’s when it is withdrawn: no other drafts under its id', async () => {
    await agree('at-once', { startsOn: '2026-01-01' });
    const { id } = (await post('editor', `${room}/activities`, words)).json();
    await post('editor', `/api/staff/activities/ao:${id}/publish`, published);
    await post('editor', `${room}/activities/${id}/withdraw`, { reason: '誤り' });
    await signIn('elsewhere', 'staff');
    await insertAssociate(db, 'else', 'よその会');
    await db.insert(staffMemberships).values({ uid: 'elsewhere', associateId: 'else' });
    const taken = `/api/staff/activities/else:${id}`;
    const drafted = await post('elsewhere', `${taken}/draft`, { content: words });
    await agree('at-once', { startsOn: '2026-02-01' });
    await db.update(associateAgreements).set({ associateId: 'else' });
    await post('elsewhere', `${taken}/publish`, published);
    await db.update(associateAgreements).set({ associateId: 'ao' });
    const again = await post('editor', `/api/staff/activities/ao:${id}/publish`, published);
    expect([drafted.statusCode, again.statusCode]).toEqual([404, 200]);
    await db.delete(associateActivities);
  });

  test('is one of fifty begun ones at most', async () => {
    const begin = () => post('editor', `${room}/activities`, words);
    let last = await begin();
    for (let n = 0; n < 60 && last.statusCode === 200; n++) last = await begin();
    expect(last.statusCode).toBe(409);
    const drafts = (await get('editor', `${room}/activities/drafts`)).json();
    expect(drafts).toHaveLength(50);
    const gone = await post('editor', `/api/staff/activities/ao:${drafts[0].id}/discard`, {});
    expect([gone.statusCode, gone.json().draft]).toEqual([200, null]);
    expect((await get('editor', `${room}/activities/drafts`)).json()).toHaveLength(49);
    expect((await begin()).statusCode).toBe(200);
  });
});

describe('a reply to a pledge', () => {
  const reply = (id: string, text: string, known = '') =>
    post('editor', `${room}/pledges/${id}/reply`, { reply: text, known });
  const mails = () => db.select().from(outboxMails).where(eq(outboxMails.kind, 'pledge-replied'));
  beforeEach(async () => {
    await db.delete(pledges);
    await insertPledge(db, { id: 'coat', appraisalId: numberOf(1), uid: 'hanako' });
  });

  test('stands under it for everybody, its author is told of the first one alone', async () => {
    expect((await facts()).unansweredPledgeCount).toBe(1);
    expect((await reply('coat', '届きました。')).statusCode).toBe(200);
    expect((await services.pledges.find('coat'))?.reply).toBe('届きました。');
    expect((await facts()).unansweredPledgeCount).toBe(0);
    await reply('coat', '確かに届きました。', '届きました。');
    const [mail, ...more] = await mails();
    expect([mail?.uid, more]).toEqual(['hanako', []]);
    expect(mail?.textBody).toContain('/my-pledge/coat');
    const stale = await reply('coat', '別の返事', '届きました。');
    expect(stale.statusCode).toBe(409);
    await reply('coat', '', '確かに届きました。');
    expect((await services.pledges.find('coat'))?.reply).toBe('');
  });

  test.each(['hidden', 'draft', 'removed'])('is refused where it is %s', async (state) => {
    await db.update(pledges).set({ state });
    expect((await reply('coat', '届きました。')).statusCode).toBe(404);
  });

  test('is gone with a pledge that the operator withholds', async () => {
    await reply('coat', '届きました。');
    await post('op', '/api/office/pledges/coat/withhold', { reason: '確認のため' });
    expect(await services.pledges.find('coat')).toBeUndefined();
  });
});

test('receipts in its name are read without whom they are for', async () => {
  const paper = { number: '2026-000001', amountYen: 12_000, issuedAt: clock.now };
  await insertPaper(db, { ...paper, kind: 'year' });
  const list = await get('editor', `${room}/receipts`);
  expect(list.json()).toEqual([
    {
      number: '2026-000001',
      kind: 'year',
      year: 2026,
      amountYen: 12_000,
      issuedAt: '20261120100000000',
      isReissue: false,
      isVoid: false,
    },
  ]);
  expect(list.body).not.toMatch(/髙橋|東京都/);
});
