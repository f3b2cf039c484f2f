import { Icon } from '#app/ui/icon.tsx';

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
