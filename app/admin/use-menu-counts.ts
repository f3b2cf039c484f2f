import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useQuery } from '#app/session/use-query.ts';
import type { MenuCounts } from '#domain/admin/menu-counts.ts';

/** Seldom enough that nobody notices, often enough for a question that came meanwhile. */
const pollMs = 60_000;

/** What waits behind the entries of the menu: asked for on each change of the page, and while one looks. */
export function useMenuCounts(isAsked: boolean): MenuCounts {
  const { pathname } = useLocation();
  const { value, reload } = useQuery<MenuCounts>(
    isAsked ? `/api/office/menu-counts#${pathname}` : undefined,
    undefined,
    { keepsLast: true },
  );
  useEffect(() => {
    if (!isAsked) return;
    const timer = setInterval(() => document.visibilityState === 'visible' && reload(), pollMs);
    return () => clearInterval(timer);
  }, [isAsked, reload]);
  return value ?? {};
}
