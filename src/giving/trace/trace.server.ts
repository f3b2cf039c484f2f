import { storedAcceptance } from '#giving/acceptance/stored-acceptance.server.ts';
import type { ApplicationStatus, StatusRequest } from '#giving/applications/application.ts';
import {
  type ApplicationRow,
  type WholeApplication,
  withHistory,
} from '#giving/applications/application-row.server.ts';
import { toStatus } from '#giving/applications/application-status.server.ts';
import { findOwn } from '#giving/applications/own-application.server.ts';
import type { Actor } from '#kit/actor.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { pictureLinks } from '#kit/images/picture-links.server.ts';
import { jstDay, toTimestamp } from '#kit/values/timestamp.ts';
import { type GiftSale, salesOfGift } from '#money/sales/gift-sales.server.ts';
import {
  useOfGift as readUseOfGift,
  type UseOfGift,
} from '#organisations/use-reports/use-of-gift.server.ts';
import { isCheckedByTwo } from '#warehouse/results/second-look.server.ts';
import { fateOf } from './item-fates.ts';
import type { Trace, TraceItem } from './trace-schema.ts';
import { traceSteps } from './trace-steps.ts';

/** The trace of the actor's application, by sign-in or mailed token; undefined for others. */
export async function ownTrace(
  ctx: Context,
  actor: Actor,
  request: StatusRequest,
): Promise<Trace | undefined> {
  const own = await findOwn(ctx.db, actor, request, ctx.clock());
  return own && traceOf(ctx, own.row);
}

/** The trace of an application, with all sums and nothing about its donor. */
export async function traceOf(ctx: Context, row: ApplicationRow): Promise<Trace> {
  const { db, clock } = ctx;
  const [whole] = await withHistory(db, [row]);
  if (!whole) throw new Error('the application is there');
  const { promisedDays } = await storedAcceptance(db, jstDay(clock()));
  const status = toStatus(whole, promisedDays, pictureLinks(ctx).signed);
  const sales = await salesOfGift(db, row.appraisalId);
  const [result] = whole.results;
  const use = status.sums && shownUse(await readUseOfGift(ctx, row.appraisalId));
  return {
    associateId: status.associateId,
    targetName: status.targetName,
    recipient: status.kind === 'direct' ? '団体' : '基金',
    steps: traceSteps(status, use, promisedDays),
    corrections: correctionsOf(status, sales),
    ...(status.state === 'cancelled'
      ? { pieces: null, items: [] }
      : { pieces: status.pieces, items: itemsOf(whole, status, sales) }),
    isCheckedByTwo: result !== undefined && (await isCheckedByTwo(db, result)),
    nothingGained: status.nothingGained,
    sums: status.sums,
    sold: soldOf(sales.filter(({ reversedAt }) => reversedAt === null)),
    use: use ?? null,
  };
}

const shownUse = ({ confirmedAt, ...use }: UseOfGift) => ({
  confirmedOn: confirmedAt ? toTimestamp(confirmedAt) : '',
  ...use,
});

const correctionLabels: Partial<Record<string, string>> = {
  査定結果の訂正: '査定の結果を訂正しました。',
  進み具合の訂正: '進み具合の記録を訂正しました。',
};

/** Without reasons, which are in the donor's own words from the operator. */
function correctionsOf({ events }: ApplicationStatus, sales: readonly GiftSale[]) {
  const ofResult = events.flatMap(({ label, at }) => {
    const text = correctionLabels[label];
    return text === undefined ? [] : [{ on: at, text }];
  });
  const ofSales = sales.flatMap(({ reversedAt }) =>
    reversedAt === null
      ? []
      : [{ on: toTimestamp(reversedAt), text: '売却の記録を取り消しました。' }],
  );
  return [...ofResult, ...ofSales].sort((a, b) => (a.on < b.on ? -1 : 1));
}

/** A sale of one item counts for the result that it was recorded under; after a correction it is one of the box. */
function itemsOf(
  { items, results: [result] }: WholeApplication,
  status: ApplicationStatus,
  sales: readonly GiftSale[],
): TraceItem[] {
  const standing = sales
    .filter(({ reversedAt }) => reversedAt === null)
    .map((sale) =>
      result && sale.createdAt >= result.createdAt ? sale : { ...sale, itemPosition: null },
    );
  return items.map((item, index) => {
    const shown = status.items[index];
    return {
      name: item.name,
      quantity: item.quantity,
      condition: shown?.condition ?? '',
      appraisedYen: item.amountYen,
      destination: shown?.destination ?? '',
      reason: item.reason,
      images: shown?.images ?? [],
      fate: fateOf(item, standing),
    };
  });
}

function soldOf(sales: readonly GiftSale[]): Trace['sold'] {
  const last = sales.at(-1);
  return last
    ? {
        yen: sales.reduce((sum, { amountYen }) => sum + amountYen, 0),
        lastOn: last.soldOn,
        isOver: sales.some(({ isLast }) => isLast),
      }
    : null;
}
