import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { donations } from '#giving/donations/donation-tables.server.ts';
import { images } from '#kit/images/image-tables.server.ts';
import { budgets } from '#kit/limits/attempts.server.ts';
import { attemptBudgets } from '#kit/limits/limit-tables.server.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
  resultFile,
  resultLine,
} from '#test/factories/donating.ts';
import { hugePng, picturesForm, smallPicture } from '#test/factories/pictures.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { emptyWords, type PledgeDraft } from './pledge-draft.ts';
import { pledgeItems, pledges } from './pledge-tables.server.ts';

const house = await testApp();
const { app, db, clock, folder } = house;
type Headers = Record<string, string>;
let hanako: Headers;
let taro: Headers;
let operator: Headers;
let small: Buffer;

beforeAll(async () => {
  const signIn = signedIn(house);
  operator = await signIn('op', 'operator');
  hanako = await signIn('hanako');
  taro = await signIn('taro');
  small = await smallPicture('jpeg', { width: 120, height: 90 });
  await insertAssociate(db, 'ao', 'あおぞらの会');
  await insertApplications(db, [
    application(1, { uid: 'hanako' }),
    application(2, { uid: 'hanako' }),
    application(3, { uid: 'hanako' }),
    application(4, { uid: 'taro' }),
    application(5, { uid: null }),
    application(6, { uid: 'hanako' }),
  ]);
  await upload(resultLine(1), resultLine(2), resultLine(4), resultLine(5));
});

async function upload(...lines: string[]) {
  const csv = resultFile(...lines);
  const url = '/api/csv/appraisal-result?release=now';
  const payload = { csv, overrideReason: '確かめました' };
  const reply = await app.inject({ method: 'POST', url, payload, headers: operator });
  expect(reply.statusCode).toBe(200);
  return reply.json<{ batchId: string }>().batchId;
}

beforeEach(async () => {
  await db.delete(attemptBudgets);
  await db.delete(pledges);
  await house.services.images.forget((await db.select().from(images)).map(({ id }) => id));
});

const draft = (changes: Partial<PledgeDraft> = {}): PledgeDraft => ({
  id: '',
  appraisalId: numberOf(1),
  ...emptyWords,
  text: '祖母の着物です。',
  state: 'published',
  items: [],
  ...changes,
});
const item = (name: string, id = '') => ({ id, name, comment: '' });
const send = (
  pledge: unknown,
  { pictures = [], headers = hanako }: { pictures?: readonly Buffer[]; headers?: Headers } = {},
) => {
  const form = picturesForm('pledge', pledge, pictures);
  return app.inject({
    method: 'POST',
    url: '/api/my-pledges',
    payload: form.payload,
    headers: { ...headers, ...form.headers },
  });
};
const saved = async (...sent: Parameters<typeof send>) => {
  const reply = await send(...sent);
  expect(reply.json()).toMatchObject({ id: expect.any(String) });
  return { pledge: reply.json(), etag: String(reply.headers.etag) };
};
const listed = async () => (await app.inject('/api/my-pledges')).json();
const kept = async () => ({
  files: (await readdir(join(folder, 'images')).catch(() => [])).length,
  rows: (await db.select({ id: images.id }).from(images)).length,
});
const nothing = { files: 0, rows: 0 };

test('a pledge with pictures is public at once, its amount told to nobody', async () => {
  const items = [item('コート'), item('')];
  const { pledge } = await saved(draft({ items }), { pictures: [small, small] });
  expect(pledge).toMatchObject({ state: 'published', showsAmount: false });
  const [shown] = await listed();
  expect(shown).toMatchObject({
    id: pledge.id,
    text: '祖母の着物です。',
    donation: { associateName: 'あおぞらの会', amount: null },
    items: [{ name: 'コート' }, { name: '' }],
  });
  expect(shown).not.toHaveProperty('showsAmount');
  expect((await app.inject(shown.items[0].image)).statusCode).toBe(200);
});

test('the amount is told when its author shows it on purpose', async () => {
  await saved(draft({ showsAmount: true }));
  expect((await listed())[0].donation.amount).toBe(1200);
});

