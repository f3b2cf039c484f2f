import { useRef } from 'react';
import { reloadSession } from '#people/session/session.ts';
import { Banner, ProfilePicture } from './shown-pictures.tsx';

/** Renews the link to a picture, which expires within hours; a page may be open for longer. */
function useNewLink(path: string) {
  const expiredPath = useRef('');
  return () => {
    if (expiredPath.current === path) return;
    expiredPath.current = path;
    void reloadSession({ isAsked: false });
  };
}

/** The donor's own picture, up to 128 px wide. */
export function OwnPicture({ path, className }: { path: string; className?: string }) {
  return <ProfilePicture path={path} className={className} onError={useNewLink(path)} />;
}

/** The donor's own banner over the whole width. */
export function OwnBanner({ path }: { path: string }) {
  return <Banner path={path} onError={useNewLink(path)} />;
}
