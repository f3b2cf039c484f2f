import { sql } from 'drizzle-orm';
import { addDays, jstDay } from '#kit/values/timestamp.ts';
import { currentFunds, fundPayoutsOf } from '#money/funds/funds.server.ts';
import { calendarYearOf } from '#money/statements/period.ts';
import type { StatementYear } from '#money/statements/year.ts';
import { ownOf } from '#money/statements/year-rows.server.ts';
import { socialChallengeIds } from '#organisations/challenges/social-challenge.ts';
import type { Day, Fault } from './day.ts';
import { associates } from './house.ts';

/** What everybody reads of money: on the top page, of achievements, of organisations and of funds. */
export async function readPublic({ house: { services } }: Day) {
  const { ctx, achievements } = services;
  const figures = await currentFunds(ctx);
  return {
    totals: await achievements.totals(),
    achievements: await achievements.all(),
    organisations: await Promise.all(
      associates.map(async (id) => ({ id, page: await services.associates.find(id) })),
    ),
    strip: (await services.associates.recentGifts()).gifts,
    funds: await Promise.all(
      figures.map(async (fund) => {
        const paid = await fundPayoutsOf(ctx, fund.socialChallengeId, 1_000);
        return { ...fund, paid: paid?.items ?? [] };
      }),
    ),
  };
}

type Gift = {
  associateId: string | null;
  fund: string | null;
  classification: string | null;
  /** The first of its organisation. */
  challenge: string | null;
  day: string;
  products: string[];
  /** By its result, and by the books. */
  yen: number;
  bookedYen: number;
  keptYen: number;
};
const standing = sql`
  select d.associate_id as "associateId", d.social_challenge_id as fund, o.classification,
    (select c.social_challenge_id from associate_challenges c where c.associate_id = o.id order by c.position limit 1) as challenge,
    (d.donated_at at time zone 'Asia/Tokyo')::date::text as day, x.products,
    (r.appraised_yen + r.bonus_yen)::float8 as yen, (d.fee_yen + d.handling_yen)::float8 as "keptYen",
    (select coalesce(sum(l.amount_yen), 0) from ledger_lines l
      where l.donation_id = d.id and l.account in ('proceeds', 'bonus') and l.posting_id not like 'sale%')::float8 as "bookedYen"
  from donations d join appraisals r on r.id = d.appraisal_row_id join applications x on x.appraisal_id = d.appraisal_id
  left join associates o on o.id = d.associate_id
  where d.reversed_at is null`;

const sumOf = (gifts: readonly Gift[]) => ({
  count: gifts.length,
  amountYen: gifts.reduce((sum, { yen }) => sum + yen, 0),
});

/** Where what everybody reads differs from the gifts that stand and their postings. */
export async function publicFaults(
  day: Day,
  years: ReadonlyMap<string, readonly StatementYear[]>,
): Promise<Fault[]> {
  const { db, clock } = day.house;
  const faults: Fault[] = [];
  const compare = (what: string, about: string, is: unknown, should: unknown) => {
    const [told, expected] = [JSON.stringify(is), JSON.stringify(should)];
    if (told !== expected) faults.push({ what, about, is: `${told}`, should: `${expected}` });
  };
  const shown = await readPublic(day);
  const { rows: gifts } = await db.execute<Gift>(standing);
  const today = jstDay(clock.now);
  const ofMonth = (month: string) => gifts.filter((gift) => gift.day.startsWith(month));
  const all = sumOf(gifts);
  const thisMonth = sumOf(ofMonth(today.slice(0, 7)));

  const { totals, achievements } = shown;
  // Yen are public by the day: what is published and what waits is what was given.
  const waiting = await readWaiting(day);
  const given = (published: number | null, cell?: string) =>
    (published ?? 0) + (cell === undefined ? waiting.total : (waiting.cells.get(cell) ?? 0));
  compare(
    'the top page',
    'all',
    [totals.totalCount, given(totals.totalYen)],
    [all.count, all.amountYen],
  );
  compare('the top page', 'this month', totals.monthlyCount, thisMonth.count);
  const months = [...new Set(gifts.map((gift) => gift.day.slice(0, 7)))].toSorted();
  compare(
    'achievements by month',
    '',
    achievements.months.filter(({ count }) => count > 0).map(({ month, count }) => [month, count]),
    months.map((month) => [month, ofMonth(month).length]),
  );
  compare(
    'achievements by month',
    'yen',
    achievements.months.reduce((sum, { amountYen }) => sum + (amountYen ?? 0), 0),
    totals.totalYen ?? 0,
  );
  compare(
    'achievements by challenge',
    '',
    achievements.challenges.map(({ id, toAssociates, toFund }) => [
      ...[id, toAssociates.count, toFund.count],
    ]),
    socialChallengeIds.map((id) => [
      id,
      gifts.filter(({ challenge }) => challenge === id).length,
      gifts.filter(({ fund }) => fund === id).length,
    ]),
  );
  const byType = new Map(achievements.classifications.map(({ id, count }) => [id, count]));
  for (const id of new Set([...byType.keys(), ...gifts.map((gift) => gift.classification)])) {
    const ofType = gifts.filter(({ classification }) => classification === id).length;
    compare('achievements by type', id ?? 'funds', byType.get(id as never), ofType);
  }
  const before = gifts.filter((gift) => gift.day < today);
  for (const { id, count } of achievements.goods) {
    compare(
      'achievements of goods',
      id,
      count,
      before.filter(({ products }) => products.includes(id)).length,
    );
  }

  const { rows: organisations } = await db.execute<{ id: string; state: string }>(
    sql`select id, state from associates where merged_into is null`,
  );
  const listed = organisations.filter(({ state }) => state === 'published');
  compare('the top page', 'organisations', totals.associateCount, listed.length);
  for (const { id, page } of shown.organisations) {
    const own = gifts.filter(({ associateId }) => associateId === id);
    const { count, amountYen } = sumOf(own);
    const { count: monthlyCount } = sumOf(
      own.filter((gift) => gift.day.startsWith(today.slice(0, 7))),
    );
    compare(
      'the page of an organisation',
      id,
      page && [
        given(page.totalYen, `associate:${id}`),
        page.stat.totalCount,
        page.stat.monthlyCount,
      ],
      [amountYen, count, monthlyCount],
    );
    // One that became part of another has its page, and nothing on it.
    if (organisations.every((one) => one.id !== id)) continue;
    const bookedYen = own.reduce((sum, gift) => sum + gift.bookedYen, 0);
    compare('the books of an organisation', id, bookedYen, amountYen);
    faults.push(
      ...(await yearFaults(day, id, {
        years: years.get(id) ?? [],
        publicYen: given(page?.totalYen ?? null, `associate:${id}`),
      })),
    );
  }
  const since = addDays(today, -29);
  for (const { associateId } of shown.strip) {
    const isOne = gifts.some((gift) => gift.associateId === associateId && gift.day >= since);
    compare('a gift on the top page', associateId, isOne, true);
  }

  for (const fund of shown.funds) {
    const { socialChallengeId: id, gifts: count, givenYen, keptYen, paidOutYen, balanceYen } = fund;
    const own = gifts.filter((gift) => gift.fund === id);
    const { count: ownCount, amountYen: ownYen } = sumOf(own);
    const paid = fund.paid.filter(({ state }) => state !== 'withdrawn');
    const paidYen = paid.reduce((sum, { amountYen }) => sum + (amountYen ?? 0), 0);
    compare('a fund', id, [count, given(givenYen, `fund:${id}`)], [ownCount, ownYen]);
    if (givenYen === null) continue;
    compare('a fund', `${id}, paid out`, paidOutYen, paidYen);
    compare('a fund', `${id}, left`, balanceYen, givenYen - (keptYen ?? 0) - paidYen);
  }
  return faults;
}

