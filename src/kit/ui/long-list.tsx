import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';

/** The number of items shown at first, and added each time. */
const step = 6;

/** The first items of a list, and the next ones on demand; `label` names the items in one word. */
export function LongList<Item extends { id: string }>({
  items,
  label,
  row: Row,
  columns = 'two',
}: {
  items: readonly Item[];
  label: string;
  row: (props: { item: Item }) => ReactNode;
  columns?: 'one' | 'two';
}) {
  const [count, setCount] = useState(step);
  const remainingCount = items.length - count;
  return (
    <>
      <ul className={`grid grid-cols-1 gap-3 ${columns === 'two' ? 'narrow:grid-cols-2' : ''}`}>
        {items.slice(0, count).map((item) => (
          <Row key={item.id} item={item} />
        ))}
      </ul>
      {remainingCount > 0 && (
        <p className="mt-4 text-center">
          <Button variant="outline" size="small" onClick={() => setCount(count + step)}>
            {label}をもっと見る（あと{remainingCount}件）
          </Button>
        </p>
      )}
    </>
  );
}
