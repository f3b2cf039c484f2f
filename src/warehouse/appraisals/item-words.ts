/** Conditions of an item, best first. */
export const itemConditions = {
  'as-new': '新品同様',
  excellent: '美品',
  good: '良好',
  used: '使用感あり',
  flawed: '難あり',
} as const;
export type ItemCondition = keyof typeof itemConditions;
export const itemConditionKeys = Object.keys(itemConditions) as ItemCondition[];

/** Condition for the words in a file, in any width; unknown words are kept. */
export function conditionOf(written: string): string {
  const words = written.normalize('NFKC').trim();
  return itemConditionKeys.find((key) => key === words || itemConditions[key] === words) ?? written;
}

/** Reasons why an item brings nothing, as shown to its donor. */
export const zeroReasons = {
  worn: '汚れ・傷み',
  broken: '動作しない',
  season: '季節・流行',
  demand: 'お求めになる方が少ない',
  incomplete: '付属品・片方の不足',
  'not-accepted': '引き受けられないもの',
  other: 'そのほか',
} as const;
export type ZeroReason = keyof typeof zeroReasons;
export const zeroReasonKeys = Object.keys(zeroReasons) as ZeroReason[];

/** Destinations of an item. Returning or discarding it needs a reason: nothing is discarded silently. */
export const itemDestinations = {
  sold: '販売',
  reused: 'リユース',
  recycled: 'リサイクル',
  returned: '返送',
  discarded: '廃棄',
} as const;
export type ItemDestination = keyof typeof itemDestinations;
export const itemDestinationKeys = Object.keys(itemDestinations) as ItemDestination[];

export const demandsReason = (destination: string): boolean =>
  destination === 'returned' || destination === 'discarded';

/** Default destination. */
export const defaultDestination = (amountYen: number | null): ItemDestination =>
  amountYen === 0 ? 'recycled' : 'sold';
