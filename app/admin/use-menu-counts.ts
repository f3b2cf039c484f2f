import { useEffect, useEffectEvent } from 'react';
import { useLocation } from 'react-router';
import { useQuery } from '#app/session/use-query.ts';
import type { MenuCounts } from '#domain/admin/menu-counts.ts';

/** Seldom enough that nobody notices, often enough for a question that came meanwhile. */
const pollMs = 60_000;

const changes = new EventTarget();

/** A step has changed what waits: the menu asks anew. */
export const refreshMenuCounts = () => void changes.dispatchEvent(new Event('changed'));

/** What waits behind the entries of the menu: asked for on each change of the page, and while one looks. */
export function useMenuCounts(isAsked: boolean): MenuCounts {
  const { pathname } = useLocation();
  const { value, reload } = useQuery<MenuCounts>(
    isAsked ? `/api/office/menu-counts#${pathname}` : undefined,
    undefined,
    { keepsLast: true },
  );
  const askAnew = useEffectEvent(reload);
  useEffect(() => {
    if (!isAsked) return;
    const ask = () => document.visibilityState === 'visible' && askAnew();
    const timer = setInterval(ask, pollMs);
    changes.addEventListener('changed', ask);
    return () => {
      clearInterval(timer);
      changes.removeEventListener('changed', ask);
    };
  }, [isAsked]);
  return value ?? {};
}
