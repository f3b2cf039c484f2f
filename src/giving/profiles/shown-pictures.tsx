import { imageAt, imageKinds, imageSet } from '#kit/images/shown-image.ts';
import { RoundPicture } from '#kit/ui/pictures/round-picture.tsx';

const faceWidths = imageKinds.profile.widths;
const { widths: bannerWidths, aspect } = imageKinds['profile-banner'];

type PictureProps = { path: string; onError?: () => void };

/** The picture of a profile, up to 128 px wide. */
export function ProfilePicture({
  path,
  className,
  onError,
}: PictureProps & { className?: string }) {
  return path === '' ? (
    <RoundPicture src="" className={className} />
  ) : (
    <RoundPicture
      src={imageAt(path, faceWidths[1])}
      srcSet={imageSet(path, faceWidths)}
      sizes="128px"
      className={className}
      onError={onError}
    />
  );
}

/** The full-width banner; a generated woven cover by default. */
export function Banner({ path, onError }: PictureProps) {
  return path === '' ? (
    <img
      src="/covers/shippo-coral.svg"
      width="480"
      height="225"
      alt=""
      className="h-28 w-full object-cover narrow:h-44"
    />
  ) : (
    <img
      src={imageAt(path, bannerWidths[1])}
      srcSet={imageSet(path, bannerWidths)}
      sizes="(width >= 67.5rem) 1000px, (width >= 48rem) 700px, 100vw"
      width={bannerWidths[1]}
      height={Math.round(bannerWidths[1] / aspect)}
      alt=""
      decoding="async"
      onError={onError}
      className="aspect-[3/1] w-full bg-sand object-cover"
    />
  );
}
