type Node = { next: Map<string, Node>; isHolder: boolean };

const newNode = (): Node => ({ next: new Map(), isHolder: false });

/** Letters and digits only: banks add or omit spaces, brackets, points and hyphens. */
export const lettersOf = (kana: string): string => kana.replace(/[^0-9A-Zｱ-ﾝﾞﾟ]/g, '');

/**
 * Finds which of many holders a text contains, in time that depends on the text, not on the number
 * of holders. Both sides are in the form of `lettersOf`; a match starts and ends at a whole kana.
 */
export function holderIndex(holders: Iterable<string>): (text: string) => Set<string> {
  const root = newNode();
  for (const holder of holders) {
    let node = root;
    for (const letter of holder) {
      const next = node.next.get(letter) ?? newNode();
      node.next.set(letter, next);
      node = next;
    }
    node.isHolder = node !== root;
  }
  return (text) => {
    const found = new Set<string>();
    for (let from = 0; from < text.length; from += 1) {
      let node: Node | undefined = root;
      for (let to = from; node && to < text.length; to += 1) {
        node = node.next.get(text.charAt(to));
        // ﾊ does not match within ﾊﾞ: the mark makes it another kana.
        if (node?.isHolder && !/[ﾞﾟ]/.test(text.charAt(to + 1))) {
          found.add(text.slice(from, to + 1));
        }
      }
    }
    return found;
  };
}
