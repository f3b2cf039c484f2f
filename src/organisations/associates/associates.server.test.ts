import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { brotliDecompressSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { connect } from '#kit/db/database.server.ts';
import { forWork } from '#kit/dependencies.server.ts';
import { folderStore } from '#kit/files/files.server.ts';
import { addDays, jstDay, startOfJstDay } from '#kit/values/timestamp.ts';
import { costWords } from '#money/ledger/cost-words.ts';
import { loadSample } from '#start/sample/load-sample.server.ts';
import { testApp } from '#test/test-app.ts';
import { Associate, AssociateDetail, CategoryAssociate, SocialChallenge } from './associate.ts';
import { directoryPageSize } from './directory.ts';

const { app, services, clock, db, dependencies, databaseUrl } = await testApp({
  now: new Date('2026-11-20T18:00:00+09:00'),
});
const folder = await mkdtemp(join(tmpdir(), 'tasuki-associates-'));
await loadSample(
  { ...forWork(dependencies), files: folderStore(folder) },
  { seed: 5, associates: 72, donors: 40, donations: 160 },
);
await services.topics.start();
/** Another process: a pool of its own on the same database. */
const elsewhere = connect(databaseUrl);
afterAll(async () => {
  await services.topics.stop();
  await elsewhere.pool.end();
  await rm(folder, { recursive: true, force: true });
});

const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ method: 'GET', url, headers });
const list = async (query: string) => {
  const response = await get(`/api/associates${query}`);
  expect(response.statusCode).toBe(200);
  return z.array(Associate).parse(response.json());
};

describe('GET /api/associates', () => {
  test('without a selection gives every listed organisation, this month’s first', async () => {
    const response = await get('/api/associates');
    const all = z.array(Associate).parse(response.json());
    expect(all).toHaveLength(72);
    expect(response.headers['x-total-count']).toBe('72');
    expect(response.headers['cache-control']).toBe('no-cache');
    const counts = all.map(({ stat }) => stat.monthlyCount);
    expect(counts).toEqual([...counts].sort((a, b) => b - a));
    expect(Object.keys(all[0] ?? {}).sort()).toEqual(Object.keys(Associate.shape).sort());
  });

  test('sends 304 to who has it, compressed to who accepts that, all the same content', async () => {
    const plain = await get('/api/associates');
    const etag = String(plain.headers.etag);
    const again = await get('/api/associates', { 'if-none-match': etag });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe('');
    const packed = await get('/api/associates', { 'accept-encoding': 'gzip, br' });
    expect(packed.headers['content-encoding']).toBe('br');
    expect(packed.headers.vary).toContain('accept-encoding');
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.body);
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
  });

  test('finds by folded keyword in name, place, summary and challenge', async () => {
    const cats = await list(`?keyword=${encodeURIComponent('ﾈｺ')}`);
    expect(cats.length).toBeGreaterThan(3);
    expect(await list(`?keyword=${encodeURIComponent('猫')}`)).toEqual(cats);
    const both = await list(`?keyword=${encodeURIComponent('環境　川')}`);
    expect(both.map(({ id }) => id)).toContain('sample-environment-4');
    expect(await list(`?keyword=${encodeURIComponent('どこにもない言葉')}`)).toEqual([]);
  });

  test('filters and orders, alone and together', async () => {
    const deductible = await list('?isDeductible=true');
    expect(deductible.length).toBeGreaterThan(20);
    expect(deductible.every((one) => one.isDeductible)).toBe(true);
    const animals = await list('?socialChallengeId=animal&order=newAssociate');
    expect(animals.every((one) => one.socialChallenges.includes('animal'))).toBe(true);
    const dates = animals.map(({ createdAt }) => createdAt);
    expect(dates).toEqual([...dates].sort().reverse());
    const totals = (await list('?order=cumulative')).map(({ stat }) => stat.totalCount);
    expect(totals).toEqual([...totals].sort((a, b) => b - a));
  });

  test('gives pages of 24 with the total, and 404 beyond the last', async () => {
    const pages = await Promise.all([1, 2, 3].map((page) => list(`?page=${page}`)));
    expect(pages.map((page) => page.length)).toEqual([directoryPageSize, 24, 24]);
    expect(pages.flat()).toEqual(await list(''));
    const beyond = await get('/api/associates?page=4');
    expect(beyond.statusCode).toBe(404);
    expect(beyond.json()).toMatchObject({ type: 'NotFound' });
    expect((await get('/api/associates?page=1')).headers['x-total-count']).toBe('72');
  });

  test('ignores unknown parameters and empty ones', async () => {
    expect(await list('?utm_source=mail&keyword=&page=')).toHaveLength(72);
  });

  test.each([
    ['page=0', 'ページ番号'],
    ['page=two', 'ページ番号'],
    ['order=best', '並び順'],
    ['isDeductible=maybe', '控除対象'],
    ['socialChallengeId=nothing', '社会課題'],
    [`keyword=${'a'.repeat(101)}`, '100文字以内'],
    ['keyword=a&keyword=b', '1つの欄'],
  ])('says in Japanese what is wrong with ?%s', async (query, message) => {
    const response = await get(`/api/associates?${query}`);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ type: 'ValidationError' });
    expect(response.json().message).toContain(message);
  });
});

