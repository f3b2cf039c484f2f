import { useEffect, useRef } from 'react';

const ends = ['pointerup', 'pointercancel', 'dragend', 'keydown'] as const;

/**
 * Runs a callback once no button or finger is down and its click has been delivered. An error that appears on blur
 * moves the content below: otherwise the pressed submit button would move away from the pointer, and the click would
 * be lost.
 */
export function useAfterPress(): (run: () => void) => void {
  const isDown = useRef(false);
  const waiting = useRef<(() => void)[]>([]);
  useEffect(() => {
    const begin = () => {
      isDown.current = true;
    };
    const end = () => {
      isDown.current = false;
      for (const run of waiting.current.splice(0)) setTimeout(run);
    };
    document.addEventListener('pointerdown', begin, true);
    for (const type of ends) document.addEventListener(type, end, true);
    return () => {
      document.removeEventListener('pointerdown', begin, true);
      for (const type of ends) document.removeEventListener(type, end, true);
    };
  }, []);

  return (run) => {
    if (isDown.current) waiting.current.push(run);
    // A tap's click is dispatched in the same task as the mousedown that moves the focus.
    else setTimeout(run);
  };
}
