import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** Centres the current link of a horizontal scroller. */
export function useScroller<Scroller extends HTMLElement>() {
  const scroller = useRef<Scroller>(null);
  const { pathname, search } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current link changes with the URL
  useEffect(() => {
    const current = scroller.current?.querySelector<HTMLElement>('[aria-current]');
    // Scrolls horizontally only: the page keeps its position.
    if (scroller.current && current) centre(scroller.current, current);
  }, [pathname, search]);
  return scroller;
}

function centre(scroller: HTMLElement, link: HTMLElement) {
  const { left, width } = link.getBoundingClientRect();
  const frame = scroller.getBoundingClientRect();
  scroller.scrollLeft += left + width / 2 - (frame.left + frame.width / 2);
}