describe('one organisation', () => {
  test('shows all its facts, its certification only while it is valid', async () => {
    const detail = AssociateDetail.parse((await get('/api/associates/sample-animal-1')).json());
    expect(detail.address).toContain('見本町');
    const { rows } = await elsewhere.db.execute<{ count: number; yen: number }>(sql`
      select count(*)::int as count, sum(amount_yen)::int as yen from donations
      where associate_id = ${detail.id} and reversed_at is null`);
    const [given] = rows;
    // Fewer than five gifts wait for others.
    expect((given?.count ?? 0) - detail.totalYenGifts).toBeLessThan(5);
    expect(detail.totalYen).toBeGreaterThan(0);
    expect(detail.totalYen).toBeLessThanOrEqual(given?.yen ?? 0);
    for (const one of await list('')) {
      const { certification, isDeductible, classification } = AssociateDetail.parse(
        (await get(`/api/associates/${one.id}`)).json(),
      );
      expect(isDeductible).toBe(one.isDeductible);
      if (certification) expect(certification.expiresOn >= '2026-11-20').toBe(true);
      if (classification === 'approved-npo') expect(isDeductible).toBe(certification !== null);
    }
  });

  test('has a vision and reports, newest first', async () => {
    const vision = (await get('/api/associates/sample-animal-1/vision')).json();
    expect(vision).toMatchObject({ associateId: 'sample-animal-1' });
    expect(vision.useOfDonations).not.toBe('');
    const reports = (await get('/api/associates/sample-animal-1/activities')).json();
    const dates = reports.map((report: { publishedAt: string }) => report.publishedAt);
    expect(dates.length).toBeGreaterThanOrEqual(2);
    expect(dates).toEqual([...dates].sort().reverse());
    const page = await services.associates.activities('sample-animal-1');
    const [first] = page?.items ?? [];
    expect(await services.associates.activity('sample-animal-1', first?.id ?? '')).toMatchObject(
      first ?? {},
    );
    expect(await services.associates.activity('sample-animal-1', '\0')).toBeUndefined();
    expect(first?.image).toBeNull();
    await elsewhere.db.execute(sql`
      update associate_activities set image_id = 'sample-bag-1' where id = ${first?.id ?? ''}
    `);
    expect((await services.associates.activity('sample-animal-1', first?.id ?? ''))?.image).toEqual(
      expect.objectContaining({ image: '/images/sample-bag-1', widths: [480, 960], width: 960 }),
    );
    expect(await services.associates.activity('sample-animal-2', first?.id ?? '')).toBeUndefined();
    const thanks = await services.associates.thanks('sample-animal-1');
    expect(thanks?.articles.length).toBeGreaterThanOrEqual(2);
    expect(thanks?.isSample).toBe(true);
  });

  test.each(['', '/vision', '/activities'])(
    'is 404 in Japanese where there is none: %s',
    async (path) => {
      for (const id of ['nobody', 'NO-ID', encodeURIComponent('ねこ'), '%00', "'--"]) {
        const response = await get(`/api/associates/${id}${path}`);
        expect(response.statusCode).toBe(404);
        expect(response.json().message).toMatch(/見つかりません/);
      }
    },
  );
});

