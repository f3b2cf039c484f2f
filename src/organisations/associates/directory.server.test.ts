import { once } from 'node:events';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { insertAssociate } from '#test/factories/donating.ts';
import { testApp } from '#test/test-app.ts';
import { directoryStore } from './directory.server.ts';
import { prepareDirectory, searchDirectory } from './directory.ts';

const { app, db, services, clock } = await testApp({ now: new Date('2026-11-20T18:00:00+09:00') });
const everybody = ['ao', 'haru', 'kumo', 'midori', 'sora', 'umi'];

beforeAll(() => services.topics.start());
afterAll(() => services.topics.stop());

const write = fc.record({
  what: fc.constantFrom(
    'list',
    'rename',
    'hide',
    'show',
    'remove',
    'challenge',
    'certify',
    'give',
    'give all',
    'empty',
    'read sums',
  ),
  id: fc.constantFrom(...everybody),
  n: fc.integer({ min: 1, max: 9 }),
});

/** A write by the product, a command or someone at a console. */
async function apply({ what, id, n }: { what: string; id: string; n: number }): Promise<void> {
  const { rowCount } = await db.execute(sql`select from associates where id = ${id}`);
  if (what === 'list' && rowCount === 0) await insertAssociate(db, id);
  if (what === 'rename')
    await db.execute(
      sql`update associates set name = ${`名前${n}`}, summary = ${`紹介${n}`} where id = ${id}`,
    );
  if (what === 'hide')
    await db.execute(sql`update associates set is_listed = false where id = ${id}`);
  // Facts and counts are read more often than the directory is rebuilt.
  if (what === 'read sums') {
    await services.topics.refresh();
    await services.associates.donationSums();
  }
  if (what === 'show') await db.execute(sql`update associates set is_listed = true`);
  if (what === 'remove') await remove(id);
  if (rowCount === 0) return;
  if (what === 'challenge') {
    await db.execute(sql`delete from associate_challenges where associate_id = ${id}`);
    await db.execute(sql`insert into associate_challenges (associate_id, social_challenge_id, position)
      values (${id}, ${n % 2 ? 'animal' : 'environment'}, 1), (${id}, 'disaster', ${n + 1})`);
  }
  if (what === 'certify') {
    await db.execute(sql`update associates set classification = 'approved-npo'
      where id = ${id} and classification <> 'approved-npo'`);
    await db.execute(sql`delete from associate_certifications where associate_id = ${id}`);
    await db.execute(sql`insert into associate_certifications
      (associate_id, number, authority, certified_on, expires_on, has_tax_credit)
      values (${id}, '1', '所轄庁', '2024-01-01', ${`2026-11-${18 + n}`}, false)`);
  }
  if (what === 'give') await give(sql`id = ${id}`, n);
  if (what === 'give all') await give(sql`true`, n);
  if (what === 'empty') await db.execute(sql`truncate associate_challenges`);
}

async function remove(id: string) {
  for (const table of ['associate_months', 'associate_challenges', 'associate_certifications']) {
    await db.execute(sql`delete from ${sql.identifier(table)} where associate_id = ${id}`);
  }
  await db.execute(sql`delete from kept_sums where key = ${id}`);
  await db.execute(sql`delete from associates where id = ${id}`);
}

const give = (whom: ReturnType<typeof sql>, n: number) =>
  db.transaction(async (tx) => {
    await tx.execute(sql`insert into kept_sums (name, key, count, amount)
      select 'associate-donations', id, ${n}, ${n * 100} from associates where ${whom}`);
    await tx.execute(sql`insert into associate_months (associate_id, month, donation_count, amount_yen)
      select id, '2026-11-01', ${n}, ${n * 100} from associates where ${whom}
      on conflict (associate_id, month) do update
      set donation_count = associate_months.donation_count + ${n}`);
  });

const at = (what: string, id: string, n = 1) => ({ what, id, n }) as const;
const twoReadsOfOneDirectory = [
  [at('list', 'ao'), at('list', 'haru')],
  [at('rename', 'ao', 3), at('read sums', 'ao'), at('rename', 'haru', 4)],
];

