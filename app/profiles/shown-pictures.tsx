import { useRef } from 'react';
import { reloadSession } from '#app/session/session.ts';
import { RoundPicture } from '#app/ui/pictures/round-picture.tsx';
import { imageAt, imageKinds, imageSet } from '#domain/images/image.ts';

const faceWidths = imageKinds.profile.widths;
const { widths: bannerWidths, aspect } = imageKinds['profile-banner'];

/** The link to one's own picture ends within hours; a page may be open for longer. */
function useNewLink(path: string) {
  const ended = useRef('');
  return () => {
    if (ended.current === path) return;
    ended.current = path;
    void reloadSession();
  };
}

/** The donor's own picture, up to 128 px wide. */
export function ProfilePicture({ path, className }: { path: string; className?: string }) {
  const askForLink = useNewLink(path);
  return path === '' ? (
    <RoundPicture src="" className={className} />
  ) : (
    <RoundPicture
      src={imageAt(path, faceWidths[1])}
      srcSet={imageSet(path, faceWidths)}
      sizes="128px"
      className={className}
      onError={askForLink}
    />
  );
}

/** The banner over the whole width; a generated woven cover where there is none. */
export function Banner({ path }: { path: string }) {
  const askForLink = useNewLink(path);
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
      onError={askForLink}
      className="aspect-[3/1] w-full bg-sand object-cover"
    />
  );
}
