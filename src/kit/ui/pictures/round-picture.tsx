import { Icon } from './icon.tsx';

/**
 * A person's round picture, or a drawn figure without one; hidden from screen readers, because the name is beside it.
 */
export function RoundPicture({
  src,
  srcSet,
  sizes,
  className = 'size-9',
  onError,
}: {
  /** '' without a picture. */
  src: string;
  srcSet?: string;
  sizes?: string;
  className?: string;
  onError?: () => void;
}) {
  return src === '' ? (
    <span
      className={`grid shrink-0 place-items-center rounded-full bg-coral-soft text-coral-dark ${className}`}
      aria-hidden="true"
    >
      <Icon name="user" className="size-1/2" />
    </span>
  ) : (
    <img
      src={src}
      srcSet={srcSet}
      sizes={sizes}
      alt=""
      width="96"
      height="96"
      loading="lazy"
      decoding="async"
      onError={onError}
      className={`shrink-0 rounded-full object-cover ${className}`}
    />
  );
}
