import { useState } from 'react';
import { ItemPictures } from '#giving/applications/item-pictures.tsx';
import { Button } from '#kit/ui/button.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { formatDate } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import type { Trace, TraceItem } from './trace-schema.ts';

/** Items shown at first and added per press. */
const itemsAtOnce = 8;

/** The goods of a box: pictures, state, appraisal and what became of each. */
export function TraceItems({
  items,
  askPath,
}: Pick<Trace, 'items'> & { askPath: ((itemName: string) => string) | undefined }) {
  const [shown, setShown] = useState(itemsAtOnce);
  const remaining = items.length - shown;
  return (
    <>
      <ul className="mt-3 grid gap-3 desktop:grid-cols-2">
        {items.slice(0, shown).map((item) => (
          <Item key={items.indexOf(item)} item={item} askPath={askPath} />
        ))}
      </ul>
      {remaining > 0 && (
        <p className="mt-3 text-center">
          <Button variant="outline" size="small" onClick={() => setShown(shown + itemsAtOnce)}>
            続きを表示する（あと{formatYen(remaining)}件）
          </Button>
        </p>
      )}
    </>
  );
}

function Item({
  item,
  askPath,
}: {
  item: TraceItem;
  askPath: ((itemName: string) => string) | undefined;
}) {
  const { name, quantity, condition, appraisedYen } = item;
  return (
    <li className="rounded-tile border border-line bg-paper p-4">
      <ItemPictures name={item.name} images={item.images} />
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 leading-snug">
        <span className="min-w-0 wrap-anywhere">
          <b>{name}</b>
          {quantity > 1 && <span className="ml-1 whitespace-nowrap">{quantity}点</span>}
        </span>
        {appraisedYen !== null && (
          <span className="whitespace-nowrap tabular-nums">
            <span className="mr-1 text-sm text-ink-2">査定額</span>
            {formatYen(appraisedYen)}円
          </span>
        )}
      </p>
      {condition !== '' && <p className="text-sm text-ink-2">状態：{condition}</p>}
      <p className="mt-1">{fateWords(item)}</p>
      {item.reason !== '' && <p className="text-sm text-ink-2">{item.reason}</p>}
      {askPath && (
        <p className="mt-1 text-sm">
          <Link
            to={askPath(name)}
            className="inline-block py-1.5 text-coral-dark underline underline-offset-4"
          >
            この査定について聞く
            <span className="sr-only">（{name}）</span>
          </Link>
        </p>
      )}
    </li>
  );
}

/** What became of an item, in a sentence. */
export function fateWords({ fate, destination, appraisedYen }: TraceItem): string {
  if (fate.kind === 'sold') {
    const where = fate.place === '' ? '' : `${fate.place}で`;
    const yen = fate.soldYen === null ? '' : `（${formatYen(fate.soldYen)}円）`;
    return `${formatDate(fate.soldOn)}に、${where}売れました${yen}。`;
  }
  if (fate.kind === 'sold-together') {
    const where = fate.place === '' ? '' : `${fate.place}で、`;
    return `${formatDate(fate.soldOn)}までに、${where}ほかのお品物と合わせて売れました。`;
  }
  if (fate.kind === 'waiting') return 'まだ売れていません。これから販売します。';
  // Listed as for sale, but without a price.
  if (destination === '' || (appraisedYen === 0 && destination.startsWith('販売'))) {
    return '値段がつかなかったため、販売しません。';
  }
  return `${destination}。`;
}
