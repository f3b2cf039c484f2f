import * as z from 'zod/mini';
import { PictureId } from '#kit/images/picture-id.ts';
import { Timestamp } from '#kit/values/timestamp-schema.ts';
import { optionalLine } from '#kit/values/typed-text.ts';
import { mostBoxNumber } from '#warehouse/kits/box-code.ts';
import { categoryLabel, itemCategoryKeys } from './categories.ts';
import {
  demandsReason,
  itemConditionKeys,
  itemDestinationKeys,
  itemDestinations,
  zeroReasonKeys,
  zeroReasons,
} from './item-words.ts';

export const mostItemPictures = 6;
/** Pieces per item. */
const maxPieces = 999;
/**
 * Limit per item and for all together, as in result files (docs/product.md, Result files); more is
 * a typing error.
 */
export const maxItemYen = 10_000_000;

const unset = <const Keys extends readonly string[]>(keys: Keys, message: string) =>
  z.enum(['', ...keys], message);

/** The fields of an item so far; "" and null are not chosen yet. */
export const ItemContent = z.strictObject({
  category: unset(itemCategoryKeys, '品目を一覧から選んでください。'),
  brand: optionalLine('ブランド', 60),
  feature: optionalLine('特徴', 200),
  condition: unset(itemConditionKeys, '状態を一覧から選んでください。'),
  quantity: z
    .int('点数は1以上の数字で入力してください。')
    .check(
      z.minimum(1, '点数は1以上の数字で入力してください。'),
      z.maximum(maxPieces, `点数は${maxPieces}までにしてください。`),
    ),
  /** For all pieces together. */
  amountYen: z.nullable(
    z
      .int('金額は円単位の数字で入力してください。')
      .check(
        z.minimum(0, '金額は0円以上で入力してください。'),
        z.maximum(maxItemYen, '金額は10,000,000円以下で入力してください。'),
      ),
  ),
  zeroReason: unset(zeroReasonKeys, '0円の理由を一覧から選んでください。'),
  zeroNote: optionalLine('0円の理由の補足', 100),
  destination: unset(itemDestinationKeys, '行き先を一覧から選んでください。'),
  destinationReason: optionalLine('行き先の理由', 100),
});
export type ItemContent = z.infer<typeof ItemContent>;

export const BoxNumber = z.int().check(z.minimum(1), z.maximum(mostBoxNumber));

/** Generated on the device, so that a retry does not add a second item. */
export const ItemId = z
  .string()
  .check(z.regex(/^[\w-]{8,64}$/, 'お品物の番号が正しくありません。'));

/** An item as sent by a device. */
export const ItemEntry = z.strictObject({
  boxNumber: BoxNumber,
  content: ItemContent,
  imageIds: z
    .array(PictureId.check(z.minLength(1)))
    .check(z.maxLength(mostItemPictures, `写真は1点につき${mostItemPictures}枚までです。`)),
});
export type ItemEntry = z.infer<typeof ItemEntry>;

export const DraftItem = z.object({
  id: z.string(),
  boxNumber: z.number(),
  content: ItemContent,
  imageIds: z.array(z.string()),
  /** Signed paths of its pictures, in order. */
  images: z.array(z.string()),
  addedBy: z.string(),
  changedBy: z.string(),
  changedAt: Timestamp,
  isRemoved: z.boolean(),
  version: z.number(),
});
export type DraftItem = z.infer<typeof DraftItem>;

export const emptyItem: ItemContent = {
  category: '',
  brand: '',
  feature: '',
  condition: '',
  quantity: 1,
  amountYen: null,
  zeroReason: '',
  zeroNote: '',
  destination: '',
  destinationReason: '',
};

/** Whether nothing is entered yet. */
export const isBlank = (content: ItemContent): boolean =>
  JSON.stringify(content) === JSON.stringify(emptyItem);

/**
 * Fields missing before the box can be finished, in the order of the form. A returned item was not
 * bought: its amount must be 0.
 */
export function missingOf(content: ItemContent): string[] {
  const { category, condition, amountYen, zeroReason, zeroNote, destination, destinationReason } =
    content;
  return [
    ...(category === '' ? ['品目'] : []),
    ...(condition === '' ? ['状態'] : []),
    ...(amountYen === null ? ['金額'] : []),
    ...(amountYen === 0 && zeroReason === '' ? ['0円の理由'] : []),
    ...(amountYen === 0 && zeroReason === 'other' && zeroNote === '' ? ['0円の理由の補足'] : []),
    ...(destination === 'returned' && (amountYen ?? 0) > 0 ? ['金額を0円に（返送のため）'] : []),
    ...(destination === '' ? ['行き先'] : []),
    ...(demandsReason(destination) && destinationReason === '' ? ['行き先の理由'] : []),
  ];
}

/** Same limit as 品目 in result files. */
const maxNameLength = 100;

/** Name of an item on paper and in mails. Cut by code points: half a surrogate pair cannot be stored. */
export const itemName = ({ category, brand, feature }: ItemContent): string => {
  const name = [categoryLabel(category), brand, feature].filter((part) => part !== '').join('　');
  return [...name].slice(0, maxNameLength).join('');
};

/** Reason shown to the donor why it brought nothing or was not sold; "" if there is none. */
export function itemReason(content: ItemContent): string {
  const { amountYen, zeroReason, zeroNote, destination, destinationReason } = content;
  const zero = amountYen === 0 && zeroReason !== '' ? zeroWords(zeroReason, zeroNote) : '';
  const destinationText =
    demandsReason(destination) && destinationReason !== ''
      ? `${itemDestinations[destination as keyof typeof itemDestinations]}：${destinationReason}`
      : '';
  return [zero, destinationText].filter((part) => part !== '').join('。');
}

function zeroWords(reason: keyof typeof zeroReasons, note: string): string {
  if (reason === 'other') return note;
  return note === '' ? zeroReasons[reason] : `${zeroReasons[reason]}（${note}）`;
}
