import { expect, test } from 'vitest';
import { AssociateId } from '#organisations/associates/associate.ts';
import { loadedSample, sampleNow } from '#test/factories/loaded-sample.ts';
import { catCampaignIds, reliefCampaignIds } from './campaigns.server.ts';

const { rows, value, counts } = await loadedSample();

test('their main challenges are spread as among real organisations', async () => {
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

test('their types are spread as among real organisations', async () => {
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
                     where t.published_at > '${sampleNow.toISOString()}' or t.published_at < a.created_at`),
    ).toBe(0);
  }
});

test('each has an agreement since it is listed, which says that it is a sample', async () => {
  expect(
    await value(`select count(*) from associates a where not exists (select from associate_agreements g
      where g.associate_id = a.id and g.starts_on <= (a.created_at at time zone 'Asia/Tokyo')::date
        and g.ends_on is null and g.publishes = 'after-look' and g.note like '見本の契約です%')`),
  ).toBe(0);
});

test('certifications are valid, soon to end, or ended', async () => {
  const last = `select associate_id, max(expires_on) as ends from associate_certifications group by 1`;
  expect(await value(`select count(*) from (${last}) x where ends < '2026-11-20'`)).toBeGreaterThan(
    2,
  );
  expect(
    await value(
      `select count(*) from (${last}) x where ends between '2026-11-20' and '2027-01-20'`,
    ),
  ).toBeGreaterThan(2);
  expect(await value(`select count(*) from (${last}) x where ends > '2027-01-20'`)).toBeGreaterThan(
    15,
  );
});

test('whoever is certified again and again was so on the day of each gift until it ended', async () => {
  const gifts = `select d.donated_at::date as day, d.associate_id from donations d
    join associates a on a.id = d.associate_id
    where a.classification in ('approved-npo', 'public-interest-incorporated', 'public-interest-foundation')
      and d.donated_at < (select max(c.expires_on) from associate_certifications c where c.associate_id = a.id)`;
  expect(await value(`select count(*) from (${gifts}) x where day < '2019-01-01'`)).toBeGreaterThan(
    9,
  );
  expect(
    await value(`select count(*) from (${gifts}) x where not exists (select from associate_certifications c
      where c.associate_id = x.associate_id and day between c.certified_on and c.expires_on)`),
  ).toBe(0);
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
    await value(`select count(*) from campaigns where '2026-11-20' between starts_on and ends_on`),
  ).toBe(1);
  expect(await value('select count(*) from category_associates')).toBe(6);
});
