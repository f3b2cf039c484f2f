import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import type { Role } from '#kit/permissions/roles.ts';

/** Scrolls the menu to centre the current screen's entry: sideways on phones, otherwise vertically. */
export function useCurrentEntry(role: Role | undefined) {
  const menu = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the entries come with the role, the current one with the path
  useEffect(() => {
    const entry = menu.current?.querySelector('[aria-current]');
    // Scrolls the menu only, not the page.
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
