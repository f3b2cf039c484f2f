import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** For a strip of links that scrolls sideways: the one that is current is brought to its middle. */
export function useScroller<Scroller extends HTMLElement>() {
  const scroller = useRef<Scroller>(null);
  const { pathname, search } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: with the address another is current.
  useEffect(() => {
    const current = scroller.current?.querySelector<HTMLElement>('[aria-current]');
    // Sideways only: the page stays where it is.
    if (scroller.current && current) centre(scroller.current, current);
  }, [pathname, search]);
  return scroller;
}

function centre(scroller: HTMLElement, link: HTMLElement) {
  const { left, width } = link.getBoundingClientRect();
  const frame = scroller.getBoundingClientRect();
  scroller.scrollLeft += left + width / 2 - (frame.left + frame.width / 2);
}
