import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Address, Applicant } from '#domain/account.ts';
import { type ApplicationState, stepsTo } from '#domain/application-state.ts';
import { AppraisalId } from '#domain/appraisal-number.ts';
import { AssociateId } from '#domain/associate.ts';
import { connect, type Database } from '#server/db/database.ts';
import { folderStore } from '#server/outside/files.ts';
import { type TestDatabase, testDatabase } from '#test/database.ts';
import { catCampaignIds, reliefCampaignIds } from './campaigns.ts';
import { defaultSample, loadSample, type SampleProgress } from './load-sample.ts';
import { isEmptyDatabase, sampleSignIns } from './sample-state.ts';

const now = new Date('2026-11-20T18:00:00+09:00');

let folder: string;
let database: TestDatabase;
let db: Database;
let closePool: () => Promise<void>;
const heard: SampleProgress[] = [];
let tookMs = 0;

async function open() {
  const opened = await testDatabase();
  const { db, pool } = connect(opened.url);
  return { database: opened, db, close: () => pool.end() };
}

const deps = (db: Database) => ({ db, clock: () => now, files: folderStore(folder) });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tasuki-sample-'));
  const opened = await open();
  ({ database, db } = opened);
  closePool = opened.close;
  expect(await isEmptyDatabase(db)).toBe(true);
  const began = performance.now();
  await loadSample(deps(db), defaultSample, (progress) => heard.push(progress));
  tookMs = performance.now() - began;
}, 60_000);
afterAll(async () => {
  await closePool();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function rows<Row extends Record<string, unknown>>(statement: string): Promise<Row[]> {
  return (await db.execute(sql.raw(statement))).rows as Row[];
}
const counts = async (statement: string) =>
  Object.fromEntries((await rows<{ k: string; n: number }>(statement)).map(({ k, n }) => [k, n]));
const value = async (statement: string) =>
  Number(Object.values((await rows(statement))[0] ?? {})[0]);

test('the sample loads in under 20 seconds and tells how far it is', () => {
  expect(tookMs).toBeLessThan(20_000);
  const last = heard.at(-1);
  expect(last?.done).toBe(last?.total);
  expect(
    heard.every(({ done }, index) => index === 0 || done > (heard[index - 1]?.done ?? 0)),
  ).toBe(true);
});

describe('organisations', () => {
  test('their main challenges are spread as in japan.md', async () => {
    expect(
      await counts(`select social_challenge_id as k, count(*)::int as n from associate_challenges
                    where position = 0 group by 1`),
    ).toEqual({
      animal: 9,
      child: 9,
      international: 7,
      'child-education': 6,
      disabilities: 6,
      environment: 5,
      disaster: 5,
      health: 4,
      'local-community': 4,
      woman: 3,
      'human-rights': 3,
      employment: 3,
      culture: 2,
      'social-education': 2,
      'local-industry': 1,
      'economic-development': 1,
      'non-profits-development': 1,
      others: 1,
    });
  });

  test('their types are spread as in japan.md', async () => {
    expect(
      await counts('select classification as k, count(*)::int as n from associates group by 1'),
    ).toEqual({
      'approved-npo': 20,
      'specially-approved-npo': 4,
      npo: 13,
      'private-organization': 4,
      'public-interest-incorporated': 4,
      'general-incorporated': 5,
      'public-interest-foundation': 4,
      'corporate-juridical': 2,
      'research-development': 1,
      'social-welfare': 5,
      educational: 2,
      'incorporated-administrative': 1,
      'local-incorporated-administrative': 1,
      municipality: 3,
      medical: 1,
      'social-medical': 1,
      undefined: 1,
    });
  });

  test('half of them have one challenge, 35 % two, 15 % three', async () => {
    expect(
      await counts(`select c::text as k, count(*)::int as n from (
        select count(*) as c from associate_challenges group by associate_id) x group by 1`),
    ).toEqual({ '1': 36, '2': 25, '3': 11 });
  });

  test('nothing of them exists: names, addresses and sites say that they are samples', async () => {
    const all = await rows<{ id: string; name: string; address: string; site: string }>(
      'select id, name, address, website_url as site from associates',
    );
    for (const { id, name, address, site } of all) {
      expect(AssociateId.safeParse(id).success).toBe(true);
      expect(name).toMatch(/（サンプル）$/);
      expect(address).toMatch(/みほん市見本町0-0-0$/);
      expect(new URL(site).hostname).toMatch(/\.example$/);
    }
    expect(new Set(all.map(({ name }) => name)).size).toBe(72);
  });

  test('each says its own: no summary, vision or first report is told twice', async () => {
    for (const column of ['summary', 'description']) {
      expect(await value(`select count(distinct ${column}) from associates`)).toBe(72);
    }
    expect(await value('select count(distinct title) from associate_visions')).toBe(72);
    expect(await value('select count(distinct use_of_donations) from associate_visions')).toBe(72);
    const twice = await rows(`select associate_id, title from associate_activities
                              group by 1, 2 having count(*) > 1`);
    expect(twice).toEqual([]);
    expect(await value(`select count(*) from associate_activities where body ~ '[{}]'`)).toBe(0);
    expect(await value(`select count(*) from associates where description ~ '[{}]'`)).toBe(0);
  });

  test('each has two to six reports and words of thanks, none from the future', async () => {
    for (const table of ['associate_activities', 'associate_thanks']) {
      const found = await rows<{ n: number }>(
        `select count(*)::int as n from ${table} group by associate_id`,
      );
      expect(found).toHaveLength(72);
      expect(found.every(({ n }) => n >= 2 && n <= 6)).toBe(true);
      expect(
        await value(`select count(*) from ${table} t join associates a on a.id = t.associate_id
                     where t.published_at > '${now.toISOString()}' or t.published_at < a.created_at`),
      ).toBe(0);
    }
  });

  test('certifications are valid, soon to end, or ended', async () => {
    const last = `select associate_id, max(expires_on) as ends from associate_certifications group by 1`;
    expect(
      await value(`select count(*) from (${last}) x where ends < '2026-11-20'`),
    ).toBeGreaterThan(2);
    expect(
      await value(
        `select count(*) from (${last}) x where ends between '2026-11-20' and '2027-01-20'`,
      ),
    ).toBeGreaterThan(2);
    expect(
      await value(`select count(*) from (${last}) x where ends > '2027-01-20'`),
    ).toBeGreaterThan(15);
  });

  test('the campaigns of 2018 have their fixed organisations, and one runs today', async () => {
    const of = async (token: string) =>
      (
        await rows<{ id: string }>(`select associate_id as id from campaign_associates
          where year = 2018 and token = '${token}' order by position`)
      ).map(({ id }) => id);
    expect(await of('cat')).toEqual(catCampaignIds);
    expect(catCampaignIds).toHaveLength(8);
    expect(await of('heavy-rain')).toEqual(reliefCampaignIds);
    expect(reliefCampaignIds).toHaveLength(4);
    expect(
      await value(
        `select count(*) from campaigns where '2026-11-20' between starts_on and ends_on`,
      ),
    ).toBe(1);
    expect(await value('select count(*) from category_associates')).toBe(6);
  });
});

describe('donations', () => {
  test('400 donors gave 880 times; 5 % of the boxes were worth nothing', async () => {
    expect(await value(`select count(*) from users where role = 'donor'`)).toBe(400);
    expect(await value('select count(*) from donations')).toBe(880);
    expect(await value('select count(distinct uid) from donations')).toBe(400);
    expect(await value(`select count(*) from applications where state = 'unpriced'`)).toBe(46);
  });

  test('amounts follow the lognormal of japan.md', async () => {
    const withZeros = `select amount_yen as yen from donations union all
                       select 0 from applications where state = 'unpriced'`;
    const median = `select percentile_cont(0.5) within group (order by yen) from (${withZeros}) x`;
    expect(await value(median)).toBeGreaterThan(2_100);
    expect(await value(median)).toBeLessThan(2_800);
    const mean = await value(`select avg(yen) from (${withZeros}) x`);
    expect(mean).toBeGreaterThan(3_200);
    expect(mean).toBeLessThan(4_500);
    expect(
      await value(`select count(*) from donations
                   where amount_yen < 10 or amount_yen > 150000 or amount_yen % 10 <> 0`),
    ).toBe(0);
  });

  test('they begin in November 2017, grow, and come from listed organisations only', async () => {
    const by = (from: string, to: string) =>
      value(
        `select count(*) from donations where donated_at >= '${from}' and donated_at < '${to}'`,
      );
    expect(await value(`select count(*) from donations where donated_at < '2017-11-01+09'`)).toBe(
      0,
    );
    expect(
      await value(`select count(*) from donations where donated_at > '${now.toISOString()}'`),
    ).toBe(0);
    const [early, late] = [
      await by('2018-01-01', '2020-01-01'),
      await by('2024-01-01', '2026-01-01'),
    ];
    expect(late / early).toBeGreaterThan(1.4);
    expect(late / early).toBeLessThan(2.9);
    expect(
      await value(`select count(*) from applications p join associates a on a.id = p.associate_id
                   where p.created_at < a.created_at`),
    ).toBe(0);
  });

  test('the flood of July 2018 is seen in the relief organisations', async () => {
    const share = (month: string) =>
      value(`select (count(*) filter (where c.associate_id is not null))::float / count(*)
             from donations d left join associate_challenges c
             on c.associate_id = d.associate_id and c.social_challenge_id = 'disaster'
             where to_char(d.donated_at at time zone 'Asia/Tokyo', 'YYYY-MM') ${month}`);
    expect(await share(`= '2018-07'`)).toBeGreaterThan(2 * (await share(`<> '2018-07'`)));
  });

  test('receipts are wanted by 35 %, pledges made by 8 %, with one to four pictures', async () => {
    const wanted = await value('select avg(need_receipt::int) from applications');
    expect(wanted).toBeGreaterThan(0.3);
    expect(wanted).toBeLessThan(0.4);
    expect(await value('select count(*) from pledges')).toBe(Math.round(880 * 0.08));
    const items = await rows<{ n: number }>(
      'select count(*)::int as n from pledge_items group by pledge_id',
    );
    expect(items).toHaveLength(70);
    expect(items.every(({ n }) => n >= 1 && n <= 4)).toBe(true);
    const names = await readdir(join(folder, 'images'));
    for (const { id, widths } of await rows<{ id: string; widths: number[] }>(
      'select id, widths from images',
    )) {
      for (const width of widths) {
        expect(names).toContain(`${id}-${width}.webp`);
        const { format, width: real } = await sharp(
          join(folder, 'images', `${id}-${width}.webp`),
        ).metadata();
        expect([format, real]).toEqual(['webp', width]);
      }
    }
  });
});

describe('the same holds as after a real import', () => {
  test('months sum up the donations', async () => {
    const month = `date_trunc('month', donated_at at time zone 'Asia/Tokyo')::date`;
    for (const [table, owner] of [
      ['associate_months', 'associate_id'],
      ['challenge_months', 'social_challenge_id'],
    ]) {
      const counted = `select ${owner}, month, donation_count::int, amount_yen::bigint from ${table}`;
      const given = `select ${owner}, ${month}, count(*)::int, sum(amount_yen)::bigint
                     from donations where ${owner} is not null group by 1, 2`;
      expect(
        await rows(`(${counted} except ${given}) union all (${given} except ${counted})`),
      ).toEqual([]);
    }
  });

  test('the books balance, and owe exactly what was not sent on', async () => {
    expect(
      await rows('select posting_id from ledger_lines group by 1 having sum(amount_yen) <> 0'),
    ).toEqual([]);
    const owed = await value(
      `select -sum(amount_yen) from ledger_lines where account like 'owed:%'`,
    );
    expect(owed).toBe(
      await value('select sum(amount_yen) from donations where remittance_id is null'),
    );
    expect(
      await rows(`select r.id from remittances r left join donations d on d.remittance_id = r.id
                  group by r.id having r.amount_yen is distinct from sum(d.amount_yen)`),
    ).toEqual([]);
  });

  test('every application stands where its events led it, step by step', async () => {
    const all = await rows<{ id: string; state: ApplicationState; steps: ApplicationState[] }>(
      `select a.appraisal_id as id, a.state, array_agg(e.to_state order by e.id) as steps
       from applications a join application_events e using (appraisal_id) group by 1, 2`,
    );
    expect(new Set(all.map(({ state }) => state)).size).toBe(10);
    for (const { id, state, steps } of all) {
      expect(AppraisalId.safeParse(id).success).toBe(true);
      expect(steps.at(-1)).toBe(state);
      expect(steps[0]).toBe('applied');
      for (const [index, to] of steps.entries()) {
        const from = steps[index - 1];
        if (!from || from === 'donated' || from === 'remitted') continue;
        expect(stepsTo(from, to)).toEqual([to]);
      }
    }
    expect(
      await rows(`select a.id from application_events a join application_events b
                  on a.appraisal_id = b.appraisal_id and a.id < b.id and a.at > b.at`),
    ).toEqual([]);
  });

  test('a donation stands exactly where one was made, at its result’s amount', async () => {
    expect(
      await rows(`select a.appraisal_id from applications a left join donations d using (appraisal_id)
                  where (d.id is not null) <> (a.state in ('donated', 'remitted', 'thanked'))`),
    ).toEqual([]);
    expect(
      await rows(`select d.id from donations d join appraisals r on r.id = d.appraisal_row_id
                  join applications a on a.appraisal_id = d.appraisal_id
                  where d.amount_yen <> r.donation_yen or r.outcome <> 'completed'
                  or d.associate_id is distinct from a.associate_id or d.uid is distinct from a.uid`),
    ).toEqual([]);
    expect(
      await rows(`select r.id from appraisals r join appraisal_items i on i.appraisal_row_id = r.id
                  group by r.id, r.appraised_yen, r.item_count
                  having sum(i.amount_yen) <> r.appraised_yen or sum(i.quantity) <> r.item_count`),
    ).toEqual([]);
  });

  test('large sums of funds were held until the identity check', async () => {
    expect(
      await rows(`select appraisal_id from donations d join applications a using (appraisal_id)
                  where (a.kind = 'fund' and d.amount_yen >= 10000) <> (a.identity = 'approved')`),
    ).toEqual([]);
    expect(
      await value(
        `select count(*) from applications where state = 'appraised' and identity = 'due'`,
      ),
    ).toBeGreaterThan(0);
  });

  test('what people wrote would pass the form', async () => {
    for (const row of await rows<Record<string, string>>(
      `select last_name as "lastName", first_name as "firstName", last_name_kana as "lastNameKana",
       first_name_kana as "firstNameKana", email, tel, zipcode, prefecture, line1, line2, building
       from applications limit 300`,
    )) {
      const { zipcode, prefecture, line1, line2, building, ...applicant } = row;
      expect(Applicant.safeParse(applicant).error).toBeUndefined();
      expect(
        Address.safeParse({ zipcode, prefecture, line1, line2, building }).error,
      ).toBeUndefined();
    }
  });
});

test('three can sign in: a donor with a history, staff of an organisation, an operator', async () => {
  const signIns = await sampleSignIns(db);
  expect(signIns.map(({ role }) => role)).toEqual(['donor', 'staff', 'operator']);
  for (const { email, password } of signIns) {
    expect(email).toMatch(/\.example$/);
    expect(password).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/);
  }
  expect(await value('select count(*) from auth_accounts')).toBe(3);
  const mine = `select count(*) from donations d join users u using (uid)
                where u.email = '${signIns[0]?.email}'`;
  expect(await value(mine)).toBeGreaterThanOrEqual(14);
  expect(
    await value(`select count(distinct a.state) from applications a join users u using (uid)
                 where u.email = '${signIns[0]?.email}'`),
  ).toBeGreaterThanOrEqual(7);
});

test('the same seed and moment give the same sample; another seed gives another', async () => {
  const small = { seed: 7, associates: 20, donors: 30, donations: 60 };
  const checksumOf = async (options: typeof small) => {
    const other = await open();
    await loadSample(deps(other.db), options);
    const tables = [
      'associates',
      'associate_challenges',
      'associate_visions',
      'associate_activities',
      'associate_thanks',
      'associate_certifications',
      'campaigns',
      'campaign_associates',
      'users',
      'applications',
      'application_events',
      'result_batches',
      'appraisals',
      'appraisal_items',
      'donations',
      'remittances',
      'ledger_lines',
      'associate_months',
      'challenge_months',
      'pledges',
      'pledge_items',
      'images',
    ];
    const sums: Record<string, unknown> = {};
    for (const table of tables) {
      const { rows } = await other.db.execute<{ sum: string }>(
        sql.raw(`select md5(string_agg(t::text, '|' order by t::text)) as sum from ${table} t`),
      );
      sums[table] = rows[0]?.sum;
    }
    await other.close();
    await other.database.drop();
    return sums;
  };
  const first = await checksumOf(small);
  expect(await checksumOf(small)).toEqual(first);
  expect((await checksumOf({ ...small, seed: 8 })).donations).not.toEqual(first.donations);
});

test('sample data that is there already is not loaded again', async () => {
  await expect(loadSample(deps(db), defaultSample)).rejects.toThrow('すでに入っています');
  expect(await isEmptyDatabase(db)).toBe(false);
});
