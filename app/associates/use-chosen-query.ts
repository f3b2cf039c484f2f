import { useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import type { DirectoryQuery } from '#domain/associates/directory.ts';

/** The state of the navigations that a change of the search form leads to. */
export const searchFormChange = { isSearchFormChange: true };

/**
 * What is chosen in the search form, ahead of the URL that follows it. A new URL from elsewhere
 * (back button, header search) brings its own query.
 */
export function useChosenQuery(query: DirectoryQuery) {
  const [chosen, setChosen] = useState(query);
  const { key, state } = useLocation();
  const isFromElsewhere = useNavigationType() === 'POP' || !state?.isSearchFormChange;
  const [shownKey, setShownKey] = useState(key);
  if (shownKey !== key) {
    setShownKey(key);
    if (isFromElsewhere) setChosen(query);
  }
  return [chosen, setChosen] as const;
}
