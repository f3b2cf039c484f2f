import { useEffect, useRef, useState } from 'react';
import { useSession } from '#people/session/session.ts';

/** Lets a submit wait until the session is loaded. */
export function usePrepared(): { isWaiting: boolean; whenPrepared: () => Promise<void> } {
  const { prepared } = useSession();
  const [isWaiting, setWaiting] = useState(false);
  const waiting = useRef<(() => void)[]>([]);
  useEffect(() => {
    if (!prepared) return;
    setWaiting(false);
    for (const goOn of waiting.current.splice(0)) goOn();
  }, [prepared]);
  return {
    isWaiting,
    whenPrepared() {
      if (prepared) return Promise.resolve();
      setWaiting(true);
      return new Promise((resolve) => waiting.current.push(resolve));
    },
  };
}