test('a draft and a hidden one are their author’s alone, and a draft’s day is its publication', async () => {
  const { pledge } = await saved(draft({ state: 'draft', text: '' }));
  expect(await listed()).toEqual([]);
  const { id } = pledge;
  clock.now = new Date(clock.now.getTime() + 60_000);
  const published = (await saved(draft({ id }))).pledge;
  expect(published.pledgedAt > pledge.pledgedAt).toBe(true);
  await saved(draft({ id, state: 'hidden' }));
  expect(await listed()).toEqual([]);
  const own = await app.inject({ url: '/api/users/my-pledges', headers: hanako });
  expect(own.json()).toMatchObject([{ id, state: 'hidden', pledgedAt: published.pledgedAt }]);
});

test('a pledge tells of the result that stands, once, whatever was taken back before', async () => {
  const batchId = await upload(resultLine(6, { appraised: 77_000 }));
  const of = { appraisalId: numberOf(6), showsAmount: true };
  const { pledge } = await saved(draft({ ...of, state: 'draft' }));
  const url = `/api/office/results/batches/${batchId}/reverse`;
  const payload = { reason: '金額を誤ったため', version: 1 };
  const reply = await app.inject({ method: 'POST', url, payload, headers: operator });
  expect(reply.statusCode).toBe(200);
  expect((await send(draft({ ...of, id: pledge.id }))).statusCode).toBe(404);
  await upload(resultLine(6, { appraised: 900 }));
  await saved(draft({ ...of, id: pledge.id }));
  expect(await listed()).toMatchObject([{ id: pledge.id, donation: { amount: 900 } }]);
});

test('pictures are kept, put in another order, added and taken away', async () => {
  const first = await saved(draft({ items: [item('甲'), item('乙')] }), {
    pictures: [small, small],
  });
  const { id } = first.pledge;
  const [one, other] = first.pledge.items;
  const items = [item('新しい'), item('乙の2', other.id)];
  const { pledge } = await saved(draft({ id, items }), { pictures: [small] });
  expect(pledge.items).toMatchObject([
    { name: '新しい' },
    { id: other.id, name: '乙の2', image: other.image },
  ]);
  expect((await app.inject(one.image)).statusCode).toBe(404);
  expect((await kept()).rows).toBe(2);
});

test('the same sent again under its key is one pledge with one picture', async () => {
  const headers = { ...hanako, 'idempotency-key': 'once' };
  const sent = [draft({ items: [item('甲')] }), { pictures: [small], headers }] as const;
  const [first, second] = [await saved(...sent), await saved(...sent)];
  expect(second).toEqual(first);
  expect((await kept()).rows).toBe(1);
});

test('a retry of a lost answer gets it, also where the hour’s budget is spent by then', async () => {
  const headers = { ...hanako, 'idempotency-key': 'lost' };
  const sent = [draft({ items: [item('甲')] }), { pictures: [small], headers }] as const;
  const first = await saved(...sent);
  await db.update(attemptBudgets).set({ attempts: budgets['pledges by donor'].limit });
  expect(await saved(...sent)).toEqual(first);
  const { id, items } = first.pledge;
  const next = draft({ id, items: [item('甲', items[0].id), item('乙')] });
  expect((await send(next, { pictures: [small] })).statusCode).toBe(429);
  const other = await send(next, { pictures: [small], headers });
  expect(other.statusCode).toBe(409);
  expect((await kept()).rows).toBe(1);
});

test('of two first pledges at once on one donation one is refused, and leaves no picture', async () => {
  const replies = await Promise.all(
    [1, 2].map(() => send(draft({ items: [item('甲')] }), { pictures: [small] })),
  );
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  expect((await kept()).rows).toBe(1);
});

test('a stale edit is refused and changes nothing', async () => {
  const { pledge, etag } = await saved(draft());
  const { id } = pledge;
  const headers = { ...hanako, 'if-match': etag };
  expect((await send(draft({ id, text: '一' }), { headers })).statusCode).toBe(200);
  expect((await send(draft({ id, text: '二' }), { headers })).statusCode).toBe(409);
  expect((await listed())[0].text).toBe('一');
});

test('one that is taken away is gone with its pictures, and can be written anew', async () => {
  const { pledge } = await saved(draft({ items: [item('甲')] }), { pictures: [small] });
  const remove = (headers: Headers) =>
    app.inject({ method: 'POST', url: `/api/my-pledges/${pledge.id}/remove`, headers });
  expect((await remove(taro)).statusCode).toBe(404);
  expect((await remove({ ...hanako, 'if-match': '"9"' })).statusCode).toBe(409);
  expect((await remove(hanako)).statusCode).toBe(200);
  expect((await remove(hanako)).statusCode).toBe(404);
  expect([await listed(), await kept()]).toEqual([[], nothing]);
  expect(await db.select({ text: pledges.text }).from(pledges)).toEqual([{ text: '' }]);
  expect((await send(draft({ id: pledge.id }))).statusCode).toBe(404);
  expect((await saved(draft({ text: 'もう一度' }))).pledge.text).toBe('もう一度');
});