/** Yen that the published total and the published cells do not hold yet. */
async function readWaiting({ house: { db } }: Day) {
  const { rows } = await db.execute<{ cell: string; total: number; ofCell: number }>(sql`
    select cell, coalesce(sum(yen) filter (where not in_total), 0)::float8 as total,
      coalesce(sum(yen) filter (where lot_id is null), 0)::float8 as "ofCell"
    from public_changes group by cell`);
  return {
    total: rows.reduce((sum, { total }) => sum + total, 0),
    cells: new Map(rows.map(({ cell, ofCell }) => [cell, ofCell])),
  };
}

type Year = { year: number | null; booked: number; papers: number; without: number };

/**
 * Years of an organisation: what a year's statement says of gifts is what its standing papers say, and what the books say of
 * gifts without one; all years and what has not arrived are what its page says.
 */
async function yearFaults(
  { house: { db } }: Day,
  associateId: string,
  { years, publicYen }: { years: readonly StatementYear[]; publicYen: number },
): Promise<Fault[]> {
  const faults: Fault[] = [];
  const { rows } = await db.execute<Year>(sql`
    select extract(year from d.received_on)::int as year, sum(l.yen)::float8 as booked, coalesce(sum(g.amount_yen), 0)::float8 as papers,
      coalesce(sum(l.yen) filter (where g.receipt_number is null), 0)::float8 as without
    from donations d left join receipt_gifts g on g.appraisal_id = d.appraisal_id and g.stands
    cross join lateral (select coalesce(sum(amount_yen), 0) as yen from ledger_lines
      where donation_id = d.id and account in ('proceeds', 'bonus') and posting_id not like 'sale%') l
    where d.associate_id in ${ownOf(associateId)} and d.reversed_at is null group by 1`);
  let statedYen = 0;
  for (const { period, giftYen } of years) {
    const year = calendarYearOf(period);
    if (year === undefined) continue;
    statedYen += giftYen;
    const { booked = 0, papers = 0, without = 0 } = rows.find((one) => one.year === year) ?? {};
    const about = `${associateId} ${period}`;
    if (giftYen !== papers + without) {
      const what = 'a year and its papers';
      faults.push({ what, about, is: giftYen, should: papers + without });
    }
    if (giftYen !== booked) {
      faults.push({ what: 'a year and the books', about, is: giftYen, should: booked });
    }
  }
  const waitingYen = rows.find(({ year }) => year === null)?.booked ?? 0;
  if (publicYen !== statedYen + waitingYen) {
    const [is, should] = [publicYen, statedYen + waitingYen];
    faults.push({ what: 'a page and the years', about: associateId, is, should });
  }
  return faults;
}
