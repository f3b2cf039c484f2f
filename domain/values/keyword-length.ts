/** Longer keywords are cut to this many characters before any processing. */
export const maxKeywordLength = 100;
