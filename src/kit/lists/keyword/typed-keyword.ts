/** The text of a search box beside the keyword that the list shows. */
export type TypedKeyword = {
  typed: string;
  /** The list's keyword when last seen. */
  shown: string;
  /** Searched for from this box and not shown yet: when the list shows one of these, the typed text stays. */
  sent: readonly string[];
};

export const startKeyword = (keyword: string): TypedKeyword => ({
  typed: keyword,
  shown: keyword,
  sent: [],
});

export const typeKeyword = (box: TypedKeyword, typed: string): TypedKeyword => ({ ...box, typed });

export const searching = (box: TypedKeyword, keyword: string): TypedKeyword =>
  keyword === box.shown ? box : { ...box, sent: [...box.sent, keyword] };

/** The list shows a keyword: one searched for here, or one from Back or Forward. */
export function showKeyword(box: TypedKeyword, keyword: string): TypedKeyword {
  const answered = box.sent.indexOf(keyword);
  if (answered < 0) return startKeyword(keyword);
  return { ...box, shown: keyword, sent: box.sent.slice(answered + 1) };
}
