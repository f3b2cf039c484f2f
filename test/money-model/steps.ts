import type { SQL } from 'drizzle-orm';
import fc from 'fast-check';
import type { Services } from '#start/services.server.ts';
import type { Crash } from './crash.ts';
import type { Day } from './day.ts';

/** The work of a command on what there is now; undefined where there is nothing for it. */
type Work = (() => Promise<unknown>) | undefined;
export type Step = {
  name: string;
  input: unknown;
  crash: Crash | undefined;
  again: boolean;
  prepare(day: Day): Promise<Work>;
};

const dies = fc.record({
  statement: fc.integer({ min: 1, max: 30 }),
  when: fc.constantFrom('before' as const, 'after' as const),
});
const crash = fc.oneof(
  { arbitrary: fc.constant(undefined), weight: 4 },
  { arbitrary: dies, weight: 1 },
);

/** A kind of command: its name, its random input, and what it does. */
export const step = <Input>(
  name: string,
  input: fc.Arbitrary<Input>,
  prepare: (day: Day, input: Input, services: Services) => Promise<Work>,
): fc.Arbitrary<Step> =>
  fc.record({ input, crash, again: fc.boolean() }).map((made) => ({
    name,
    ...made,
    prepare: (day) => prepare(day, made.input, day.house.services),
  }));

/** The same, never broken off: what the product does not do itself. */
export const sure = (made: fc.Arbitrary<Step>): fc.Arbitrary<Step> =>
  made.map((one) => ({ ...one, crash: undefined }));

/** Which of those that there are: mostly one of the first, so that much happens to the same. */
export const which = fc.oneof(
  { arbitrary: fc.nat({ max: 2 }), weight: 3 },
  { arbitrary: fc.nat({ max: 999 }), weight: 1 },
);

export async function oneOf<Row extends Record<string, unknown>>(
  { house }: Day,
  which: number,
  query: SQL,
): Promise<Row | undefined> {
  const { rows } = await house.db.execute<Row>(query);
  return rows[which % rows.length] as Row | undefined;
}

export async function anyRow<Row extends Record<string, unknown>>(
  day: Day,
  query: SQL,
): Promise<Row | undefined> {
  return oneOf<Row>(day, 0, query);
}
