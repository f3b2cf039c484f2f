import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { topicVersions } from '#kit/topics/topic-tables.server.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
  resultFile,
  resultLine,
} from '#test/factories/donating.ts';
import { insertImage, insertPledge } from '#test/factories/pledging.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import type { Pledge } from './pledge.ts';
import { pledges as pledgesTable } from './pledge-tables.server.ts';

const house = await testApp();
const { app, db, services } = house;
const { pledges } = services;
const signIn = signedIn(house);
let hanako: Awaited<ReturnType<typeof signIn>>;
const dayOf = (day: number) => new Date(`2026-11-${String(day).padStart(2, '0')}T09:00:00+09:00`);

beforeAll(async () => {
  const operator = await signIn('op', 'operator');
  hanako = await signIn('hanako');
  await db.update(users).set({ profileName: 'はなこ' });
  await insertAssociate(db, 'ao', 'あおぞらの会');
  await insertAssociate(db, 'umi', 'うみの会');
  await insertApplications(db, [
    application(1, { uid: 'hanako' }),
    application(2, { uid: 'hanako', associateId: 'umi' }),
    application(3, { uid: 'hanako', kind: 'fund' }),
    application(4, { uid: 'hanako' }),
    application(5, { uid: 'hanako' }),
    application(6, { uid: 'hanako' }),
  ]);
  const csv = resultFile(resultLine(1), resultLine(2, { associate: 'umi' }));
  const reply = await app.inject({
    method: 'POST',
    url: '/api/csv/appraisal-result?release=now',
    payload: { csv, overrideReason: '確かめました' },
    headers: operator,
  });
  expect(reply.statusCode).toBe(200);
  await insertImage(db, 'coat');
  await insertImage(db, 'hat', [320]);
  const by = { uid: 'hanako' };
  const of = (n: number) => ({ id: `p${n}`, appraisalId: numberOf(n), pledgedAt: dayOf(n), ...by });
  await insertPledge(db, { ...of(1), showsAmount: true, reply: '届きました。' }, ['coat', 'hat']);
  await insertPledge(db, of(2));
  await insertPledge(db, of(3));
  await insertPledge(db, { ...of(4), state: 'hidden' }, ['coat']);
  await insertPledge(db, { ...of(5), state: 'draft' });
  await insertPledge(db, { ...of(6), state: 'removed' });
});

const idsOf = (list: readonly Pledge[] | undefined) => list?.map(({ id }) => id);

test('everybody sees what is published, newest first', async () => {
  const reply = await app.inject('/api/my-pledges');
  expect(idsOf(reply.json())).toEqual(['p3', 'p2', 'p1']);
  expect(reply.headers['x-total-count']).toBe('3');
  expect(idsOf((await app.inject('/api/my-pledges?limit=1')).json())).toEqual(['p3']);
});

test('a cursor with a time beyond the database’s range is refused', async () => {
  const statusAt = async (at: string) => {
    const place = Buffer.from(JSON.stringify(['after', Date.parse(at), 'p1']));
    const reply = await app.inject(`/api/my-pledges?cursor=${place.toString('base64url')}`);
    return reply.statusCode;
  };
  expect(await statusAt('2026-11-02')).toBe(200);
  for (const at of ['0000-01-01', '-000001-01-01', '+010000-01-01']) {
    expect([at, await statusAt(at)]).toEqual([at, 400]);
  }
});

test('a pledge names its author, its organisation, its pictures with their sizes, and the reply', async () => {
  expect(await pledges.find('p1')).toMatchObject({
    author: { name: 'はなこ' },
    donation: { associateId: 'ao', socialChallengeId: '', associateName: 'あおぞらの会' },
    reply: '届きました。',
    items: [
      { id: 'p1-item-1', image: '/images/coat', width: 960, height: 720, widths: [480, 960] },
      { id: 'p1-item-2', image: '/images/hat', widths: [320] },
    ],
  });
});

test('the amount is told only where its author shows it', async () => {
  expect((await pledges.find('p1'))?.donation.amount).toBe(1200);
  expect((await pledges.find('p2'))?.donation.amount).toBeNull();
});

