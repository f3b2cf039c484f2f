import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { searchFormChange } from './use-chosen-query.ts';

/**
 * Updates the URL after the search form's last change, once the list is painted: the router treats it as a
 * navigation, which is slower than the list. A click in between updates it first.
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
    // After Back the history entry is another: a late update must not overwrite it.
    addEventListener('popstate', () => wait.abort(), { signal });
    requestAnimationFrame(() => setTimeout(follow));
  };
}
