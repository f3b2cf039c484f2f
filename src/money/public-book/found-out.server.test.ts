import { expect, onTestFinished, test } from 'vitest';
import { addDays, startOfJstDay } from '#kit/values/timestamp.ts';
import { associateChallenges } from '#organisations/associates/associate-tables.server.ts';
import { insertAssociate } from '#test/factories/donating.ts';
import {
  minus,
  plus,
  tells,
  totalsTell,
  type Vector,
  wholeOf,
  yenOf,
} from '#test/public-figures/attack.ts';
import {
  type Cell,
  randomOf,
  type State,
  simulateGifts,
} from '#test/public-figures/simulated-gifts.ts';
import { testApp } from '#test/test-app.ts';
import { publishDue } from './publish.server.ts';

/** Cells with their share of the gifts, in percent: one large, most small. */
const shares: [Cell, number][] = [
  ['associate:ao', 34],
  ['associate:umi', 16],
  ['associate:kaze', 12],
  ['associate:mori', 10],
  ['associate:sora', 8],
  ['associate:hana', 6],
  ['associate:tori', 4],
  ['fund:animal', 6],
  ['fund:child', 4],
];
const cells = shares.map(([cell]) => cell);
const organisations = cells.flatMap((cell) =>
  cell.startsWith('associate:') ? [cell.slice('associate:'.length)] : [],
);
/** First challenges of the organisations, by id. */
const challengeOf = (id: string) => (id < 'm' ? 'child' : 'animal');

/** A service with these organisations. */
async function openService() {
  const house = await testApp();
  const { db, services } = house;
  await services.topics.start();
  onTestFinished(() => services.topics.stop());
  for (const id of organisations) {
    await insertAssociate(db, id);
    await db
      .insert(associateChallenges)
      .values({ associateId: id, socialChallengeId: challengeOf(id), position: 0 });
  }
  return house;
}
type House = Awaited<ReturnType<typeof openService>>;

type Sums = { count: number; amountYen: number | null };
type Achievements = {
  totalYen: number | null;
  months: (Sums & { month: string })[];
  challenges: { id: string; toAssociates: Sums; toFund: Sums }[];
  classifications: (Sums & { id: string | null })[];
};

/** Every public sum of yen by a name, null while withheld. */
async function readPublicSums({ app, services }: House): Promise<Map<string, number | null>> {
  await services.topics.refresh();
  const read = async <Answer>(path: string) => (await app.inject(path)).json<Answer>();
  const { totalYen, months, challenges, classifications } =
    await read<Achievements>('/api/achievements.json');
  const funds =
    await read<{ socialChallengeId: string; givenYen: number | null; balanceYen: number | null }[]>(
      '/api/funds',
    );
  const sums = new Map<string, number | null>([
    ['total', totalYen],
    ...months.map(({ month, amountYen }) => [`month ${month}`, amountYen] as const),
    ...challenges.flatMap(({ id, toAssociates, toFund }) => [
      [`challenge ${id}`, toAssociates.amountYen] as const,
      [`fund:${id}`, toFund.amountYen] as const,
    ]),
    ...classifications.map(({ id, amountYen }) => [`type ${id}`, amountYen] as const),
  ]);
  for (const { socialChallengeId: id, givenYen, balanceYen } of funds) {
    expect([id, givenYen, balanceYen]).toEqual([id, ...Array(2).fill(sums.get(`fund:${id}`))]);
  }
  for (const id of organisations) {
    const { totalYen } = await read<{ totalYen: number | null }>(`/api/associates/${id}`);
    sums.set(`associate:${id}`, totalYen);
  }
  const { body } = await app.inject('/api/achievements.csv');
  expect(body).toContain(`合計,累計,`);
  expect(body.split('\r\n')[1]?.endsWith(`,${totalYen ?? ''}`)).toBe(true);
  return sums;
}

/** The gifts of a published sum of a cell: the newest state of the cell that comes to it. */
function explain(cell: Cell, yen: number, states: readonly State[]): Vector {
  const found = states.findLast((state) => yenOf(state.get(cell) ?? new Map()) === yen)?.get(cell);
  expect([cell, yen, found !== undefined]).toEqual([cell, yen, true]);
  return found ?? new Map();
}

