import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import type { Role } from '#domain/auth/roles.ts';

/** For the menu: scrolls the entry of the screen that is open to its middle, sideways on phones and downwards else. */
export function useCurrentEntry(role: Role | undefined) {
  const menu = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the entries come with the role, the current one with the path
  useEffect(() => {
    const entry = menu.current?.querySelector('[aria-current]');
    // The menu alone: the page keeps its position.
    if (menu.current && entry) centre(menu.current, entry);
  }, [pathname, role]);
  return menu;
}

function centre(menu: HTMLElement, entry: Element) {
  const frame = menu.getBoundingClientRect();
  const { left, top, width, height } = entry.getBoundingClientRect();
  menu.scrollLeft += left + width / 2 - (frame.left + frame.width / 2);
  menu.scrollTop += top + height / 2 - (frame.top + frame.height / 2);
}
