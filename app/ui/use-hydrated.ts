import { useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * False on the server and while the page comes to life, true from then on: what only the browser
 * knows (the day, the address's fragment, its storage) may show once it is true.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
