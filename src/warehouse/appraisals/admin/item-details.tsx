import { addressOf } from '#kit/client/send.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { commonBrands } from '#warehouse/appraisals/categories.ts';
import type { ItemContent } from '#warehouse/appraisals/draft-item.ts';
import {
  demandsReason,
  itemDestinationKeys,
  itemDestinations,
} from '#warehouse/appraisals/item-words.ts';
import { ChoiceButtons } from './choice-buttons.tsx';
import type { EditedItem } from './edited-item.ts';
import { ItemPictures, type PictureSteps } from './item-pictures.tsx';
import { LineInput } from './line-input.tsx';

const destinations = itemDestinationKeys.map((key) => [key, itemDestinations[key]] as const);

/** Optional details of an item: pieces, brand, features, destination, pictures. */
export function OptionalItemFields({
  item,
  onChange,
  pictures,
}: {
  item: EditedItem;
  onChange: (changed: Partial<ItemContent>) => void;
  pictures: PictureSteps;
}) {
  const { content } = item;
  return (
    <div className="grid gap-3">
      <div className="grid gap-3 narrow:grid-cols-[auto_1fr]">
        <Quantity quantity={content.quantity} onChange={(quantity) => onChange({ quantity })} />
        <Brand content={content} onChange={onChange} />
      </div>
      <LineInput
        label="特徴（色・柄・型番など）"
        value={content.feature}
        maxLength={200}
        onChange={(feature) => onChange({ feature })}
      />
      <ChoiceButtons
        label="行き先"
        choices={destinations}
        chosen={content.destination}
        columns="grid-cols-3 narrow:grid-cols-5"
        onChoose={(destination) => onChange({ destination })}
      />
      {demandsReason(content.destination) && (
        <LineInput
          label="返送・廃棄の理由（必須）"
          value={content.destinationReason}
          maxLength={100}
          onChange={(destinationReason) => onChange({ destinationReason })}
        />
      )}
      <ItemPictures item={item} pictures={pictures} />
    </div>
  );
}

function Quantity({
  quantity,
  onChange,
}: {
  quantity: number;
  onChange: (quantity: number) => void;
}) {
  const button = 'size-12 rounded-lg border-2 border-line bg-paper text-xl font-bold hover:bg-sand';
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-bold">点数</legend>
      <div className="mt-1 flex items-center gap-1.5">
        <button
          type="button"
          aria-label="1点へらす"
          className={button}
          onClick={() => onChange(Math.max(1, quantity - 1))}
        >
          −
        </button>
        <output className="w-12 text-center text-lg font-bold tabular-nums">{quantity}点</output>
        <button
          type="button"
          aria-label="1点ふやす"
          className={button}
          onClick={() => onChange(Math.min(999, quantity + 1))}
        >
          ＋
        </button>
      </div>
    </fieldset>
  );
}

/** Brands: those that this shop appraised before, then well-known ones. */
function Brand({
  content: { category, brand },
  onChange,
}: {
  content: ItemContent;
  onChange: (changed: Partial<ItemContent>) => void;
}) {
  const { value } = useQuery(
    category === ''
      ? undefined
      : addressOf('GET /api/office/appraisals/brands', { query: { category } }),
  );
  const common = category === '' ? [] : (commonBrands[category] ?? []);
  return (
    <LineInput
      label="ブランド"
      value={brand}
      maxLength={60}
      suggestions={[...new Set([...(value?.brands ?? []), ...common])]}
      onChange={(text) => onChange({ brand: text })}
    />
  );
}
