import { useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import type { DirectoryQuery } from './directory-query.ts';

/** The history state of the navigations made by the search form. */
export const searchFormChange = { isSearchFormChange: true };

/**
 * The query in the search form before the URL follows. A new URL from elsewhere (back button, header search) replaces
 * it.
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