test('a gift to a fund names the fund and its challenge', async () => {
  expect((await pledges.find('p3'))?.donation).toMatchObject({
    associateId: '',
    socialChallengeId: 'animal',
    associateName: expect.stringContaining('基金'),
  });
});

test('what is hidden, a draft or unknown is not found, nor are its pictures', async () => {
  expect(await pledges.find('p4')).toBeUndefined();
  expect(await pledges.find('p5')).toBeUndefined();
  expect(await pledges.findItem('p4-item-1')).toBeUndefined();
  expect(await pledges.findItem('none')).toBeUndefined();
  expect(await pledges.find('p1\0')).toBeUndefined();
  expect(await pledges.findItem('\0')).toBeUndefined();
});

test('a picture is found with the pledge that it belongs to', async () => {
  const found = await pledges.findItem('p1-item-2');
  expect([found?.pledge.id, found?.item.image]).toEqual(['p1', '/images/hat']);
});

test('a page holds one organisation’s pledges when it is named, and none lies beyond the last', async () => {
  expect(idsOf((await pledges.page(1))?.items)).toEqual(['p3', 'p2', 'p1']);
  const ofUmi = await pledges.page(1, 'umi');
  expect([idsOf(ofUmi?.items), ofUmi?.total]).toEqual([['p2'], 1]);
  expect(await pledges.page(2)).toBeUndefined();
  expect(await pledges.page(1, 'nobody')).toMatchObject({ items: [], pageCount: 1, total: 0 });
});

test('a donor sees their own, drafts and hidden ones too; others see none of these', async () => {
  const mine = (headers: Record<string, string>) =>
    app.inject({ url: '/api/users/my-pledges', headers });
  expect(idsOf((await mine(hanako)).json())).toEqual(['p5', 'p4', 'p3', 'p2', 'p1']);
  expect(idsOf((await mine(await signIn('taro'))).json())).toEqual([]);
});

test('an author’s public pledges are walked through by key, forth and back', async () => {
  await signIn('many');
  const numbers = Array.from({ length: 30 }, (_, n) => n + 10);
  await insertApplications(
    db,
    numbers.map((n) => application(n, { uid: 'many' })),
  );
  for (const n of numbers) {
    const state = n === 20 ? 'hidden' : 'published';
    await insertPledge(db, { id: `m${n}`, appraisalId: numberOf(n), uid: 'many', state });
  }
  const first = await pledges.byAuthor('many');
  const second = await pledges.byAuthor('many', first.next);
  const ids = [...first.items, ...second.items].map(({ id }) => id);
  expect([first.items.length, second.items.length, first.total.count]).toEqual([24, 5, 29]);
  expect(new Set(ids)).toEqual(new Set(numbers.filter((n) => n !== 20).map((n) => `m${n}`)));
  expect([first.previous, second.next]).toEqual([undefined, undefined]);
  expect(await pledges.byAuthor('many', second.previous)).toEqual(first);
  expect(await pledges.byAuthor('nobody')).toMatchObject({ items: [], next: undefined });
  await db.delete(pledgesTable).where(eq(pledgesTable.uid, 'many'));
});

test.each(['', 'x', 'WyJhZnRlciJd', 'WzFd'])(
  '%j is no place in an author’s pledges',
  async (cursor) => {
    await expect(pledges.byAuthor('hanako', cursor)).rejects.toMatchObject({
      refusal: { type: 'ValidationError' },
    });
  },
);

test.each(['imageId', 'bannerImageId', 'profileText', 'twitter'] as const)(
  'an author’s new %s lets what is public of their pledges count as changed',
  async (column) => {
    const version = async () => {
      const rows = await db.select().from(topicVersions).where(eq(topicVersions.topic, 'pledges'));
      return rows[0]?.version;
    };
    const before = await version();
    await db
      .update(users)
      .set({ [column]: 'coat' })
      .where(eq(users.uid, 'hanako'));
    expect(await version()).not.toBe(before);
  },
);

test('an author’s new name is told to those who keep pages', async () => {
  await services.topics.start();
  const told = Promise.withResolvers<void>();
  services.topics.on((changed) => changed.has('pledges') && told.resolve());
  await db.update(users).set({ profileName: '花子' });
  await told.promise;
  await services.topics.stop();
  expect((await pledges.find('p2'))?.author.name).toBe('花子');
});
