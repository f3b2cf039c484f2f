import { Link } from '#kit/ui/links/link.tsx';
import { Picture } from '#kit/ui/pictures/picture.tsx';
import { formatDate } from '#kit/values/timestamp.ts';
import { AuthorPicture } from './author-picture.tsx';
import type { Pledge } from './pledge.ts';
import { authorName } from './pledge-author.ts';
import { PledgePicture } from './pledge-picture.tsx';

/** The sizes of the cards' pictures: beside the text on phones, above it elsewhere. */
const sizes = '(width >= 67.5rem) 320px, (width >= 48rem) 340px, 112px';
/** The number of cards in view without scrolling. */
const earlyCards = 3;

/** A pledge in a list; `isEarly` when it is in view without scrolling. */
export function PledgeCard({ pledge, isEarly }: { pledge: Pledge; isEarly: boolean }) {
  const { id, text, items, author, donation, pledgedAt } = pledge;
  const [first] = items;
  return (
    <li className="relative grid grid-cols-[112px_1fr] overflow-hidden rounded-card border border-line bg-paper narrow:flex narrow:flex-col">
      <div className="relative bg-sand narrow:aspect-[4/3]">
        {first ? (
          <PledgePicture
            item={first}
            sizes={sizes}
            isEarly={isEarly}
            className="absolute inset-0 size-full"
          />
        ) : (
          <Picture name="love-letter" className="absolute inset-0 m-auto size-16" />
        )}
        {items.length > 1 && (
          <p className="absolute right-2 bottom-2 rounded-full bg-ink px-2.5 text-sm font-bold text-white tabular-nums">
            {items.length}枚
          </p>
        )}
      </div>
      <div className="flex min-w-0 grow flex-col p-4 narrow:p-5">
        <p className="line-clamp-3 narrow:line-clamp-4">{text}</p>
        <p className="mt-2 truncate text-sm font-bold text-coral-dark">
          {donation.associateName}へ
        </p>
        <div className="mt-auto flex items-center gap-x-2 pt-3 max-narrow:flex-wrap">
          <AuthorPicture image={author.image} className="size-8 max-narrow:hidden" />
          <h3 className="min-w-0 grow font-sans text-sm">
            {/* The whole card is clickable. */}
            <Link
              to={`/my-pledge/${id}`}
              className="block truncate no-underline after:absolute after:inset-0"
            >
              <bdi>{authorName(pledge)}</bdi>さん<span className="sr-only">の#mypledge</span>
            </Link>
          </h3>
          <p className="shrink-0 text-sm text-ink-2 tabular-nums">{formatDate(pledgedAt)}</p>
        </div>
      </div>
    </li>
  );
}

/** A gallery of pledges: one column on phones, three on the desktop. `isFirst`: at the page's top. */
export function PledgeGrid({
  pledges,
  isFirst = false,
}: {
  pledges: readonly Pledge[];
  isFirst?: boolean;
}) {
  return (
    <ul className="grid grid-cols-1 gap-4 narrow:grid-cols-2 narrow:gap-5 desktop:grid-cols-3">
      {pledges.map((pledge, index) => (
        <PledgeCard key={pledge.id} pledge={pledge} isEarly={isFirst && index < earlyCards} />
      ))}
    </ul>
  );
}
