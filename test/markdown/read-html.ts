export type ShownElement = { name: string; attributes: Record<string, string> };

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };
const decoded = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => entities[name] ?? '');

/**
 * Strict parser for React's HTML: anything but properly nested elements, double-quoted attributes
 * and text without a bare `<` is an error. Returns the elements and the text.
 */
export function readHtml(html: string): { elements: ShownElement[]; text: string } {
  const elements: ShownElement[] = [];
  const open: string[] = [];
  let text = '';
  const piece = /<(\/?)([a-z][a-z0-9]*)((?: [a-z-]+="[^"<>]*")*)(\/?)>|[^<]+|<!-- -->/gy;
  let place = 0;
  while (place < html.length) {
    piece.lastIndex = place;
    const found = piece.exec(html);
    if (!found) throw new Error(`no HTML at ${html.slice(place, place + 80)}`);
    place = piece.lastIndex;
    const [whole, close, name, attributes = '', isEmpty] = found;
    if (name === undefined) text += decoded(whole);
    else if (close) {
      if (open.pop() !== name) throw new Error(`${name} ends what did not begin`);
    } else {
      const pairs = [...attributes.matchAll(/ ([a-z-]+)="([^"]*)"/g)];
      elements.push({
        name,
        attributes: Object.fromEntries(
          pairs.map(([, key = '', value = '']) => [key, decoded(value)]),
        ),
      });
      if (!isEmpty) open.push(name);
    }
  }
  if (open.length > 0) throw new Error(`left open: ${open}`);
  return { elements, text };
}
