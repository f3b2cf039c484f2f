/** Longer keywords are cut to this many characters before anything is done with them. */
export const maxKeywordLength = 100;
