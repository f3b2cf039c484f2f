import * as z from 'zod/mini';
import type { ApplicationState } from '#giving/applications/application-state.ts';
import { addDays, formatDate } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import { type Arrival, arrivalProblems } from '#warehouse/intake/arrival.ts';
import type { ItemRow } from './appraisal-item.ts';
import type { ResultRow } from './appraisal-result.ts';

/** Thresholds of docs/product.md, Results that wait. */
const largeYenPerBox = 100_000;
const usualFactor = 10;
/** Below this, ten times the usual amount is no reason to ask. */
const minFlaggedYen = 3_000;
const minEarlierBoxes = 2;
const longAgoDays = 60;
const slowDays = 30;

export const plausibilityCodes = [
  'large',
  'above-usual',
  'above-earlier',
  'long-ago',
  'slow',
  'kit-never-left',
  'more-boxes',
  // Contradictions with the boxes that arrived; checked again at each release.
  'missing-boxes',
  'too-many-items',
  'being-returned',
  /** The application changed after the result was uploaded; cannot be overridden. */
  'does-not-fit',
] as const;

/** An unlikely value in a result: released only with a reason. */
export const PlausibilityFlag = z.object({ code: z.enum(plausibilityCodes), message: z.string() });
export type PlausibilityFlag = z.infer<typeof PlausibilityFlag>;

/** Whether a flag is about arrivals. */
export const isAboutArrival = ({ code }: PlausibilityFlag) =>
  code === 'missing-boxes' || code === 'too-many-items' || code === 'being-returned';

/** Whether a flag is about money. */
export const isOfSum = ({ code }: PlausibilityFlag) =>
  code === 'large' || code === 'above-usual' || code === 'above-earlier';

/** Data that a result is compared with; null or missing if too little is known. */
export type PlausibilityFacts = {
  application: { state: string; needsKit: boolean; boxes: number; products: readonly string[] };
  arrival: Arrival;
  /** Usual amount per box for this kind of application. */
  usualBoxYen: number | null;
  /** Usual amount per piece, by category. */
  usualPieceYen: ReadonlyMap<string, number>;
  /** The donor's earlier boxes. */
  earlier: { count: number; meanYen: number } | undefined;
  today: string;
};

/** The compared fields of a result. */
export type PlausibleResult = Pick<
  ResultRow,
  'receivedOn' | 'appraisedOn' | 'appraisedYen' | 'bonusYen' | 'itemCount' | 'outcome'
>;
export type PlausibleItem = Pick<
  ItemRow,
  'category' | 'name' | 'quantity' | 'amountYen' | 'boxNumber'
>;

/** Flags for unlikely values in a valid result. */
export function plausibilityFlags(
  result: PlausibleResult,
  items: readonly PlausibleItem[],
  facts: PlausibilityFacts,
): PlausibilityFlag[] {
  return [
    ...sumFlags(result, facts),
    ...items.flatMap((item) => itemFlags(item, facts)).slice(0, 3),
    ...dayFlags(result, facts.today),
    ...boxFlags(items, facts.application),
    ...arrivalProblems({ ...result, items }, facts.application, facts.arrival),
  ];
}

const isFarAbove = (yen: number, usualYen: number) =>
  yen >= minFlaggedYen && yen >= usualFactor * usualYen;

function sumFlags(
  { appraisedYen, bonusYen }: PlausibleResult,
  { application, usualBoxYen, earlier }: PlausibilityFacts,
): PlausibilityFlag[] {
  const wholeYen = appraisedYen + bonusYen;
  const perBox = wholeYen / Math.max(1, application.boxes);
  const sum = bonusYen > 0 ? '査定金額と加算額の合計' : '査定金額';
  const flags: PlausibilityFlag[] = [];
  if (perBox >= largeYenPerBox) {
    const message = `${sum}が${yen(wholeYen)}円です（1箱あたり${yen(largeYenPerBox)}円以上）`;
    flags.push({ code: 'large', message });
  } else if (usualBoxYen !== null && isFarAbove(perBox, usualBoxYen)) {
    const message = `${sum}（${yen(wholeYen)}円）が、いつもの1箱（${yen(usualBoxYen)}円）の${usualFactor}倍以上です`;
    flags.push({ code: 'above-usual', message });
  }
  if (earlier && earlier.count >= minEarlierBoxes && isFarAbove(appraisedYen, earlier.meanYen)) {
    const message = `この方のこれまでの平均（${yen(earlier.meanYen)}円）の${usualFactor}倍以上です`;
    flags.push({ code: 'above-earlier', message });
  }
  return flags;
}

function itemFlags(
  { category, name, quantity, amountYen }: PlausibleItem,
  { usualPieceYen }: PlausibilityFacts,
): PlausibilityFlag[] {
  const usual = usualPieceYen.get(category);
  const pieceYen = amountYen / quantity;
  if (usual === undefined || !isFarAbove(pieceYen, usual)) return [];
  const message = `「${name}」の1点の金額（${yen(pieceYen)}円）が、同じカテゴリのいつもの金額（${yen(usual)}円）の${usualFactor}倍以上です`;
  return [{ code: 'above-usual', message }];
}

function dayFlags({ receivedOn, appraisedOn }: PlausibleResult, today: string): PlausibilityFlag[] {
  if (receivedOn < addDays(today, -longAgoDays)) {
    const message = `受付日（${formatDate(receivedOn)}）が${longAgoDays}日より前です`;
    return [{ code: 'long-ago', message }];
  }
  if (appraisedOn <= addDays(receivedOn, slowDays)) return [];
  return [{ code: 'slow', message: `受付から査定まで、${slowDays}日を超えています` }];
}

/** State of an application before its kit is sent. */
const beforeKit: ApplicationState = 'applied';

function boxFlags(
  items: readonly PlausibleItem[],
  { state, needsKit, boxes }: PlausibilityFacts['application'],
): PlausibilityFlag[] {
  const flags: PlausibilityFlag[] = [];
  if (needsKit && state === beforeKit) {
    const message = '発送キットをまだ送っていないお申し込みです';
    flags.push({ code: 'kit-never-left', message });
  }
  const box = Math.max(0, ...items.map(({ boxNumber }) => boxNumber ?? 0));
  if (box > boxes) {
    const message = `お申し込みは${boxes}箱ですが、${box}箱目のお品物があります`;
    flags.push({ code: 'more-boxes', message });
  }
  return flags;
}

const yen = (amountYen: number) => formatYen(Math.round(amountYen));
