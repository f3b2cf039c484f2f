import { Link } from '#kit/ui/links/link.tsx';
import { Picture } from '#kit/ui/pictures/picture.tsx';
import type { PledgeItem } from './pledge.ts';
import { itemName, PledgePicture } from './pledge-picture.tsx';

/** The pictures of one pledge: the first large, each with its name and a link to its page. */
export function PledgePictures({ items }: { items: readonly PledgeItem[] }) {
  if (items.length === 0) {
    return (
      <div className="grid aspect-[4/3] place-items-center self-start rounded-card bg-sand">
        <Picture name="love-letter" className="size-28" />
      </div>
    );
  }
  return (
    <ul className="grid grid-cols-3 gap-3">
      {items.map((item, index) => (
        <li key={item.id} className={`relative ${index === 0 ? 'col-span-3' : ''}`}>
          <PledgePicture
            item={item}
            sizes={index === 0 ? '(width >= 67.5rem) 560px, 94vw' : '200px'}
            isEarly={index === 0}
            isNamed
            className="aspect-[4/3] w-full rounded-tile border border-line bg-sand"
          />
          <Link
            to={`/my-pledge/item/${item.id}`}
            className="mt-1.5 line-clamp-2 text-sm leading-snug no-underline after:absolute after:inset-0 hover:underline"
          >
            {itemName(item.name)}
          </Link>
        </li>
      ))}
    </ul>
  );
}
