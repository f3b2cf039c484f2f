import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** For a strip of links that scrolls sideways: the one that is current is brought to its middle. */
export function useScroller<Strip extends HTMLElement>() {
  const strip = useRef<Strip>(null);
  const { pathname, search } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: with the address another is current.
  useEffect(() => {
    const current = strip.current?.querySelector<HTMLElement>('[aria-current]');
    // Sideways only: the page stays where it is.
    if (strip.current && current) centre(strip.current, current);
  }, [pathname, search]);
  return strip;
}

function centre(strip: HTMLElement, link: HTMLElement) {
  const { left, width } = link.getBoundingClientRect();
  const frame = strip.getBoundingClientRect();
  strip.scrollLeft += left + width / 2 - (frame.left + frame.width / 2);
}
