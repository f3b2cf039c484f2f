import { imageAt, imageKinds, imageSet } from '#kit/images/shown-image.ts';
import { RoundPicture } from '#kit/ui/pictures/round-picture.tsx';

const { widths } = imageKinds.profile;

/** The author's round picture; without alternative text, because the name is beside it. */
export function AuthorPicture({ image, className }: { image: string; className?: string }) {
  return image === '' ? (
    <RoundPicture src="" className={className} />
  ) : (
    <RoundPicture
      src={imageAt(image, widths[0])}
      srcSet={imageSet(image, widths.slice(0, 2))}
      sizes="64px"
      className={className}
    />
  );
}
