import { Chip } from '#kit/ui/chip.tsx';
import { Icon } from '#kit/ui/pictures/icon.tsx';
import { formatYen } from '#kit/values/yen.ts';
import { categoryLabel } from '#warehouse/appraisals/categories.ts';
import { missingOf } from '#warehouse/appraisals/draft-item.ts';
import { itemConditions } from '#warehouse/appraisals/item-words.ts';
import type { ShownItem } from './item-queue.ts';
import type { WaitingPicture } from './picture-store.ts';

/** The items of the box so far, one per line, with their author. */
export function ItemLines({
  items,
  pictures,
  openId,
  onOpen,
  onRemove,
}: {
  items: readonly ShownItem[];
  /** Photos not uploaded yet. */
  pictures: readonly WaitingPicture[];
  openId: string;
  /** Undefined where items are read-only. */
  onOpen?: ((item: ShownItem) => void) | undefined;
  onRemove?: ((item: ShownItem) => void) | undefined;
}) {
  if (items.length === 0) {
    return <p className="py-3 text-sm text-ink-2">まだお品物がありません。</p>;
  }
  return (
    <ol className="divide-y divide-line border-y border-line">
      {items.map((item, index) => (
        <li
          key={item.id}
          className={`flex items-center gap-2 ${item.id === openId ? 'bg-coral-soft' : ''}`}
        >
          <button
            type="button"
            disabled={!onOpen}
            aria-description="この品を直す"
            aria-current={item.id === openId}
            className="grid min-h-14 min-w-0 grow grid-cols-[2rem_1fr_auto] items-center gap-x-1 py-1 text-left"
            onClick={() => onOpen?.(item)}
          >
            <span className="text-center text-sm text-ink-2 tabular-nums">{index + 1}</span>
            <ItemFacts item={item} waits={pictures.some(({ itemId }) => itemId === item.id)} />
            <b className="px-1 tabular-nums">
              {item.content.amountYen === null ? '—' : `${formatYen(item.content.amountYen)}円`}
            </b>
          </button>
          {onRemove && (
            <button
              type="button"
              aria-label={`${index + 1}品目を取り除く`}
              className="grid size-11 shrink-0 place-items-center rounded-lg hover:bg-sand"
              onClick={() => onRemove(item)}
            >
              <Icon name="close" className="size-4" />
            </button>
          )}
        </li>
      ))}
    </ol>
  );
}

function ItemFacts({
  item: { content, addedBy, imageIds, pending },
  waits,
}: {
  item: ShownItem;
  /** Whether a photo of it is not uploaded yet. */
  waits: boolean;
}) {
  const { category, brand, condition, quantity } = content;
  const missing = missingOf(content);
  return (
    <span className="min-w-0">
      <span className="block truncate font-bold">
        {category === '' ? '（品目なし）' : categoryLabel(category)}
        {quantity > 1 && ` ${quantity}点`}
        {brand !== '' && <span className="ml-2 font-normal">{brand}</span>}
      </span>
      <span className="block text-sm wrap-anywhere text-ink-2">
        {condition !== '' && itemConditions[condition]}
        {imageIds.length > 0 && ` 写真${imageIds.length}`}
        {addedBy !== '' && ` ${addedBy}`}
      </span>
      {pending?.refusal ? (
        <Chip tone="error">選択が必要</Chip>
      ) : missing.length > 0 ? (
        <span className="block rounded-lg bg-honey-soft px-2 text-sm">
          未入力：{missing.join('・')}
        </span>
      ) : pending || waits ? (
        <Chip>送信待ち</Chip>
      ) : null}
    </span>
  );
}
