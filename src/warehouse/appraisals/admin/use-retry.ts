import { useEffect } from 'react';

const retryMs = 3_000;

/** Retries every three seconds, and as soon as the network is back, until a response comes. */
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
