import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import {
  application,
  insertApplications,
  resultFile,
  resultLine,
} from '#test/factories/donating.ts';
import { decideBy } from '#test/factories/money/decide.ts';
import {
  correctResult,
  undoCorrection as undoResult,
} from '#warehouse/results/corrections/corrections.server.ts';
import { importResults } from '#warehouse/results/import-results.server.ts';
import { reverseBatch as reverseResults } from '#warehouse/results/reversal/reverse-batch.server.ts';
import { associates, funds } from './house.ts';
import { accountant, operator } from './people.ts';
import { oneOf, step, which } from './steps.ts';

const yen = fc.oneof(
  fc.integer({ min: 1, max: 9_999 }),
  fc.constantFrom(1, 99, 100, 101, 1_999, 2_000, 2_001, 9_999),
);
const gift = fc.record({
  to: fc.constantFrom(...associates, ...associates, ...funds, ...funds),
  appraised: yen,
  bonus: fc.constantFrom(0, 0, 0, 150),
  boxes: fc.constantFrom(1, 1, 2, 5),
});

const isFund = (to: string) => funds.some((fund) => fund === to);

/** Results are released: gifts to organisations and funds. */
export const give = step(
  'give',
  fc.array(gift, { minLength: 1, maxLength: 4 }),
  async (day, gifts, { ctx }) => {
    const { db } = day.house;
    const { rows } = await db.execute<{ id: string }>(
      sql`select id from associates where state = 'published'`,
    );
    const open = new Set(rows.map(({ id }) => id));
    const lines: string[] = [];
    for (const { to, appraised, bonus, boxes } of gifts) {
      if (!isFund(to) && !open.has(to)) continue;
      day.gifts += 1;
      const n = day.gifts;
      const target = isFund(to)
        ? { kind: 'fund', associateId: null, socialChallengeId: to, identity: 'approved' }
        : { associateId: to };
      await insertApplications(db, [
        // Every third is a guest's.
        application(n, {
          birth: '1980-01-02',
          ...target,
          boxes,
          uid: n % 3 === 0 ? null : 'hanako',
        }),
      ]);
      lines.push(
        resultLine(n, {
          ...{ appraised, bonus, donated: appraised + bonus },
          associate: isFund(to) ? '' : to,
        }),
      );
    }
    if (lines.length === 0) return undefined;
    return async () => {
      const options = { releasesNow: true, acceptsGood: false, batchId: undefined };
      const answer = await importResults(
        ctx,
        operator,
        { csv: { name: '査定結果.csv', content: resultFile(...lines) }, items: undefined },
        { ...options, overrideReason: '確かめました' },
      );
      const [error] = answer.errors;
      if (error) throw new Error(`a gift was refused: ${JSON.stringify(error)}`);
    };
  },
);

type Standing = { number: string; version: number };
const standing = sql`
  select a.appraisal_id as number, a.version from applications a
  where exists (select from appraisals r where r.appraisal_id = a.appraisal_id and r.reversed_at is null)
  order by a.appraisal_id`;

/** Another sum for a gift, or none, whatever became of its money. */
export const correct = step(
  'correct',
  fc.record({ which, appraised: fc.option(yen, { nil: 0, freq: 4 }) }),
  async (day, { which, appraised }, { ctx }) => {
    const found = await oneOf<Standing>(day, which, standing);
    if (!found) return undefined;
    const isGiven = appraised > 0;
    return () =>
      correctResult(ctx, operator, found.number, {
        ...{ outcome: isGiven ? 'completed' : 'unpriced', itemCount: 3 },
        ...{ pricedCount: isGiven ? 2 : 0, appraisedYen: appraised, bonusYen: 0, note: '' },
        ...{ version: found.version, reason: '金額の誤り', checkedYen: appraised },
      });
  },
);

export const undoCorrection = step('undo correction', which, async (day, which, { ctx }) => {
  const found = await oneOf<Standing>(
    day,
    which,
    sql`select a.appraisal_id as number, a.version from applications a
      join appraisals r on r.appraisal_id = a.appraisal_id and r.reversed_at is null and r.corrects_id is not null
      where r.created_at > ${new Date(day.house.clock.now.getTime() - 600_000).toISOString()}::timestamptz
      order by 1`,
  );
  return found && (() => undoResult(ctx, operator, found.number, found.version));
});

export const reverseBatch = step('reverse batch', which, async (day, which, { ctx }) => {
  const found = await oneOf<{ id: string; version: number }>(
    day,
    which,
    sql`select id, version from result_batches where reversed_at is null order by created_at, id`,
  );
  const reversal = { reason: '取り違え', without: 'blocked' as const };
  return (
    found &&
    (() => reverseResults(ctx, operator, found.id, { ...reversal, version: found.version }))
  );
});

/** Another agreement from tomorrow on. */
export const agree = step(
  'agree',
  fc.record({
    associateId: fc.constantFrom(...associates),
    fee: fc.constantFrom(0, 500, 1_234, 10_000),
    handling: fc.constantFrom(0, 80, 3_000),
    minimum: fc.constantFrom(0, 0, 2_500),
  }),
  async ({ house: { db, clock } }, { associateId, fee, handling, minimum }) =>
    () =>
      db.execute(sql`
        insert into associate_agreements (id, associate_id, starts_on, fee_basis_points, handling_yen, minimum_yen, created_by, created_at)
        select gen_random_uuid()::text, ${associateId},
          (${clock.now.toISOString()}::timestamptz at time zone 'Asia/Tokyo')::date + 1, ${fee}, ${handling}, ${minimum}, 'op',
          ${clock.now.toISOString()}::timestamptz`),
);

/** One organisation becomes part of another, which has its certifications on record. */
export const merge = step(
  'merge',
  fc.uniqueArray(fc.constantFrom(...associates), { minLength: 2, maxLength: 2 }),
  async ({ house: { db } }, [from = '', into = ''], { adminAssociates, approvals }) =>
    async () => {
      await db.execute(sql`
        insert into associate_certifications (associate_id, number, authority, certified_on, expires_on)
        select ${into}, number, authority, certified_on, expires_on from associate_certifications c
        where associate_id = ${from} and not exists (
          select from associate_certifications o where o.associate_id = ${into} and o.number = c.number)`);
      const order = { into, confirmation: `${from}の会` };
      const { id } = await adminAssociates.askForMerge(operator, from, order);
      await decideBy({ approvals }, accountant, id);
    },
);
