import { appraisalIdOf, type PlacedBox } from '#start/sample/box-rows.server.ts';
import type { SampleOrganisation } from '#start/sample/organisations.server.ts';
import type { PlannedItem } from './planned.server.ts';
import { feesOfBox } from './sample-terms.server.ts';

/** A box whose result was corrected after its money was sent: its goods were worth less. */
export type CorrectedBox = { placed: PlacedBox; amountYen: number; at: Date; item: PlannedItem };

type Open = {
  organisation: SampleOrganisation;
  gifts: readonly PlacedBox[];
  lastPaid: PlacedBox | undefined;
};

/** Id of the donation that replaces a box's. */
export const correctedId = (index: number) => `sample-donation-${index}-corrected`;

const minYen = 1_000;

/** A remitted gift whose correction can be set off against what its organisation is owed now. */
export function correctionFor(
  seed: number,
  opens: readonly Open[],
  at: Date,
): CorrectedBox | undefined {
  for (const { organisation, gifts, lastPaid } of opens) {
    const dueYen = gifts.reduce((sum, { box, index }) => sum + feesOfBox(box, index).netYen, 0);
    if (!lastPaid || lastPaid.box.amountYen < minYen || dueYen < organisation.terms.minimumYen) {
      continue;
    }
    const { box, index } = lastPaid;
    // Donors who were thanked since are spared.
    const isThanked = organisation.thankedAt.some((moment) => moment > (box.donatedAt ?? 0));
    const amountYen = Math.round((box.amountYen * 0.8) / 10) * 10;
    const overpaidYen =
      feesOfBox(box, index).netYen - feesOfBox({ ...box, amountYen }, index).netYen;
    if (isThanked || dueYen - overpaidYen <= organisation.terms.minimumYen) continue;
    const item: PlannedItem = {
      kind: 'correction',
      organisation,
      amountYen: -overpaidYen,
      at,
      postingId: `donation:${correctedId(index)}`,
      appraisalId: appraisalIdOf(seed, index),
    };
    return { placed: lastPaid, amountYen, at, item };
  }
  return undefined;
}
