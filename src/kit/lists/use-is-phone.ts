import { useSyncExternalStore } from 'react';

/** The layout's breakpoint for phones. */
const phone = '(width < 48rem)';

/** Whether rows are shown as cards. The admin area is never rendered on the server. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(phone).matches);
}

function subscribe(listener: () => void) {
  const media = matchMedia(phone);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}
