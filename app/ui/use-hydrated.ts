import { useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * False on the server and until hydration, true from then on: what only the browser
 * knows (the day, the URL's fragment, its storage) may show once it is true.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
