import { useEffect, useEffectEvent } from 'react';
import { type ComparedField, VersionChoice } from '#kit/forms/two-versions.tsx';
import { Button } from '#kit/ui/button.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { formatYen } from '#kit/values/yen.ts';
import {
  categoryLabel,
  itemCategories,
  itemCategoryKeys,
} from '#warehouse/appraisals/categories.ts';
import type { DraftItem, ItemContent, ItemEntry } from '#warehouse/appraisals/draft-item.ts';
import {
  defaultDestination,
  itemConditionKeys,
  itemConditions,
  itemDestinations,
  zeroReasonKeys,
  zeroReasons,
} from '#warehouse/appraisals/item-words.ts';
import { ChoiceButtons } from './choice-buttons.tsx';
import type { EditedItem } from './edited-item.ts';
import { OptionalItemFields } from './item-details.tsx';
import type { PictureSteps } from './item-pictures.tsx';
import type { PendingItem } from './item-queue.ts';
import { LineInput } from './line-input.tsx';
import { PriceKeypad } from './price-keypad.tsx';

const categories = itemCategoryKeys.map((key) => [key, itemCategories[key].label] as const);
const conditions = itemConditionKeys.map((key) => [key, itemConditions[key]] as const);

/** Edits an item: an ordinary one takes a category, a condition and a price. */
export function ItemEditor({
  item,
  number,
  pending,
  stored,
  hasLast,
  onChange,
  pictures,
  onNext,
  onRepeat,
  onKeepMine,
  onKeepStored,
}: {
  item: EditedItem;
  /** Its position in the box, from 1. */
  number: number;
  pending: PendingItem | undefined;
  /** The server's version, which may be a colleague's. */
  stored: DraftItem | undefined;
  /** Whether there is a previous item to copy. */
  hasLast: boolean;
  onChange: (content: ItemContent) => void;
  pictures: PictureSteps;
  onNext: () => void;
  onRepeat: () => void;
  onKeepMine: () => void;
  onKeepStored: () => void;
}) {
  const { content } = item;
  const change = (changed: Partial<ItemContent>) => onChange({ ...content, ...changed });
  const price = (amountYen: number | null) => {
    // The destination follows the price until it is set by hand.
    const isUsual =
      content.destination === '' || content.destination === defaultDestination(content.amountYen);
    change({
      amountYen,
      ...(isUsual && { destination: amountYen === null ? '' : defaultDestination(amountYen) }),
      ...(amountYen !== 0 && { zeroReason: '', zeroNote: '' }),
    });
  };
  useNextKey(onNext);
  return (
    <section aria-label={`${number}品目`} className="grid min-w-0 gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-lg narrow:text-lg">{number}品目</h2>
        <Button variant="quiet" size="small" disabled={!hasLast} onClick={onRepeat}>
          前の品と同じにする
        </Button>
      </div>
      {pending?.refusal && <RefusedItem {...{ pending, stored, onKeepMine, onKeepStored }} />}
      <ChoiceButtons
        label="品目"
        choices={categories}
        chosen={content.category}
        columns="grid-cols-3 narrow:grid-cols-4 desktop:grid-cols-5"
        onChoose={(category) => change({ category })}
      />
      <ChoiceButtons
        label="状態"
        choices={conditions}
        chosen={content.condition}
        columns="grid-cols-3 narrow:grid-cols-5"
        onChoose={(condition) => change({ condition })}
      />
      <PriceKeypad content={content} onPrice={price} />
      {content.amountYen === 0 && <ZeroPrice content={content} onChange={change} />}
      <Button size="large" className="w-full" aria-keyshortcuts="Enter" onClick={onNext}>
        次の品へ
      </Button>
      <OptionalItemFields {...{ item, pictures }} onChange={change} />
    </section>
  );
}

/** Enter continues with the next item, unless a button or text input has the focus; ⌘Enter and Ctrl+Enter always do. */
function useNextKey(onNext: () => void) {
  const next = useEffectEvent(onNext);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || event.isComposing || event.repeat) return;
      const isForced = event.metaKey || event.ctrlKey;
      const at = event.target as HTMLElement;
      if (!isForced && at.closest('button, a, input, select, textarea, summary, dialog')) return;
      event.preventDefault();
      next();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

/** Why the server refused a change: both versions after a conflict, otherwise the reason and the choices. */
function RefusedItem({
  pending,
  stored,
  onKeepMine,
  onKeepStored,
}: {
  pending: PendingItem;
  stored: DraftItem | undefined;
  onKeepMine: () => void;
  onKeepStored: () => void;
}) {
  if (pending.refusal?.isStale && stored && stored.version !== pending.version) {
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onKeepMine();
        }}
      >
        <VersionChoice
          fields={comparedFields(pending, stored)}
          isPending={false}
          onKeepStored={onKeepStored}
        />
      </form>
    );
  }
  return (
    <Notice kind="error" title="この品は、まだ保存されていません">
      <p>{pending.refusal?.message}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="small" onClick={onKeepMine}>
          もう一度保存する
        </Button>
        <Button size="small" variant="outline" onClick={onKeepStored}>
          この変更を取り消す
        </Button>
      </div>
    </Notice>
  );
}

const reasons = zeroReasonKeys.map((key) => [key, zeroReasons[key]] as const);

/** The reason for a price of 0, which the donor reads. */
function ZeroPrice({
  content,
  onChange,
}: {
  content: ItemContent;
  onChange: (changed: Partial<ItemContent>) => void;
}) {
  return (
    <div className="grid gap-2 rounded-lg border border-honey bg-honey-soft p-3">
      <ChoiceButtons
        label="0円の理由"
        choices={reasons}
        chosen={content.zeroReason}
        columns="grid-cols-2 narrow:grid-cols-4"
        onChoose={(zeroReason) => onChange({ zeroReason })}
      />
      <LineInput
        label={content.zeroReason === 'other' ? '理由（必須）' : '補足'}
        value={content.zeroNote}
        maxLength={100}
        onChange={(zeroNote) => onChange({ zeroNote })}
      />
    </div>
  );
}

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
function comparedFields(
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