describe('is refused and leaves nothing', () => {
  test.each([
    ['another donor’s donation', draft({ appraisalId: numberOf(4) }), 404],
    ['a guest’s donation', draft({ appraisalId: numberOf(5) }), 404],
    ['a box that is not appraised', draft({ appraisalId: numberOf(3) }), 404],
    ['a donation that nobody made', draft({ appraisalId: numberOf(500) }), 404],
    ['a pledge that is not there', draft({ id: 'p500' }), 404],
    ['no text when public', draft({ text: ' ' }), 400],
    ['a text that is too long', draft({ text: 'あ'.repeat(2001) }), 400],
    ['a NUL in the text', draft({ text: 'a\0' }), 400],
    ['a state of the house', { ...draft(), state: 'removed' }, 400],
    ['a reply of its own', { ...draft(), reply: 'ありがとう' }, 400],
    ['another author', { ...draft(), uid: 'taro' }, 400],
    ['no object', 'text', 400],
  ])('%s', async (_what, pledge, status) => {
    const items = typeof pledge === 'string' ? {} : { items: [item('甲')] };
    const sent = typeof pledge === 'string' ? pledge : { ...pledge, ...items };
    const reply = await send(sent, { pictures: [small] });
    expect(reply.statusCode).toBe(status);
    expect(reply.json().message).toMatch(/[ぁ-ん]/);
    expect([await listed(), await kept()]).toEqual([[], nothing]);
  });

  test('a donation whose result was taken back', async () => {
    const which = eq(donations.appraisalId, numberOf(2));
    await db.update(donations).set({ reversedAt: clock.now }).where(which);
    expect((await send(draft({ appraisalId: numberOf(2) }))).statusCode).toBe(404);
    await db.update(donations).set({ reversedAt: null }).where(which);
  });

  test('another donor’s pledge and the pictures of another pledge', async () => {
    const mine = await saved(draft({ items: [item('甲')] }), { pictures: [small] });
    const { id, items } = mine.pledge;
    const before = await db.select().from(pledgeItems);
    expect((await send(draft({ id }), { headers: taro })).statusCode).toBe(404);
    const url = `/api/users/my-pledges/${id}`;
    expect((await app.inject({ url, headers: taro })).statusCode).toBe(404);
    expect((await app.inject({ url, headers: hanako })).headers.etag).toBe(mine.etag);
    const stolen = [item('甲', items[0].id)];
    for (const sent of [
      draft({ appraisalId: numberOf(2), items: stolen }),
      draft({ id, items: [...stolen, ...stolen] }),
    ]) {
      expect((await send(sent)).statusCode).toBe(400);
    }
    expect(await db.select().from(pledgeItems)).toEqual(before);
  });

  test.each([
    ['more pictures than items', [item('甲')], () => [small, small], 400],
    ['more items than pictures', [item('甲'), item('乙')], () => [small], 400],
    ['nine pictures', Array(9).fill(item('')), () => Array(9).fill(small), 400],
    ['a good picture and a bad one', [item(''), item('')], () => [small, hugePng()], 400],
    ['an empty picture', [item('')], () => [Buffer.alloc(0)], 400],
    ['31 MB', Array(4).fill(item('')), () => Array(4).fill(Buffer.alloc(8_000_000, 0xff)), 413],
  ])('%s', async (_what, items, pictures, status) => {
    const reply = await send(draft({ items }), { pictures: pictures() });
    expect(reply.statusCode).toBe(status);
    expect(reply.json().message).toMatch(/[ぁ-ん]/);
    expect([await listed(), await kept()]).toEqual([[], nothing]);
  });

  test.each([0.02, 0.5, 0.99])('a form that breaks off after %d of it', async (share) => {
    const form = picturesForm('pledge', draft({ items: [item('甲')] }), [small]);
    const reply = await app.inject({
      method: 'POST',
      url: '/api/my-pledges',
      payload: form.payload.subarray(0, Math.floor(form.payload.length * share)),
      headers: { ...hanako, ...form.headers },
    });
    expect(reply.statusCode).toBe(400);
    expect([await listed(), await kept()]).toEqual([[], nothing]);
  });
});
