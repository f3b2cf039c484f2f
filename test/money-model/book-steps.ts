import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { addDays, jstDay } from '#kit/values/timestamp.ts';
import { readFunds } from '#money/funds/fund-figures.server.ts';
import { addFundTerms, askForFundPayout, withdrawPayout } from '#money/funds/funds.server.ts';
import { askForClose, listMonths, reviewClose } from '#money/month-close/month-close.server.ts';
import { publishDue } from '#money/public-book/publish.server.ts';
import { importSales } from '#money/sales/import-sales.server.ts';
import { reverseSale } from '#money/sales/sales.server.ts';
import { decideBy } from '#test/factories/money/decide.ts';
import { associates, funds } from './house.ts';
import { accountant, operator } from './people.ts';
import { anyRow, oneOf, step, which } from './steps.ts';

/** A pay-out of a part of what a fund has, or of more than that; of another fund where the first is empty. */
export const payOut = step(
  'pay out',
  fc.record({
    fund: fc.constantFrom(...funds),
    associateId: fc.constantFrom(...associates),
    percent: fc.constantFrom(1, 33, 50, 100, 100, 101),
  }),
  async (_day, { fund: first, associateId, percent }, { ctx, approvals }) => {
    const all = await readFunds(ctx.db);
    const filled = all.filter(({ balanceYen }) => balanceYen > 0);
    const found = filled.find(({ socialChallengeId }) => socialChallengeId === first) ?? filled[0];
    if (!found) return undefined;
    const { socialChallengeId: fund, balanceYen } = found;
    const key = randomUUID();
    const amountYen = Math.ceil((balanceYen * percent) / 100);
    const request = { associateId, amountYen, balanceSeenYen: balanceYen, reason: '保護のため' };
    return async () => {
      const { id } = await askForFundPayout(ctx, operator, fund, request, key);
      await decideBy({ approvals }, accountant, id);
    };
  },
);

export const withdraw = step('withdraw pay-out', which, async (day, which, { ctx }) => {
  const found = await oneOf<{ id: string; version: number }>(
    day,
    which,
    sql`select id, version from fund_payouts where withdrawn_at is null order by created_at, id`,
  );
  return (
    found &&
    (() =>
      withdrawPayout(ctx, operator, found.id, { version: found.version, reason: '辞退のため' }))
  );
});

/** Other terms of funds from tomorrow on. */
export const fundTerms = step(
  'fund terms',
  fc.record({ feePercent: fc.constantFrom('0', '5.55'), handlingYen: fc.constantFrom(0, 120) }),
  async (day, terms, { ctx }) => {
    const last = await anyRow<{ id: string }>(
      day,
      sql`select id from fund_terms order by created_at desc, id desc limit 1`,
    );
    const startsOn = addDays(jstDay(day.house.clock.now), 1);
    const draft = { ...terms, startsOn, reason: '見直し', after: last?.id ?? '' };
    return () => addFundTerms(ctx, operator, draft);
  },
);

const header = '申込番号,売却日,売却額,残り,メモ\r\n';

export const sell = step(
  'sell',
  fc.record({
    boxes: fc.array(which, { minLength: 1, maxLength: 3 }),
    yen: fc.oneof(fc.nat({ max: 12_000 }), fc.constantFrom(0, 1)),
    isLast: fc.boolean(),
    daysBack: fc.nat({ max: 30 }),
  }),
  async (day, { boxes, yen, isLast, daysBack }, { ctx }) => {
    const numbers = new Set<string>();
    let soldOn = addDays(jstDay(day.house.clock.now), -daysBack);
    for (const n of boxes) {
      const found = await oneOf<{ number: string; day: string }>(
        day,
        n,
        sql`select d.appraisal_id as number, (d.donated_at at time zone 'Asia/Tokyo')::date::text as day from donations d where d.reversed_at is null
          and not exists (select from goods_sales g where g.appraisal_id = d.appraisal_id and g.is_last and g.reversed_at is null)
          order by 1`,
      );
      if (!found) continue;
      numbers.add(found.number);
      if (found.day > soldOn) soldOn = found.day;
    }
    if (numbers.size === 0 || (yen === 0 && !isLast)) return undefined;
    day.files += 1;
    const line = `${[...numbers].join(' ')},${soldOn.replaceAll('-', '/')},${yen},${isLast ? 'なし' : 'あり'},${day.files}\r\n`;
    return async () => {
      const answer = await importSales(ctx, accountant, new TextEncoder().encode(header + line));
      if (!answer.isDone) throw new Error(`a sale was refused: ${JSON.stringify(answer)}`);
    };
  },
);

export const unsell = step('reverse sale', which, async (day, which, { ctx }) => {
  const found = await oneOf<{ id: string }>(
    day,
    which,
    sql`select id from goods_sales where reversed_at is null order by created_at, id`,
  );
  return found && (() => reverseSale(ctx, accountant, found.id, { reason: '写し間違い' }));
});

/** The oldest month that is over is closed by two people. */
export const closeMonth = step(
  'close month',
  fc.constant(null),
  async (day, _, { ctx, approvals }) => {
    const waiting = await anyRow<{ id: string }>(
      day,
      sql`select id from approvals where state = 'waiting' and kind = 'month-close'`,
    );
    if (waiting) {
      const decide = (outcome: 'approve' | 'decline') => () =>
        decideBy({ approvals }, operator, waiting.id, { outcome });
      return () => decide('approve')().catch(decide('decline'));
    }
    const month = (await listMonths(ctx)).find(({ mayClose }) => mayClose)?.month;
    if (month === undefined) return undefined;
    return async () => {
      const { digest } = await reviewClose(ctx, month);
      const { id } = await askForClose(ctx, accountant, month, { digest, explanations: [] });
      await decideBy({ approvals }, operator, id);
    };
  },
);

export const timePasses = step('days pass', fc.integer({ min: 1, max: 12 }), async (day, days) => {
  const { clock } = day.house;
  return async () => {
    clock.now = new Date(clock.now.getTime() + days * 24 * 3_600_000);
    await publishDue(day.house.services.ctx);
  };
});
