import { useSyncExternalStore } from 'react';

/** The layout's own line between phones and the rest. */
const phone = '(width < 48rem)';

/** Whether rows are to stand as cards. The admin area is never rendered on the server. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(phone).matches);
}

function subscribe(listener: () => void) {
  const media = matchMedia(phone);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}
