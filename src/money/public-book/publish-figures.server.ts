import { sql } from 'drizzle-orm';
import type { Transaction } from '#kit/db/database.server.ts';
import { oneOf } from '#kit/db/one-of.server.ts';
import { addDays, startOfJstDay } from '#kit/values/timestamp.ts';
import { minGifts } from './public-figure.ts';

/** A publication: what happened to gifts before `cut`, up to the end of `day`. */
export type Publication = { day: string; cut: Date };

/** The publication in the morning of a JST day: up to the end of the day before. */
export const publicationOn = (today: string): Publication => ({
  day: addDays(today, -1),
  cut: startOfJstDay(today),
});

/**
 * Moves the public sums by the rules of docs/decisions/0031: a cell by a lot of at least five changed gifts, then the
 * total. Returns the cells that moved.
 */
export async function moveSums(tx: Transaction, publication: Publication): Promise<string[]> {
  const wasWhole = await isSumOfCells(tx);
  const cells = await readRipeCells(tx, publication);
  const [ended, standing] = [cells.filter(isTooSmall), cells.filter((one) => !isTooSmall(one))];
  if (standing.length > 0) await closeLots(tx, standing, publication);
  for (const one of ended) await withhold(tx, one, publication);
  await moveTotal(tx, publication, wasWhole);
  return cells.map(({ cell }) => cell);
}

type Ripe = { cell: string; gifts: number; yen: number; costYen: number; publishedGifts: number };

/** Whether fewer than five gifts would stand in the cell: then nothing of it stays public. */
const isTooSmall = ({ gifts, publishedGifts }: Ripe) => publishedGifts + gifts < minGifts;

/**
 * Cells with at least five gifts that are another sum than when the cell last moved. A gift that came and went, or whose
 * correction was undone, is none; costs of one to four gifts would tell these.
 */
async function readRipeCells(tx: Transaction, { cut }: Publication): Promise<Ripe[]> {
  const { rows } = await tx.execute<Ripe>(sql`
    with net as (
      select cell, gift, sum(count) as count, sum(yen) as yen, sum(cost_yen) as cost
      from public_changes where lot_id is null and at < ${cut.toISOString()} group by cell, gift
    )
    select n.cell, sum(n.count)::int as gifts, sum(n.yen)::float8 as yen, sum(n.cost)::float8 as "costYen",
      coalesce(max(s.gifts), 0)::int as "publishedGifts"
    from net n left join published_sums s
      on s.scope = split_part(n.cell, ':', 1) and s.key = substr(n.cell, strpos(n.cell, ':') + 1)
    group by n.cell
    having count(*) filter (where n.yen <> 0) >= ${minGifts}
      and count(*) filter (where n.cost <> 0) not between 1 and ${minGifts - 1}
      and (coalesce(max(s.gifts), 0) > 0 or sum(n.count) >= ${minGifts})
    order by n.cell`);
  return rows;
}

/** Closes a lot for each of these cells and moves their sums by it. */
async function closeLots(tx: Transaction, ripe: readonly Ripe[], { day, cut }: Publication) {
  const cells = ripe.map(({ cell }) => cell);
  await tx.execute(sql`
    with closed as (
      insert into public_lots (cell, day, gifts, yen, cost_yen)
      select cell, ${day}::date, sum(count), sum(yen), sum(cost_yen) from public_changes
      where lot_id is null and at < ${cut.toISOString()} and cell = ${oneOf(cells)} group by cell
      returning *
    ), moved as (
      insert into published_sums (scope, key, gifts, yen, cost_yen, published_on)
      select split_part(cell, ':', 1), substr(cell, strpos(cell, ':') + 1), gifts, yen, cost_yen, day from closed
      on conflict (scope, key) do update set gifts = published_sums.gifts + excluded.gifts,
        yen = published_sums.yen + excluded.yen, cost_yen = published_sums.cost_yen + excluded.cost_yen,
        published_on = excluded.published_on
    )
    update public_changes c set lot_id = l.id from closed l
    where c.cell = l.cell and c.lot_id is null and c.at < ${cut.toISOString()}`);
}

/** Takes the sum of a cell back by a lot of everything in it; the gifts that still stand wait for others again. */
async function withhold(tx: Transaction, { cell }: Ripe, { day, cut }: Publication): Promise<void> {
  const before = cut.toISOString();
  await tx.execute(sql`
    with taken as (
      delete from published_sums where scope = split_part(${cell}, ':', 1)
        and key = substr(${cell}, strpos(${cell}, ':') + 1) returning gifts, yen, cost_yen
    ), closed as (
      insert into public_lots (cell, day, gifts, yen, cost_yen, settled_on)
      select ${cell}, ${day}::date, -gifts, -yen, -cost_yen, ${day}::date from taken returning id
    )
    update public_changes set lot_id = (select id from closed)
    where cell = ${cell} and lot_id is null and at < ${before}`);
  await tx.execute(sql`
    insert into public_changes (gift, cell, count, yen, cost_yen, at, in_total, was_in_total)
    select gift, ${cell}, sum(count), sum(yen), sum(cost), ${before}::timestamptz - interval '1 millisecond', true, true
    from (
      select appraisal_id as gift, 1 as count, amount_yen as yen, fee_yen + handling_yen as cost from donations
      where reversed_at is null and amount_yen <> 0
        and ${cell} in ('associate:' || associate_id, 'fund:' || social_challenge_id)
      union all
      select gift, -count, -yen, -cost_yen from public_changes
      where cell = ${cell} and lot_id is null and at >= ${before}
    ) as standing group by gift having sum(count) <> 0 or sum(yen) <> 0`);
}

