import type { ComparedField } from '#kit/forms/two-versions.tsx';
import { formatYen } from '#kit/values/yen.ts';
import { categoryLabel } from '#warehouse/appraisals/categories.ts';
import type { ItemEntry } from '#warehouse/appraisals/draft-item.ts';
import { itemConditions, itemDestinations, zeroReasons } from '#warehouse/appraisals/item-words.ts';

/** An item's fields as text. */
const inWords = ({ content, imageIds }: ItemEntry): [label: string, words: string][] => [
  ['品目', categoryLabel(content.category)],
  ['ブランド', content.brand],
  ['特徴', content.feature],
  ['状態', content.condition === '' ? '' : itemConditions[content.condition]],
  ['点数', `${content.quantity}点`],
  ['金額', content.amountYen === null ? '' : `${formatYen(content.amountYen)}円`],
  [
    '0円の理由',
    [content.zeroReason === '' ? '' : zeroReasons[content.zeroReason], content.zeroNote]
      .filter((part) => part !== '')
      .join('　'),
  ],
  [
    '行き先',
    [
      content.destination === '' ? '' : itemDestinations[content.destination],
      content.destinationReason,
    ]
      .filter((part) => part !== '')
      .join('　'),
  ],
  ['写真', `${imageIds.length}枚`],
];

/** The fields where the appraiser's version differs from the stored one. */
export function comparedFields(
  mine: ItemEntry & { isRemoved: boolean },
  stored: ItemEntry,
): ComparedField[] {
  const theirs = inWords(stored);
  if (mine.isRemoved) {
    return [
      { label: 'この品', mine: '取り除く', stored: '残っています' },
      ...theirs
        .filter(([, words]) => words !== '')
        .map(([label, words]) => ({ label, mine: '', stored: words })),
    ];
  }
  return inWords(mine)
    .map(([label, words], index) => ({ label, mine: words, stored: theirs[index]?.[1] ?? '' }))
    .filter((field) => field.mine !== field.stored || field.label === '品目');
}
