import type { IdentityCheck } from '#giving/applications/application-state.ts';
import { identityCheckFromYen } from '#giving/applications/identity-limit.ts';
import { type ItemCategory, isAlwaysRecorded } from '#warehouse/appraisals/categories.ts';

/** Retention of a line in years from its entry (古物営業法 18). */
export const ledgerYears = 3;
/** Precious metal bought for more in cash is kept longer (犯罪による収益の移転防止に関する法律). */
export const keptLonger = {
  categories: ['gold', 'jewelry'] satisfies ItemCategory[],
  aboveYen: 2_000_000,
  years: 7,
} as const;

/** Printed on each line of goods bought from a private person: no qualified invoice is needed. */
export const taxNote = '古物商特例';

/**
 * Recording modes per kind of application. `careful` requires complete lines from the limit on;
 * `complete` records complete ones and requires nothing.
 */
export const recordModes = ['careful', 'complete', 'off'] as const;
export type RecordMode = (typeof recordModes)[number];

export const recordModeLabels: Record<RecordMode, { label: string; description: string }> = {
  careful: {
    label: '記録する（そろうまで承認しない）',
    description:
      '1万円以上のお取引と、金額によらず記録が必要な品目は、台帳の項目がそろうまで承認できません。',
  },
  complete: {
    label: 'そろっているものだけ記録する',
    description: '項目がそろっている明細だけを台帳に書きます。足りなくても手続きは止まりません。',
  },
  off: { label: '記録しない', description: '台帳には書きません。' },
};

/** The fields of an item that decide whether it must be recorded. */
export type DutyItem = { name: string; feature: string; category: string; amountYen: number };

/** Items without a price are not bought. */
export const isBought = ({ amountYen }: Pick<DutyItem, 'amountYen'>): boolean => amountYen > 0;

/** Whether the law requires a record of an item, given the total of its dealing. */
export const isDemanded = (item: DutyItem, totalYen: number): boolean =>
  isBought(item) && (totalYen >= identityCheckFromYen || isAlwaysRecorded(item.category));

/** Whether goods bought through a fund wait for an identity check whatever their amount. */
export const isAlwaysChecked = (
  kind: 'direct' | 'fund',
  identity: IdentityCheck,
  items: readonly Pick<DutyItem, 'category' | 'amountYen'>[],
): boolean =>
  kind === 'fund' &&
  identity !== 'approved' &&
  items.some((item) => isBought(item) && isAlwaysRecorded(item.category));

/** Facts without which the identity of a seller cannot be approved, and where they are entered. */
export const missingFacts = {
  items: { label: 'お品物の明細', at: 'items' },
  sums: { label: '明細の合計（査定の点数・金額と一致していません）', at: 'items' },
  kind: { label: '品目', at: 'items' },
  feature: { label: '特徴', at: 'items' },
  party: { label: 'お名前・ご住所', at: 'application' },
  birth: { label: '生年月日', at: 'application' },
  occupation: { label: 'ご職業', at: 'application' },
  letter: { label: '転送不要の郵便の到達', at: 'letter' },
  newAddress: { label: 'いまのご住所への郵便（発送のあとにご住所が変わっています）', at: 'letter' },
} as const satisfies Record<string, { label: string; at: 'items' | 'application' | 'letter' }>;
export type MissingFact = keyof typeof missingFacts;
export const missingFactKeys = Object.keys(missingFacts) as MissingFact[];

export type Seller = {
  name: string;
  address: string;
  birth: string | null;
  occupation: string;
  letterDemanded: boolean;
  letterDeliveredOn: string | null;
  /** Address that the letter went to, if the seller's address changed since. */
  formerAddress: string;
};
export type Dealing = { itemCount: number; appraisedYen: number };

/** Facts missing before a dealing that must be recorded can be written to the ledger, in a fixed order. */
export function missingOf(
  dealing: Dealing,
  items: readonly (DutyItem & { quantity: number })[],
  seller: Seller,
): MissingFact[] {
  const bought = items.filter(isBought);
  const sum = (of: (item: DutyItem & { quantity: number }) => number) =>
    items.reduce((total, item) => total + of(item), 0);
  const isAddedUp =
    sum(({ amountYen }) => amountYen) === dealing.appraisedYen &&
    sum(({ quantity }) => quantity) === dealing.itemCount;
  const isMissing: Record<MissingFact, boolean> = {
    items: items.length === 0,
    sums: items.length > 0 && !isAddedUp,
    kind: bought.some(({ name }) => name.trim() === ''),
    feature: bought.some(({ feature }) => feature.trim() === ''),
    party: seller.name.trim() === '' || seller.address.trim() === '',
    birth: seller.birth === null,
    occupation: seller.occupation.trim() === '',
    letter: seller.letterDemanded && seller.letterDeliveredOn === null,
    newAddress: seller.letterDemanded && seller.formerAddress !== '',
  };
  return missingFactKeys.filter((key) => isMissing[key]);
}
