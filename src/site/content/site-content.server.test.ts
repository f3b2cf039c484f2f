import { beforeAll, beforeEach, expect, test } from 'vitest';
import { findCampaign } from '#giving/campaigns/campaigns.server.ts';
import { contentVersions } from '#kit/versions/version-tables.server.ts';
import { insertAssociate } from '#test/factories/donating.ts';
import { publishContent } from '#test/factories/publishing.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { builtInQuestions } from './delivered-questions.ts';
import type { ChallengesContent, NoticesContent, PicksContent } from './site-content.ts';

const house = await testApp();
const { app, db, clock, services } = house;
const signIn = signedIn(house);
let operator: Record<string, string>;

beforeAll(async () => {
  operator = await signIn('operator-1', 'operator');
  await insertAssociate(db, 'ao', 'あおぞらの会');
  await insertAssociate(db, 'umi', 'うみの会');
});
beforeEach(async () => {
  clock.now = new Date('2026-11-20T10:00:00+09:00');
  await db.delete(contentVersions);
});

const pathOf = (what: string) => `/api/office/content/${what}`;
const publish = (what: string, content: object) =>
  publishContent(house, { path: pathOf(what), content, headers: operator });
const notice = {
  title: '年末年始のお休み',
  body: '',
  linkLabel: '',
  linkPath: '',
  startsOn: '',
  endsOn: '',
};
const titlesNow = async () => (await services.site.facts()).notices.map(({ title }) => title);

test('a notice is shown from its first day to its last, in Asia/Tokyo', async () => {
  const notices = [{ ...notice, startsOn: '2026-12-28', endsOn: '2027-01-03' }];
  expect((await publish('notices', { notices })).statusCode).toBe(200);
  expect(await titlesNow()).toEqual([]);
  clock.now = new Date('2026-12-28T00:00:00+09:00');
  expect(await titlesNow()).toEqual(['年末年始のお休み']);
  clock.now = new Date('2027-01-04T00:00:00+09:00');
  expect(await titlesNow()).toEqual([]);
});

test.each<[string, Partial<NoticesContent['notices'][number]>, string]>([
  ['ends before it begins', { startsOn: '2026-12-02', endsOn: '2026-12-01' }, 'endsOn'],
  ['leads to another site', { linkLabel: '外へ', linkPath: '//evil.example' }, 'linkPath'],
  ['has a link without words', { linkPath: '/faq' }, 'linkPath'],
  ['has no words', { title: ' ' }, 'title'],
])('a notice that %s is refused at its field', async (_what, wrong, field) => {
  const notices = [{ ...notice, startsOn: '2026-12-01', ...wrong }];
  const reply = await publish('notices', { notices });
  expect(reply.statusCode).toBe(400);
  expect(reply.json().errors.map(({ path }: { path: string }) => path)).toContain(
    `content.notices.0.${field}`,
  );
});

test('picks stand on the top page in their order; an organisation that nobody knows is refused', async () => {
  const pick = (associateId: string): PicksContent['picks'][number] => ({
    category: 'animal',
    associateId,
    title: '見出し',
    comment: '',
  });
  expect((await publish('picks', { picks: [pick('umi'), pick('ao')] })).statusCode).toBe(200);
  const shown = await services.associates.categories();
  expect(shown.map(({ associateId }) => associateId)).toEqual(['umi', 'ao']);
  const refused = await publish('picks', { picks: [pick('nobody')] });
  expect(refused.json().errors).toMatchObject([{ path: 'picks.0.associateId' }]);
});

test('the challenges are listed in the order that was published, with their words', async () => {
  const shown = await app.inject({ url: pathOf('challenges'), headers: operator });
  const { challenges }: ChallengesContent = shown.json().current.content;
  const [first, ...rest] = challenges;
  const moved = [...rest, { ...(first as (typeof challenges)[number]), will: '新しい言葉' }];
  expect((await publish('challenges', { challenges: moved })).statusCode).toBe(200);
  const listed = await services.challenges.list();
  expect(listed.map(({ id }) => id)).toEqual(moved.map(({ id }) => id));
  expect(listed.at(-1)?.will).toBe('新しい言葉');
  expect((await publish('challenges', { challenges: rest })).statusCode).toBe(400);
});