test('a directory that follows the changes is the one that is read anew', async () => {
  const writes = fc.array(fc.array(write, { maxLength: 4 }), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(writes, async (rounds) => {
      for (const round of rounds) {
        for (const each of round) await apply(each);
        await services.topics.refresh();
        const anew = directoryStore((_, read) => read(db));
        await anew.follow('2026-11-20');
        const followed = await services.associates.directory();
        const looked = prepareDirectory([...anew.byId.values()]);
        for (const order of ['thisMonth', 'cumulative', 'newAssociate'] as const) {
          for (const keyword of ['', '名前3', 'の']) {
            const list = searchDirectory(looked, { order, keyword });
            expect(followed.first({ order, keyword }, 1_000).items).toEqual(list);
            expect(anew.first({ order, keyword }, 1_000).items).toEqual(list);
          }
        }
        expect(new Map(followed.byId)).toEqual(new Map(anew.byId));
        expect(followed.countByChallenge).toEqual(anew.sums.countByChallenge());
        expect(await services.associates.donationSums()).toEqual(anew.sums.donations());
        expect(await services.associates.placeCounts()).toEqual(anew.sums.countByPrefecture());
      }
    }),
    { numRuns: 25, examples: [[twoReadsOfOneDirectory]] },
  );
}, 60_000);

test('the next day the certifications that are over no longer count', async () => {
  await insertAssociate(db, 'kane').catch(() => undefined);
  await apply({ what: 'certify', id: 'kane', n: 2 });
  await services.topics.refresh();
  const isDeductible = async () =>
    (await services.associates.directory()).byId.get('kane')?.isDeductible;
  expect(await isDeductible()).toBe(true);
  clock.now = new Date('2026-11-21T00:00:01+09:00');
  expect(await isDeductible()).toBe(false);
});

test('a directory that turns the days and months is the one that is read anew', async () => {
  await insertAssociate(db, 'tsuki').catch(() => undefined);
  await apply({ what: 'certify', id: 'tsuki', n: 5 });
  await apply({ what: 'give', id: 'tsuki', n: 3 });
  await db.execute(sql`insert into associate_months (associate_id, month, donation_count, amount_yen)
    values ('tsuki', '2026-12-01', 7, 700) on conflict do nothing`);
  const turned = directoryStore((_, read) => read(db));
  for (const day of ['2026-11-20', '2026-11-23', '2026-11-24', '2026-12-01', '2026-11-22']) {
    await turned.follow(day);
    const anew = directoryStore((_, read) => read(db));
    await anew.follow(day);
    expect(new Map(turned.byId)).toEqual(new Map(anew.byId));
  }
});

function gate() {
  const opening = new EventTarget();
  const opened = once(opening, 'open');
  return { opened, open: () => void opening.dispatchEvent(new Event('open')) };
}

test('who changes very much at once keeps nobody waiting, and is shown when it is there', async () => {
  await insertAssociate(db, 'yama').catch(() => undefined);
  let passing = Number.POSITIVE_INFINITY;
  const database = gate();
  const caughtUp = gate();
  const store = directoryStore(
    async (_, read) => {
      passing -= 1;
      if (passing < 0) await database.opened;
      return read(db);
    },
    { mostWaitedFor: 0, onCaughtUp: caughtUp.open },
  );
  await store.follow('2026-11-20');
  // A text that the random writes above never produce.
  await apply({ what: 'rename', id: 'yama', n: 88 });
  // The list of changes is read at once, the organisations only once the database opens.
  passing = 2;
  await store.follow('2026-11-20');
  // A second reader does not start it again.
  await store.follow('2026-11-20');
  expect(store.first({ keyword: '紹介88' }, 9).items).toEqual([]);
  expect(store.byId.has('yama')).toBe(true);
  database.open();
  await caughtUp.opened;
  expect(store.first({ keyword: '紹介88' }, 9).items.map(({ id }) => id)).toEqual(['yama']);
});

test('the list without a page is bounded, and tells how many there are', async () => {
  await db.execute(sql`insert into associates (id, name, summary, classification)
    select 'many-' || n, '団体' || n, '', 'npo' from generate_series(1, 2100) n`);
  // This many are loaded in the background.
  await vi.waitUntil(async () => (await services.associates.directory()).byId.size >= 2_100, {
    timeout: 30_000,
  });
  for (const url of ['/api/associates', '/api/associates?keyword=団体']) {
    const reply = await app.inject({ url: encodeURI(url) });
    expect(reply.json()).toHaveLength(2_000);
    expect(Number(reply.headers['x-total-count'])).toBeGreaterThanOrEqual(2_100);
  }
});
