import { RoundPicture } from '#app/ui/pictures/round-picture.tsx';
import { imageAt, imageKinds, imageSet } from '#domain/images/shown-image.ts';

const { widths } = imageKinds.profile;

/**
 * The author's round picture; without alternative text, because the name stands beside it. `isAhead`: there
 * before anybody scrolls to it.
 */
export function AuthorPicture({
  image,
  isAhead = false,
  className,
}: {
  image: string;
  isAhead?: boolean;
  className?: string;
}) {
  return image === '' ? (
    <RoundPicture src="" className={className} />
  ) : (
    <RoundPicture
      src={imageAt(image, widths[0])}
      srcSet={imageSet(image, widths.slice(0, 2))}
      sizes="64px"
      isAhead={isAhead}
      className={className}
    />
  );
}
