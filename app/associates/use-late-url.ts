import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { searchFormChange } from './use-chosen-query.ts';

/**
 * Has the URL follow the search form, by the last of its changes, once their list is painted: for the router it is a
 * navigation, which takes longer than the list. A click in between finds the URL where it belongs.
 */
export function useLateUrl() {
  const navigate = useNavigate();
  const waiting = useRef<AbortController>(null);
  useEffect(() => () => waiting.current?.abort(), []);
  return (url: string) => {
    waiting.current?.abort();
    const wait = new AbortController();
    waiting.current = wait;
    const { signal } = wait;
    const follow = () => {
      if (signal.aborted) return;
      wait.abort();
      navigate(url, { replace: true, preventScrollReset: true, state: searchFormChange });
    };
    addEventListener('click', follow, { capture: true, signal });
    // Who goes back has left this entry of the history: what comes must not be overwritten.
    addEventListener('popstate', () => wait.abort(), { signal });
    requestAnimationFrame(() => setTimeout(follow));
  };
}
