/** So many of the picks stand on the top page. */
export const shownPicks = 3;
