import { useEffect, useEffectEvent } from 'react';
import { useLocation } from 'react-router';
import { type Query, useQuery } from '#kit/client/use-query.ts';
import type { MenuCounts } from './menu-counts.ts';

/** Rare enough not to load the server, frequent enough to show a new question soon. */
const pollMs = 60_000;

const changes = new EventTarget();

/** Reloads the counts of menu and 今日 after a step that changes them. */
export const refreshMenuCounts = () => void changes.dispatchEvent(new Event('changed'));

/** A query that follows the work of others: reloaded by polling while the page is visible, and by `refreshMenuCounts`. */
export function useFollowed<Value>(path: string | undefined): Query<Value> {
  const query = useQuery<Value>(path, undefined, { keepsLast: true });
  const reload = useEffectEvent(query.reload);
  const isAsked = path !== undefined;
  useEffect(() => {
    if (!isAsked) return;
    const ask = () => document.visibilityState === 'visible' && reload();
    const timer = setInterval(ask, pollMs);
    changes.addEventListener('changed', ask);
    return () => {
      clearInterval(timer);
      changes.removeEventListener('changed', ask);
    };
  }, [isAsked]);
  return query;
}

/** The counts beside the menu's entries, reloaded on each navigation too. */
export function useMenuCounts(isAsked: boolean): MenuCounts {
  const { pathname } = useLocation();
  const { value } = useFollowed<MenuCounts>(
    isAsked ? `/api/office/menu-counts#${pathname}` : undefined,
  );
  return value ?? {};
}