test('challenges come in the editors’ order with their numbers of organisations', async () => {
  const all = z.array(SocialChallenge).parse((await get('/api/socialChallenges')).json());
  expect(all).toHaveLength(18);
  expect(all.map(({ orders }) => orders)).toEqual(
    all.map(({ orders }) => orders).sort((a, b) => a - b),
  );
  const listed = await list('?socialChallengeId=animal');
  expect(all.find(({ id }) => id === 'animal')?.numberOfAssociates).toBe(listed.length);
  expect(await services.challenges.find('nothing')).toBeUndefined();
});

test('picks come joined with their organisations', async () => {
  const picks = z.array(CategoryAssociate).parse((await get('/api/category-associates')).json());
  expect(picks).toHaveLength(6);
  expect(picks.every(({ associateId, associate }) => associateId === associate.id)).toBe(true);
});

describe('freshness', () => {
  const nameOf = async () => (await get('/api/associates/sample-animal-1')).json().name;

  test('a change made by SQL in another process is shown soon', async () => {
    const before = (await get('/api/associates')).headers.etag;
    await elsewhere.db.execute(
      sql`update associates set name = '名前が変わった会' where id = 'sample-animal-1'`,
    );
    const began = performance.now();
    while ((await nameOf()) !== '名前が変わった会') {
      if (performance.now() - began > 10_000) throw new Error('still the old name');
      await wait(5);
    }
    const after = await get('/api/associates', { 'if-none-match': String(before) });
    expect(after.statusCode).toBe(200);
    expect(after.body).toContain('名前が変わった会');
    expect(await list(`?keyword=${encodeURIComponent('名前が変わった')}`)).toHaveLength(1);
  });

  test('an organisation removed from the list is no longer found', async () => {
    await elsewhere.db.execute(
      sql`update associates set is_listed = false where id = 'sample-animal-2'`,
    );
    await services.topics.refresh();
    expect((await get('/api/associates/sample-animal-2')).statusCode).toBe(404);
    expect((await get('/api/associates/sample-animal-2/vision')).statusCode).toBe(404);
    expect(await list('')).toHaveLength(71);
  });

  test('certifications end with their last day in Tokyo, and months turn', async () => {
    const { rows } = await elsewhere.db.execute<{ id: string; ends: string }>(sql`
      select associate_id as id, max(expires_on)::text as ends from associate_certifications
      join associates a on a.id = associate_id and a.classification = 'approved-npo'
      group by 1 having max(expires_on) between '2026-11-21' and '2026-12-31' order by 2 limit 1`);
    const [ending] = rows;
    const isDeductible = async () =>
      (await list('')).find(({ id }) => id === ending?.id)?.isDeductible;
    clock.now = new Date(`${ending?.ends}T23:59:59+09:00`);
    expect(await isDeductible()).toBe(true);
    clock.now = new Date(clock.now.getTime() + 1_000);
    expect(await isDeductible()).toBe(false);
    clock.now = new Date('2027-01-01T00:00:00+09:00');
    expect((await list('')).every(({ stat }) => stat.monthlyCount === 0)).toBe(true);
    expect((await list('?order=cumulative'))[0]?.stat.totalCount).toBeGreaterThan(10);
  });
});

test('what the service keeps is the agreement of the day, and stands above the form in words', async () => {
  const [some] = await list('');
  const terms = async () =>
    AssociateDetail.parse((await get(`/api/associates/${some?.id}`)).json()).terms;
  await db.execute(sql`delete from associate_agreements where associate_id = ${some?.id}`);
  await services.topics.refresh();
  expect(await terms()).toEqual({ feeBasisPoints: 0, handlingYen: 0 });
  const today = jstDay(clock.now);
  await db.execute(sql`
    insert into associate_agreements (id, associate_id, starts_on, fee_basis_points, handling_yen, created_by, created_at)
    values ('today', ${some?.id}, ${today}, 1050, 500, 'op', now()), ('later', ${some?.id}, ${addDays(today, 1)}, 0, 0, 'op', now())`);
  await services.topics.refresh();
  expect(await terms()).toEqual({ feeBasisPoints: 1050, handlingYen: 500 });
  expect(costWords(await terms())).toBe('寄付額の10.5%と、1箱につき500円');
  // Another agreement starts at midnight in Tokyo, without any write.
  clock.now = startOfJstDay(addDays(today, 1));
  expect(await terms()).toEqual({ feeBasisPoints: 0, handlingYen: 0 });
});
