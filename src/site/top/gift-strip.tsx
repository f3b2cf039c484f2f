import { Link } from '#kit/ui/links/link.tsx';
import { Picture, type PictureName } from '#kit/ui/pictures/picture.tsx';
import { formatYen } from '#kit/values/yen.ts';

/** A recent gift as the scroller shows it. */
export type ShownGift = {
  associateId: string;
  associateName: string;
  goods: string;
  picture: PictureName;
  /** Mean of the organisation's gifts; null while their sum is withheld. */
  meanYen: number | null;
  use: string;
};

/** A scroller of recent gifts: the goods, their organisation, and their effect. */
export function GiftStrip({ isOfWeek, gifts }: { isOfWeek: boolean; gifts: readonly ShownGift[] }) {
  if (gifts.length === 0) return null;
  return (
    <section className="page-container pt-10 narrow:pt-16">
      <h2>一着が、寄付に変わっています</h2>
      <p className="mt-1 mb-4 text-ink-2">
        {isOfWeek ? 'この一週間' : 'この一か月'}
        に決まったご寄付の一部です。
      </p>
      {/* Keyboard users reach it through its links, which the browser scrolls into view. */}
      <ul className="shaded-edges -mx-4 flex snap-x scroll-px-4 gap-4 overflow-x-auto px-4 pt-1 pb-4">
        {gifts.map(({ associateId, associateName, goods, picture, meanYen, use }) => (
          <li
            key={associateId}
            className="relative flex w-66 shrink-0 snap-start flex-col rounded-tile border border-dashed border-thread bg-paper p-4"
          >
            <div className="flex items-center gap-2">
              <span className="grid size-12 shrink-0 place-items-center rounded-full bg-honey-soft">
                <Picture name={picture} className="size-7" />
              </span>
              <span className="stitch grow" aria-hidden="true" />
            </div>
            <p className="mt-1 truncate text-sm text-ink-2">{goods}から</p>
            <h3 className="mt-2 line-clamp-2 font-sans text-base">
              <Link
                to={`/associate/${associateId}`}
                className="no-underline after:absolute after:inset-0"
              >
                {associateName}へ
              </Link>
            </h3>
            {meanYen !== null && (
              <p className="text-sm text-ink-2">
                この団体への寄付額は、一件あたり平均{formatYen(meanYen)}円です。
              </p>
            )}
            {use !== '' && (
              <p className="mt-1 line-clamp-2 text-sm">
                <b className="text-leaf">使いみち</b>　{use}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
