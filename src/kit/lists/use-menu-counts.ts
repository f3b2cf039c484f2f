import { useEffect, useEffectEvent } from 'react';
import { useLocation } from 'react-router';
import { useQuery } from '#kit/client/use-query.ts';
import type { MenuCounts } from './menu-counts.ts';

/** Rare enough not to load the server, frequent enough to show a new question soon. */
const pollMs = 60_000;

const changes = new EventTarget();

/** Reloads the menu's counts after a step that changes them. */
export const refreshMenuCounts = () => void changes.dispatchEvent(new Event('changed'));

/** The counts beside the menu's entries: reloaded on each navigation, and by polling while the page is visible. */
export function useMenuCounts(isAsked: boolean): MenuCounts {
  const { pathname } = useLocation();
  const { value, reload } = useQuery<MenuCounts>(
    isAsked ? `/api/office/menu-counts#${pathname}` : undefined,
    undefined,
    { keepsLast: true },
  );
  const reloadCounts = useEffectEvent(reload);
  useEffect(() => {
    if (!isAsked) return;
    const ask = () => document.visibilityState === 'visible' && reloadCounts();
    const timer = setInterval(ask, pollMs);
    changes.addEventListener('changed', ask);
    return () => {
      clearInterval(timer);
      changes.removeEventListener('changed', ask);
    };
  }, [isAsked]);
  return value ?? {};
}