const none: Vector = new Map();

test.each([1, 2, 3])(
  'over months of gifts, corrections and reversals no two public sums differ by fewer than five gifts (seed %i)',
  async (seed) => {
    const house = await openService();
    const { db, clock } = house;
    const random = randomOf(seed);
    const gifts = await simulateGifts(db, random);
    const states: State[] = [];
    /** What was published, each as the gifts it adds up; of the total by cell. */
    const totals: Map<Cell, Vector>[] = [];
    const sums = new Map<Cell, Vector[]>(cells.map((cell) => [cell, []]));
    const others: Vector[] = [];
    const keep = (list: Vector[], vector: Vector) => {
      if (list.every((one) => minus(one, vector).size > 0)) list.push(vector);
    };
    let day = '2026-01-01';
    for (let nth = 0; nth < 100; nth += 1, day = addDays(day, 1)) {
      const at = (hour: number) => new Date(startOfJstDay(day).getTime() + hour * 3_600_000);
      for (let n = random(6); n > 0; n -= 1) await gifts.give(pick(random), at(9 + n));
      const all = gifts.all();
      const one = all[random(all.length + 1)];
      if (one !== undefined && random(3) === 0) {
        await gifts.change(one, random(2) === 0 ? 'correct' : 'reverse', at(17));
      }
      // A cell that nearly ends.
      if (nth === 70) {
        for (const gift of [...(gifts.state.get('fund:animal') ?? none).keys()].slice(2)) {
          await gifts.change(gift, 'reverse', at(18));
        }
      }
      states.push(gifts.copy());
      clock.now = new Date(startOfJstDay(addDays(day, 1)).getTime() + 60_000);
      await publishDue(house.services.ctx);

      const shown = await readPublicSums(house);
      const now = new Map<Cell, Vector>();
      for (const cell of cells) {
        const yen = shown.get(cell) ?? null;
        if (yen === null) continue;
        const vector = explain(cell, yen, states);
        now.set(cell, vector);
        keep(sums.get(cell) ?? [], vector);
      }
      const total = shown.get('total') ?? null;
      if (total !== null) {
        const published = [...now.values()].reduce(plus, none);
        const whole = states.findLast((state) => yenOf(wholeOf(state)) === total);
        expect([day, total === yenOf(published) || whole !== undefined]).toEqual([day, true]);
        totals.push(total === yenOf(published) ? now : (whole ?? new Map()));
      }
      for (const [name, yen] of shown) {
        if (!/^(?:challenge|type) /.test(name) || yen === null) continue;
        const [kind, id] = name.split(' ');
        const parts = [...now].filter(([cell]) =>
          kind === 'challenge'
            ? cell.startsWith('associate:') && challengeOf(cell.slice(10)) === id
            : cell.startsWith(id === 'null' ? 'fund:' : 'associate:'),
        );
        const vector = parts.map(([, part]) => part).reduce(plus, none);
        expect([name, yenOf(vector)]).toEqual([name, yen]);
        keep(others, vector);
      }
      const months = [...shown].filter(([name]) => name.startsWith('month '));
      expect(months.reduce((sum, [, yen]) => sum + (yen ?? 0), 0)).toBe(total ?? 0);
    }

    // Public sums do move, and the total follows what was given.
    const last = totals.at(-1) ?? new Map<Cell, Vector>();
    const given = wholeOf(gifts.state).size;
    expect([...last.values()].reduce(plus, none).size).toBeGreaterThan(given * 0.9);
    const whole = totals.map((total) => [...total.values()].reduce(plus, none));
    const single = [...[...sums.values()].flat(), ...others, ...whole];
    const telling = single.filter(tells).length;
    const pairs = single.flatMap((one, at) =>
      single.slice(0, at).filter((two) => tells(minus(one, two))),
    );
    expect([telling, pairs.length, totalsTell(totals, sums)]).toEqual([0, 0, false]);
  },
  240_000,
);

function pick(random: (below: number) => number): Cell {
  let left = random(100);
  for (const [cell, share] of shares) {
    if (left < share) return cell;
    left -= share;
  }
  return 'associate:ao';
}
