import { Icon } from '#app/ui/icon.tsx';
import type { Pledge } from '#domain/pledge.ts';

/** The name that a pledge's author goes by; most have chosen one. */
export function authorName({ author }: Pick<Pledge, 'author'>): string {
  return author.name === '' ? '匿名の寄付者' : author.name;
}

/** The author's picture in a round patch; silent, since the name stands beside it. */
export function AuthorPicture({
  image,
  className = 'size-9',
}: {
  image: string;
  className?: string;
}) {
  return image === '' ? (
    <span
      className={`grid shrink-0 place-items-center rounded-full bg-coral-soft text-coral-dark ${className}`}
      aria-hidden="true"
    >
      <Icon name="user" className="size-1/2" />
    </span>
  ) : (
    <img
      src={image}
      alt=""
      width="64"
      height="64"
      loading="lazy"
      className={`shrink-0 rounded-full object-cover ${className}`}
    />
  );
}
