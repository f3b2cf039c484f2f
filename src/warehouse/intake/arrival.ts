import { type ParcelState, parcelStateLabels } from '#warehouse/tracking/carrier-words.ts';

/** Recorded arrivals of an application's boxes. */
export type Arrival = {
  /** Numbers of received boxes. */
  came: readonly number[];
  /** Carrier's last known state of the kits of boxes not received. */
  onWay: readonly { number: number; state: ParcelState }[];
  /** Boxes on the exception shelf because of their content, and those that were sent back; null if unnumbered. */
  shelved: readonly (number | null)[];
  sentBack: readonly (number | null)[];
  /** Whether boxes of others were received since the application: only then an unscanned box counts as missing. */
  isRecorded: boolean;
};

const boxNames = (numbers: readonly number[]) => numbers.map((one) => `${one}箱め`).join('・');

/** Boxes that arrived and boxes that did not; undefined if none or all arrived. */
export function partlyArrived(
  boxes: number,
  came: readonly number[],
): { came: number[]; missing: number[] } | undefined {
  const applied = Array.from({ length: boxes }, (_, index) => index + 1);
  const missing = applied.filter((number) => !came.includes(number));
  return came.length === 0 || missing.length === 0
    ? undefined
    : { came: came.toSorted((a, b) => a - b), missing };
}

/** Words for a donor about partly arrived boxes. */
export const arrivedWords = ({ came }: { came: readonly number[] }, boxes: number) =>
  `${boxes}箱のうち${boxNames(came)}`;
export const missingWords = ({ missing }: { missing: readonly number[] }) => boxNames(missing);

/** A large carton holds this many clothes, and this many small items. */
const maxPieces = { large: 150, small: 500 };
const smallGoods = ['accessories', 'watches', 'jewelry', 'gold', 'other'];

/** Plausible pieces per box, by the applied goods; more is taken for a typing error. */
export const mostPiecesOfBox = (products: readonly string[]): number =>
  products.some((one) => smallGoods.includes(one)) ? maxPieces.small : maxPieces.large;

type AppliedBoxes = { state: string; boxes: number; products: readonly string[] };
type ReportedResult = {
  itemCount: number;
  outcome: string;
  items: readonly { boxNumber: number | null }[];
};
export type ArrivalCode = 'missing-boxes' | 'too-many-items' | 'being-returned';

/** States before the goods arrive. */
const statesBeforeArrival = ['applied', 'kit-sent'];

/** Contradictions between a result and the boxes that arrived. */
export function arrivalProblems(
  told: ReportedResult,
  applied: AppliedBoxes,
  arrival: Arrival,
): { code: ArrivalCode; message: string }[] {
  if (told.outcome === 'cancelled') return [];
  return [
    ...missingBoxes(told, applied, arrival),
    ...tooManyItems(told, applied, arrival),
    ...beingReturned(told, arrival),
  ].map(([code, message]) => ({ code, message }));
}

type Problem = readonly [ArrivalCode, string];

function missingBoxes(
  { items }: ReportedResult,
  { boxes, state }: AppliedBoxes,
  arrival: Arrival,
): Problem[] {
  const { came, isRecorded } = arrival;
  if (came.length === 0) {
    return isRecorded && statesBeforeArrival.includes(state)
      ? [['missing-boxes', '箱が届いた記録のないお申し込みです']]
      : [];
  }
  const partly = partlyArrived(boxes, came);
  const told = new Set(items.flatMap(({ boxNumber }) => boxNumber ?? []));
  const missingNumbers = [...told]
    .filter((number) => !came.includes(number))
    .toSorted((a, b) => a - b);
  const onWay = arrival.onWay.map(
    ({ number, state: kit }) => `${number}箱めは「${parcelStateLabels[kit]}」`,
  );
  return [
    ...(partly
      ? [
          [
            'missing-boxes',
            [
              `お申し込みは${boxes}箱ですが、届いた記録は${came.length}箱です（${boxNames(partly.missing)}がありません）`,
              ...onWay,
            ].join('。'),
          ] as const,
        ]
      : []),
    ...(missingNumbers.length > 0
      ? [
          [
            'missing-boxes',
            `届いた記録のない${boxNames(missingNumbers)}のお品物があります`,
          ] as const,
        ]
      : []),
  ];
}

function tooManyItems(
  { itemCount }: ReportedResult,
  applied: AppliedBoxes,
  { came }: Arrival,
): Problem[] {
  const boxes = came.length || applied.boxes;
  const most = boxes * mostPiecesOfBox(applied.products);
  return itemCount > most
    ? [
        [
          'too-many-items',
          `点数（${itemCount}点）が、${boxes}箱に入る数（${most}点まで）を超えています`,
        ],
      ]
    : [];
}

function beingReturned({ outcome }: ReportedResult, { shelved, sentBack }: Arrival): Problem[] {
  const name = (number: number | null) => (number === null ? '箱' : `${number}箱め`);
  const onShelf = shelved.map(
    (number): Problem => ['being-returned', `${name(number)}が保留の棚にあります`],
  );
  if (outcome === 'returned') return onShelf;
  return [
    ...onShelf,
    ...sentBack.map(
      (number): Problem => ['being-returned', `${name(number)}を返送した記録があります`],
    ),
  ];
}
