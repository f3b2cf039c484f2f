import type { fundTerms } from '#money/funds/fund-tables.server.ts';
import { feesOf, type Terms } from '#money/ledger/fees.ts';
import { firstMonth } from '#start/sample/calendar.server.ts';
import { sampleUids } from '#start/sample/sign-ins.server.ts';

/** Fees of gifts to an organisation, and the minimum remittance. */
export type SampleTerms = Terms & { minimumYen: number };

/** Terms of the organisation at an index: mostly ten per cent. */
export const termsAt = (index: number): SampleTerms => ({
  feeBasisPoints: index % 4 === 3 ? 800 : 1_000,
  handlingYen: index % 5 === 2 ? 100 : 0,
  minimumYen: index % 6 === 1 ? 3_000 : 0,
});

const ofFunds: Terms = { feeBasisPoints: 500, handlingYen: 0 };

/** The terms of all funds, starting before the first gift. */
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

/** Number of boxes of the donation at an index. */
export const boxCountOf = (index: number): number =>
  counts[(Math.imul(index + 1, 0x9e3779b1) >>> 0) % counts.length] ?? 1;

/** Fees of a box's gift, and the net amount owed. */
export function feesOfBox(
  {
    organisation,
    amountYen,
  }: { organisation: { terms: SampleTerms } | undefined; amountYen: number },
  index: number,
) {
  const fees = feesOf({ amountYen, boxes: boxCountOf(index) }, organisation?.terms ?? ofFunds);
  return { ...fees, netYen: amountYen - fees.feeYen - fees.handlingYen };
}

/** Noon of a day in Asia/Tokyo, shifted by `hours` (may be negative). */
export const noon = (day: string, hours = 0) =>
  new Date(new Date(`${day}T12:00:00+09:00`).getTime() + hours * 3_600_000);
