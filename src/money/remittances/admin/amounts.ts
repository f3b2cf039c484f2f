import { formatYen } from '#kit/values/yen.ts';
import { mostConfirmedAtOnce, type Remittance } from '#money/remittances/run.ts';

type Parts = Pick<
  Remittance,
  'openingYen' | 'giftYen' | 'feeYen' | 'handlingYen' | 'correctionYen' | 'payoutYen' | 'amountYen'
>;

/** Parts of a remittance in yen. Deductions are negative; the sum is what is paid. */
export const breakdownOf = (parts: Parts): (readonly [label: string, yen: number])[] => [
  ['繰越・再送金', parts.openingYen],
  ['寄付', parts.giftYen],
  ['手数料', -parts.feeYen],
  ['送料・作業費', -parts.handlingYen],
  ['訂正', parts.correctionYen],
  ['基金', parts.payoutYen],
];

/** 1,234円, with a minus for deductions. */
export const yenWords = (yen: number): string => `${formatYen(yen)}円`;

export type Selection = {
  /** Ids that can be confirmed: only remittances under way. */
  ids: string[];
  amountYen: number;
  /** Ticked ones that are not on their way. */
  others: number;
  isTooMany: boolean;
};

/** What can be confirmed of the ticked remittances. */
export function selectionOf(
  ticked: readonly Pick<Remittance, 'id' | 'state' | 'amountYen'>[],
): Selection {
  const sent = ticked.filter(({ state }) => state === 'sent');
  return {
    ids: sent.map(({ id }) => id),
    amountYen: sent.reduce((sum, { amountYen }) => sum + amountYen, 0),
    others: ticked.length - sent.length,
    isTooMany: sent.length > mostConfirmedAtOnce,
  };
}
