import {
  type IdentityCheck,
  identityCheckFromYen,
} from '#domain/applications/application-state.ts';
import { type ItemCategory, isAlwaysRecorded } from '#domain/appraisals/categories.ts';

/** For how many years from its entry a line is kept (古物営業法 18). */
export const ledgerYears = 3;
/** Precious metal bought for more in cash is recorded for longer (犯罪による収益の移転防止に関する法律). */
export const keptLonger = {
  categories: ['gold', 'jewelry'] satisfies ItemCategory[],
  aboveYen: 2_000_000,
  years: 7,
} as const;

/** What stands on each line of goods bought of a private person: no qualified invoice is needed. */
export const taxNote = '古物商特例';

/**
 * How purchases of a kind of application are recorded. `careful` demands whole lines from the limit on, `complete`
 * writes what is whole and demands nothing.
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

/** An item as the duty to record looks at it. */
export type DutyItem = { name: string; feature: string; category: string; amountYen: number };

/** What was sold: what nothing was paid for is not bought. */
export const isBought = ({ amountYen }: Pick<DutyItem, 'amountYen'>): boolean => amountYen > 0;

/** Whether the law asks for a record of an item that was bought within a dealing of so much. */
export const isDemanded = (item: DutyItem, totalYen: number): boolean =>
  isBought(item) && (totalYen >= identityCheckFromYen || isAlwaysRecorded(item.category));

/** Whether goods bought through a fund wait for a check of identity however little they bring. */
export const isAlwaysChecked = (
  kind: 'direct' | 'fund',
  identity: IdentityCheck,
  items: readonly Pick<DutyItem, 'category' | 'amountYen'>[],
): boolean =>
  kind === 'fund' &&
  identity !== 'approved' &&
  items.some((item) => isBought(item) && isAlwaysRecorded(item.category));

/** What keeps the identity of a seller from being approved, and where it is filled in. */
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
  /** Where the letter went, if the address is another by now. */
  formerAddress: string;
};
export type Dealing = { itemCount: number; appraisedYen: number };

/** What is missing before lines can be written of a dealing that the law wants recorded, in a fixed order. */
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
