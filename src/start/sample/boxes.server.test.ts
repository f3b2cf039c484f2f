import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { type ApplicationState, stepsTo } from '#giving/applications/application-state.ts';
import { AppraisalId } from '#giving/applications/appraisal-number.ts';
import { Address, Applicant } from '#people/accounts/account.ts';
import { loadedSample, sampleNow } from '#test/factories/loaded-sample.ts';

const { rows, value, folder } = await loadedSample();

describe('donations', () => {
  test('400 donors gave 880 times; 5 % of the boxes were worth nothing', async () => {
    expect(await value(`select count(*) from users where role = 'donor'`)).toBe(400);
    expect(await value('select count(*) from donations where reversed_at is null')).toBe(880);
    expect(await value('select count(distinct uid) from donations')).toBe(400);
    expect(await value(`select count(*) from applications where state = 'unpriced'`)).toBe(46);
  });

  test('amounts are lognormal around 2,600 yen, in tens, up to 150,000', async () => {
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
      await value(`select count(*) from donations where donated_at > '${sampleNow.toISOString()}'`),
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
                     from donations where reversed_at is null and ${owner} is not null group by 1, 2`;
      expect(
        await rows(`(${counted} except ${given}) union all (${given} except ${counted})`),
      ).toEqual([]);
    }
  });

  test('every posting balances', async () => {
    expect(
      await rows('select posting_id from ledger_lines group by 1 having sum(amount_yen) <> 0'),
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

  test('whoever was thanked can read it: by an organisation, in words published then', async () => {
    expect(
      await value(`select count(*) from applications where state = 'thanked'`),
    ).toBeGreaterThan(10);
    expect(
      await rows(`select a.appraisal_id from applications a
                  join application_events e on e.appraisal_id = a.appraisal_id and e.to_state = 'thanked'
                  join donations d on d.appraisal_id = a.appraisal_id
                  left join donation_thanks g on g.donation_id = d.id and g.at = e.at
                  where g.thanks_id is null`),
    ).toEqual([]);
  });

  test('goods are listed one by one with where they went and why, all of the donor’s who can sign in', async () => {
    expect(
      await value(`select count(*) from appraisal_items
                   where quantity <> 1 or destination = '' or reason = ''`),
    ).toBe(0);
    const own = `applications a join appraisals r using (appraisal_id)
                 where a.uid = 'sample-person-0001' and r.outcome in ('completed', 'unpriced')`;
    expect(await value(`select count(*) from ${own}`)).toBeGreaterThan(10);
    expect(
      await value(`select count(*) from ${own}
                   and not exists (select from appraisal_items i where i.appraisal_row_id = r.id)`),
    ).toBe(0);
    expect(
      await value(
        'select max(n) from (select count(*)::int as n from appraisal_items group by appraisal_row_id) x',
      ),
    ).toBeLessThanOrEqual(14);
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