test('questions begin as delivered, their numbers filled in, and change when they are published', async () => {
  const text = async () => JSON.stringify(await services.siteContent.questionsNow());
  expect(await text()).toContain('一度に5箱までです。');
  expect(await text()).not.toContain('{{');
  const groups = [
    {
      id: 'new',
      title: '新しい質問',
      questions: [{ id: 'one', question: '質問', answer: '**答え**' }],
    },
  ];
  expect((await publish('questions', { groups })).statusCode).toBe(200);
  expect(await text()).toContain('"strong"');
  const reply = await app.inject({
    method: 'POST',
    url: `${pathOf('questions')}/restore`,
    headers: operator,
    payload: { number: 0 },
  });
  expect(reply.json().draft.content).toEqual(builtInQuestions);
});

test('of two people who edit the same, the second sees both versions', async () => {
  const colleague = await signIn('operator-2', 'operator');
  const save = (headers: Record<string, string>, etag: unknown, title: string) =>
    app.inject({
      method: 'POST',
      url: `${pathOf('notices')}/draft`,
      headers: { ...headers, 'if-match': String(etag) },
      payload: { content: { notices: [{ ...notice, title, startsOn: '2026-12-01' }] } },
    });
  const { etag } = (await app.inject({ url: pathOf('notices'), headers: operator })).headers;
  expect((await save(operator, etag, 'わたしの文')).statusCode).toBe(200);
  expect((await save(colleague, etag, 'あなたの文')).statusCode).toBe(409);
  const stored = await app.inject({ url: pathOf('notices'), headers: colleague });
  expect(stored.json().draft.content.notices[0].title).toBe('わたしの文');
});

test('a campaign is begun as a draft, opens and closes by its days, and tells its result afterwards', async () => {
  const begun = await app.inject({
    method: 'POST',
    url: '/api/office/campaigns',
    headers: operator,
    payload: { title: '冬じたく', token: 'winter', startsOn: '2026-12-01', endsOn: '2026-12-31' },
  });
  expect(begun.json()).toEqual({ key: '2026:winter' });
  expect(await findCampaign(services.ctx, 2026, 'winter')).toBeUndefined();
  const path = '/api/office/campaigns/2026:winter';
  const { content } = (await app.inject({ url: path, headers: operator })).json().draft;
  const whole = { ...content, associateIds: ['umi'], result: '120箱が届きました。' };
  expect(
    (await publishContent(house, { path, content: whole, headers: operator })).statusCode,
  ).toBe(200);
  const stateAt = async (moment: string) => {
    clock.now = new Date(moment);
    return (await findCampaign(services.ctx, 2026, 'winter'))?.state;
  };
  expect(await stateAt('2026-11-30T23:59:59+09:00')).toBe('upcoming');
  expect(await stateAt('2026-12-01T00:00:00+09:00')).toBe('running');
  expect(await stateAt('2027-01-01T00:00:00+09:00')).toBe('ended');
  const page = await findCampaign(services.ctx, 2026, 'winter');
  expect(page?.associates.map(({ id }) => id)).toEqual(['umi']);
  expect(JSON.stringify(page?.result)).toContain('120箱');
  clock.now = new Date('2026-11-20T10:00:00+09:00');
  const again = await app.inject({
    method: 'POST',
    url: '/api/office/campaigns',
    headers: operator,
    payload: { title: '同じ', token: 'winter', startsOn: '2026-12-01', endsOn: '2026-12-31' },
  });
  expect(again.statusCode).toBe(409);
});

test('the operator’s list has the delivered campaigns, and what is only a draft', async () => {
  await app.inject({
    method: 'POST',
    url: '/api/office/campaigns',
    headers: operator,
    payload: { title: '春', token: 'spring', startsOn: '2027-03-01', endsOn: '2027-03-31' },
  });
  const list = (await app.inject({ url: '/api/office/campaigns', headers: operator })).json();
  const keyed = new Map(list.map((one: { key: string }) => [one.key, one]));
  expect(keyed.get('2018:cat')).toMatchObject({ state: 'ended', isShown: true });
  expect(keyed.get('2027:spring')).toMatchObject({ isShown: false, hasDraft: true });
});
