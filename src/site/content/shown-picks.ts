/** Picks shown on the top page. */
export const shownPicks = 3;
