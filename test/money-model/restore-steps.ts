import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { transaction } from '#kit/db/database.server.ts';
import { type Floor, startGeneration } from '#kit/numbers/numbers.server.ts';
import type { Day } from './day.ts';
import { readPublic } from './public-invariants.ts';
import { step, sure } from './steps.ts';

/** A backup, in the place of the one before. */
export const backUp = sure(
  step('back up', fc.constant(null), async (day) => async () => {
    await day.backUp();
    const { closed, papers } = day;
    day.backup = { closed: new Map(closed), papers: new Map(papers), told: await toldNow(day) };
  }),
);

/**
 * The state of the backup comes back, and the service starts on it with another generation of numbers. `known`: the last
 * numbers that people know of what was given out since, all, those of papers alone or none.
 */
export const restore = sure(
  step(
    'restore',
    fc.constantFrom('all' as const, 'papers' as const, 'none' as const),
    async (day, known) => {
      const { backup } = day;
      if (!backup) return undefined;
      return async () => {
        const floors = await givenOut(day);
        await day.goBack();
        const { db, clock } = day.house;
        const order = {
          floors: floors.filter(
            ({ kind }) => known === 'all' || (known === 'papers' && kind === 'receipt'),
          ),
          reason: 'バックアップからの復元',
          lastGeneration: day.generation,
          at: clock.now,
        };
        const { generation } = await transaction(db, (tx) => startGeneration(tx, order));
        if (generation <= day.generation) {
          const what = 'a generation comes again';
          day.faults.push({ what, about: '', is: generation, should: day.generation + 1 });
        }
        day.generation = generation;
        const lost = [...day.papers.values()].filter(
          ({ number, code }) => backup.papers.get(number)?.code !== code,
        );
        day.lost.push(...lost);
        day.closed = new Map(backup.closed);
        day.papers = new Map(backup.papers);
        const told = await toldNow(day);
        if (told !== backup.told) {
          const what = 'something else is told than when the backup was made';
          day.faults.push({ what, about: '', is: told, should: backup.told });
        }
      };
    },
  ),
);

async function givenOut({ house: { db } }: Day): Promise<Floor[]> {
  const { rows } = await db.execute<Floor>(sql`select kind, year, floor from number_floors`);
  return rows;
}

/** The books and what everybody reads of them, but for what turns with the day. */
async function toldNow(day: Day): Promise<string> {
  const { totals, achievements, organisations, funds } = await readPublic(day);
  const { rows } = await day.house.db.execute<{ digest: string }>(sql`
    select md5(coalesce(string_agg(l::text, ',' order by posting_id, line), '')) as digest from ledger_lines l`);
  const { goods: _, goodsUntil: __, ...figures } = achievements;
  return JSON.stringify({
    books: rows[0]?.digest,
    all: [totals.totalCount, totals.totalYen],
    figures,
    organisations: organisations.map(({ id, page }) => [id, page?.totalYen, page?.stat.totalCount]),
    funds,
  });
}
