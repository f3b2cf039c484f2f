import { ButtonLink } from '#kit/ui/button.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { Picture } from '#kit/ui/pictures/picture.tsx';
import type { Pledge } from './pledge.ts';
import { authorName } from './pledge-author.ts';
import { PledgePicture } from './pledge-picture.tsx';

/** One pledge, large, with its picture and text; nothing without one. */
export function LargePledge({ pledge }: { pledge: Pledge | undefined }) {
  if (!pledge) return null;
  const [first] = pledge.items;
  return (
    <section className="page-container pt-10 narrow:pt-16">
      <h2 className="mb-4">みんなの#mypledge</h2>
      <div className="relative grid grid-cols-1 overflow-hidden rounded-card bg-honey-soft narrow:grid-cols-2">
        <div className="relative min-h-56 narrow:min-h-80">
          {first ? (
            <PledgePicture
              item={first}
              sizes="(width >= 67.5rem) 500px, (width >= 48rem) 350px, 100vw"
              isAhead
              className="absolute inset-0 size-full"
            />
          ) : (
            <Picture name="love-letter" className="absolute inset-0 m-auto size-24" />
          )}
        </div>
        <figure className="flex flex-col justify-center gap-3 p-5 narrow:p-8">
          <blockquote className="line-clamp-5 text-lg leading-relaxed">{pledge.text}</blockquote>
          <figcaption className="text-sm">
            <Link
              to={`/my-pledge/${pledge.id}`}
              className="font-bold no-underline after:absolute after:inset-0"
            >
              <bdi>{authorName(pledge)}</bdi>さん<span className="sr-only">の#mypledge</span>
            </Link>
            <span className="mt-1 block truncate font-bold text-coral-dark">
              {pledge.donation.associateName}へ
            </span>
          </figcaption>
        </figure>
      </div>
      <p className="mt-6 text-center">
        <ButtonLink to="/my-pledge" variant="outline">
          #mypledgeをもっと見る
        </ButtonLink>
      </p>
    </section>
  );
}