/**
 * Moves the total. It takes in gifts that wait in their cells only where at least five of today's, in cells that keep
 * waiting, stay between the two: then no sum of cells, now or later, comes within five gifts of it. Otherwise it becomes
 * the sum of the cells, where that is nearer to what was given, or where it was so before.
 */
async function moveTotal(tx: Transaction, publication: Publication, wasWhole: boolean) {
  const cut = publication.cut.toISOString();
  const { rows } = await tx.execute<Record<'blur' | 'added' | 'published' | 'ofCells', number>>(sql`
    select
      coalesce((select sum(greatest(0, least(fresh, waiting, ${minGifts} - waiting))) from (
        select count(*) filter (where yen <> 0 and is_fresh and count = 1) as fresh,
          count(*) filter (where yen <> 0) as waiting
        from (
          select cell, gift, sum(yen) as yen, sum(count) as count, bool_and(not was_in_total) as is_fresh
          from public_changes where lot_id is null and at < ${cut} group by cell, gift
        ) as gifts group by cell) as cells), 0)::int as blur,
      coalesce((select sum(count) from public_changes where not in_total and at < ${cut}), 0)::int as added,
      coalesce((select gifts from published_sums where scope = 'total'), 0) as published,
      coalesce((select sum(gifts) from published_sums where scope in ('associate', 'fund')), 0)::int as "ofCells"`);
  const [{ blur = 0, added = 0, published = 0, ofCells = 0 } = {}] = rows;
  if (blur >= minGifts) return takeAllIn(tx, publication);
  const actual = published + added;
  const isNearer = Math.abs(ofCells - actual) < Math.abs(published - actual);
  if (wasWhole || isNearer) await becomeSumOfCells(tx, publication);
}

async function takeAllIn(tx: Transaction, { day, cut }: Publication): Promise<void> {
  const { rows } = await tx.execute<Move>(sql`
    with taken as (
      update public_changes set in_total = true, was_in_total = true where not in_total and at < ${cut.toISOString()}
      returning count, yen, cost_yen
    )
    select coalesce(sum(count), 0)::int as gifts, coalesce(sum(yen), 0)::float8 as yen,
      coalesce(sum(cost_yen), 0)::float8 as "costYen" from taken`);
  await addToTotal(tx, rows[0], day);
}

async function becomeSumOfCells(tx: Transaction, { day }: Publication): Promise<void> {
  if (await isSumOfCells(tx)) return;
  const { rows } = await tx.execute<Move>(sql`
    select coalesce(sum(sign * gifts), 0)::int as gifts, coalesce(sum(sign * yen), 0)::float8 as yen,
      coalesce(sum(sign * cost_yen), 0)::float8 as "costYen"
    from published_sums, lateral (select case scope when 'total' then -1 else 1 end as sign) as s
    where scope in ('total', 'associate', 'fund')`);
  await tx.execute(sql`
    update public_changes set in_total = lot_id is not null where in_total <> (lot_id is not null)`);
  await addToTotal(tx, rows[0], day);
}

type Move = { gifts: number; yen: number; costYen: number };

/** Adds a move to the total and to the month in which it is published. */
async function addToTotal(tx: Transaction, move: Move | undefined, day: string): Promise<void> {
  if (!move) return;
  for (const [scope, key] of [
    ['total', ''],
    ['month', day.slice(0, 7)],
  ]) {
    await tx.execute(sql`
      insert into published_sums (scope, key, gifts, yen, cost_yen, published_on)
      values (${scope}, ${key}, ${move.gifts}, ${move.yen}, ${move.costYen}, ${day}::date)
      on conflict (scope, key) do update set gifts = published_sums.gifts + excluded.gifts,
        yen = published_sums.yen + excluded.yen, cost_yen = published_sums.cost_yen + excluded.cost_yen,
        published_on = excluded.published_on`);
  }
}

async function isSumOfCells(tx: Transaction): Promise<boolean> {
  const { rows } = await tx.execute<{ isWhole: boolean }>(sql`
    select coalesce(sum(sign * gifts), 0) = 0 and coalesce(sum(sign * yen), 0) = 0
      and coalesce(sum(sign * cost_yen), 0) = 0 as "isWhole"
    from published_sums, lateral (select case scope when 'total' then -1 else 1 end as sign) as s
    where scope in ('total', 'associate', 'fund')`);
  return rows[0]?.isWhole === true;
}
