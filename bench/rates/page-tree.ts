import { chromium } from '#bench/browser.ts';

/** A document node as plain data: a text, or [tag, attributes, children]. */
export type PageNode = string | [string, Record<string, string>, PageNode[]];

/** A document as the browser parses it, without scripts. */
export async function pageTree(html: string): Promise<PageNode> {
  const browser = await chromium();
  try {
    const page = await browser.newPage({ javaScriptEnabled: true });
    return await page.evaluate((source) => {
      const read = (node: Element): PageNode => [
        node.localName,
        Object.fromEntries([...node.attributes].map(({ name, value }) => [name, value])),
        [...node.childNodes].flatMap((child): PageNode[] => {
          if (child.nodeType === 3) return [child.textContent ?? ''];
          if (child.nodeType !== 1 || (child as Element).localName === 'script') return [];
          return [read(child as Element)];
        }),
      ];
      return read(new DOMParser().parseFromString(source, 'text/html').documentElement);
    }, html);
  } finally {
    await browser.close();
  }
}
