import { expect, test } from 'vitest';
import { isEmptyDatabase, sampleSignIns } from '#kit/db/sample-state.server.ts';
import { passwordFits } from '#people/sign-in/passwords.server.ts';
import { loadedSample } from '#test/factories/loaded-sample.ts';
import { defaultSample, type SampleProgress } from './load-sample.server.ts';

const heard: SampleProgress[] = [];
const began = performance.now();
const { db, rows, value, load } = await loadedSample(defaultSample, (progress) =>
  heard.push(progress),
);
const tookMs = performance.now() - began;

test('the sample loads in under 20 seconds and tells how far it is', () => {
  expect(tookMs).toBeLessThan(20_000);
  const last = heard.at(-1);
  expect(last?.done).toBe(last?.total);
  expect(
    heard.every(({ done }, index) => index === 0 || done > (heard[index - 1]?.done ?? 0)),
  ).toBe(true);
});

test('one of each role can sign in: a donor with a history, staff of an organisation, who runs the service', async () => {
  const signIns = await sampleSignIns(db);
  expect(signIns.map(({ role }) => role)).toEqual([
    'donor',
    'staff',
    'operator',
    'owner',
    'warehouse',
    'accountant',
    'auditor',
  ]);
  for (const { email, password } of signIns) {
    expect(email).toMatch(/\.example$/);
    expect(password).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/);
  }
  expect(await value('select count(*) from auth_accounts')).toBe(7);
  for (const { email, password } of signIns) {
    const [account] = await rows<{ hash: string }>(
      `select a.password as hash from auth_accounts a join auth_users u on u.id = a.user_id
       where u.email = '${email}'`,
    );
    expect(await passwordFits(account?.hash, password)).toBe(true);
  }
  expect(await value('select count(*) from staff_memberships')).toBe(1);
  const mine = `select count(*) from donations d join users u using (uid)
                where u.email = '${signIns[0]?.email}'`;
  expect(await value(mine)).toBeGreaterThanOrEqual(14);
  expect(
    await value(`select count(distinct a.state) from applications a join users u using (uid)
                 where u.email = '${signIns[0]?.email}'`),
  ).toBeGreaterThanOrEqual(7);
});

const tables = [
  'associates',
  'associate_challenges',
  'associate_visions',
  'associate_activities',
  'associate_thanks',
  'associate_certifications',
  'associate_agreements',
  'campaigns',
  'campaign_associates',
  'users',
  'applications',
  'application_events',
  'result_batches',
  'appraisals',
  'appraisal_items',
  'donations',
  'remittance_runs',
  'remittances',
  'ledger_lines',
  'posting_notes',
  'goods_sales',
  'closed_months',
  'associate_months',
  'challenge_months',
  'pledges',
  'pledge_items',
  'images',
];

async function checksumsOf(seed: number) {
  const sample = await loadedSample({ seed, associates: 20, donors: 30, donations: 60 });
  const sums: Record<string, unknown> = {};
  for (const table of tables) {
    const [row] = await sample.rows<{ sum: string }>(
      `select md5(string_agg(t::text, '|' order by t::text)) as sum from ${table} t`,
    );
    sums[table] = row?.sum;
  }
  return sums;
}
const sevens = [await checksumsOf(7), await checksumsOf(7)];
const eight = await checksumsOf(8);

test('the same seed and moment give the same sample; another seed gives another', () => {
  expect(sevens[1]).toEqual(sevens[0]);
  expect(Object.values(sevens[0] ?? {}).every((sum) => typeof sum === 'string')).toBe(true);
  expect(eight.donations).not.toEqual(sevens[0]?.donations);
});

test('sample data that is there already is not loaded again', async () => {
  await expect(load()).rejects.toThrow('すでに入っています');
  expect(await isEmptyDatabase(db)).toBe(false);
});

test('its public figures are there at once: a total, months, organisations, and what arrived', async () => {
  const published = await rows<{ scope: string; cells: number; gifts: number; delivered: number }>(
    `select scope, count(*)::int as cells, sum(gifts)::int as gifts, sum(delivered_gifts)::int as delivered
     from published_sums group by scope order by scope`,
  );
  const of = (scope: string) => published.find((one) => one.scope === scope);
  const given = await value('select count(*) from donations where reversed_at is null');
  expect(of('total')?.gifts).toBeGreaterThan(given * 0.9);
  expect(of('month')?.gifts).toBe(of('total')?.gifts);
  expect(of('month')?.cells).toBeGreaterThan(70);
  expect(of('associate')?.cells).toBeGreaterThan(20);
  expect(of('associate')?.delivered).toBeGreaterThan((of('associate')?.gifts ?? 0) * 0.7);
  expect(await value(`select count(*) from book_transfers where arrived_yen > 0`)).toBeGreaterThan(
    20,
  );
});
