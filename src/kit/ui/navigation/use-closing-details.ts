import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * Makes a `<details>` behave like a menu where scripts run: it closes on Esc, on a click or focus elsewhere, and
 * after following a link. Returns its key handler.
 */
export function useClosingDetails(details: RefObject<HTMLDetailsElement | null>) {
  const { key } = useLocation();
  const lastKey = useRef(key);

  useEffect(() => {
    // Not on mount: it may have been opened before hydration.
    if (lastKey.current === key) return;
    lastKey.current = key;
    if (details.current) details.current.open = false;
  }, [details, key]);

  useEffect(() => {
    const closeOutside = (event: Event) => {
      const element = details.current;
      if (element?.open && !element.contains(event.target as Node)) element.open = false;
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
    };
  }, [details]);

  return (event: KeyboardEvent<HTMLDetailsElement>) => {
    if (event.key !== 'Escape' || !event.currentTarget.open) return;
    event.currentTarget.open = false;
    event.currentTarget.querySelector('summary')?.focus();
  };
}
