type Node = { next: Map<string, Node>; isHolder: boolean };

const newNode = (): Node => ({ next: new Map(), isHolder: false });

/** Letters and digits alone: banks leave out or add spaces, brackets, points and hyphens as they like. */
export const lettersOf = (kana: string): string => kana.replace(/[^0-9A-Zｱ-ﾝﾞﾟ]/g, '');

/**
 * Finds which of many holders a text contains, in steps that depend on the text and not on how many holders there are.
 * Both are letters as `lettersOf` gives them; a holder begins at a whole kana.
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
        // ﾊ is not in ﾊﾞ: a mark behind the last letter makes it another kana.
        if (node?.isHolder && !/[ﾞﾟ]/.test(text.charAt(to + 1))) {
          found.add(text.slice(from, to + 1));
        }
      }
    }
    return found;
  };
}
