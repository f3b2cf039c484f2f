import { type ParcelState, parcelStateLabels } from '#domain/tracking/carrier-words.ts';

/** What is recorded of the boxes of an application. */
export type Arrival = {
  /** Numbers of the boxes that were received. */
  came: readonly number[];
  /** Of boxes that were not, what the carrier last said of the kit. */
  onWay: readonly { number: number; state: ParcelState }[];
  /** Boxes on the exception shelf for what is in them, and those of which it says that they were sent back; null where unnumbered. */
  shelved: readonly (number | null)[];
  sentBack: readonly (number | null)[];
  /** Boxes of others were received since it was applied for: one that was not is not known to be here. */
  isRecorded: boolean;
};

const boxNames = (numbers: readonly number[]) => numbers.map((one) => `${one}箱め`).join('・');

/** Which boxes came and which did not; undefined where none is known to have come, or all have. */
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

/** What a donor reads of boxes that came in part. */
export const arrivedWords = ({ came }: { came: readonly number[] }, boxes: number) =>
  `${boxes}箱のうち${boxNames(came)}`;
export const missingWords = ({ missing }: { missing: readonly number[] }) => boxNames(missing);

/** Clothes fill a large carton with fewer; what is small, with more. */
const mostPieces = { large: 150, small: 500 };
const smallGoods = ['accessories', 'watches', 'jewelry', 'gold', 'other'];

/** Pieces that one box may hold, by what was applied for; more is a slip of the pen. */
export const mostPiecesOfBox = (products: readonly string[]): number =>
  products.some((one) => smallGoods.includes(one)) ? mostPieces.small : mostPieces.large;

type Applied = { state: string; boxes: number; products: readonly string[] };
type Told = {
  itemCount: number;
  outcome: string;
  items: readonly { boxNumber: number | null }[];
};
export type ArrivalCode = 'missing-boxes' | 'too-many-items' | 'being-returned';

/** States in which no goods have come yet. */
const before = ['applied', 'kit-sent'];

/** What of a result does not go together with the boxes that came. */
export function arrivalProblems(
  told: Told,
  applied: Applied,
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

function missingBoxes({ items }: Told, { boxes, state }: Applied, arrival: Arrival): Problem[] {
  const { came, isRecorded } = arrival;
  if (came.length === 0) {
    return isRecorded && before.includes(state)
      ? [['missing-boxes', '箱が届いた記録のないお申し込みです']]
      : [];
  }
  const partly = partlyArrived(boxes, came);
  const told = new Set(items.flatMap(({ boxNumber }) => boxNumber ?? []));
  const absent = [...told].filter((number) => !came.includes(number)).toSorted((a, b) => a - b);
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
    ...(absent.length > 0
      ? [['missing-boxes', `届いた記録のない${boxNames(absent)}のお品物があります`] as const]
      : []),
  ];
}

function tooManyItems({ itemCount }: Told, applied: Applied, { came }: Arrival): Problem[] {
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

function beingReturned({ outcome }: Told, { shelved, sentBack }: Arrival): Problem[] {
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
