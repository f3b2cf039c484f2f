import { feesOf, type Terms } from '#domain/ledger/fees.ts';
import { jstDay } from '#domain/values/timestamp.ts';
import type { Box } from '#server/db/sample/boxes.ts';
import { firstMonth } from '#server/db/sample/calendar.ts';
import { sampleUids } from '#server/db/sample/sign-ins.ts';
import type { fundTerms } from '#server/db/schema/money/funds.ts';

/** What the service keeps of gifts to an organisation, and below what it sends nothing on. */
export type SampleTerms = Terms & { minimumYen: number };

/** The terms of the organisation at a place of the list: most at ten per cent, some otherwise. */
export const termsAt = (index: number): SampleTerms => ({
  feeBasisPoints: index % 4 === 3 ? 800 : 1_000,
  handlingYen: index % 5 === 2 ? 100 : 0,
  minimumYen: index % 6 === 1 ? 3_000 : 0,
});

const ofFunds: Terms = { feeBasisPoints: 500, handlingYen: 0 };

/** The terms of all funds, from before the first gift on. */
export const fundTermsRow = (): typeof fundTerms.$inferInsert => {
  const startsOn = `${firstMonth}-01`;
  return {
    id: 'sample-fund-terms',
    startsOn,
    ...ofFunds,
    reason: '見本の決まりです。手数料は、実際のものではありません。',
    createdBy: sampleUids.owner,
    createdAt: new Date(`${startsOn}T09:00:00+09:00`),
  };
};

const counts = [1, 1, 1, 1, 2, 2, 3];

/** How many boxes the donation at a place of the sample came in. */
export const boxCountOf = (index: number): number =>
  counts[(Math.imul(index + 1, 0x9e3779b1) >>> 0) % counts.length] ?? 1;

/** What the service keeps of a box's gift, and what is owed for it. */
export function feesOfBox(
  { organisation, amountYen }: Pick<Box, 'organisation' | 'amountYen'>,
  index: number,
) {
  const fees = feesOf({ amountYen, boxes: boxCountOf(index) }, organisation?.terms ?? ofFunds);
  return { ...fees, netYen: amountYen - fees.feeYen - fees.handlingYen };
}

/** The middle of a day in Asia/Tokyo; other hours by `hours` later or (negative) earlier. */
export const noon = (day: string, hours = 0) =>
  new Date(new Date(`${day}T12:00:00+09:00`).getTime() + hours * 3_600_000);

export const dayOf = (at: Date) => jstDay(at);
