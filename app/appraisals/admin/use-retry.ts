import { useEffect } from 'react';

const retryMs = 3_000;

/** Tries again every three seconds, and as soon as there is a network, as long as no answer comes. */
export function useRetry(isOffline: boolean, send: () => void): void {
  useEffect(() => {
    if (!isOffline) return;
    const timer = setInterval(send, retryMs);
    window.addEventListener('online', send);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', send);
    };
  }, [isOffline, send]);
}
