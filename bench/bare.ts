import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createElement, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { chromium } from './browser.ts';

/** A node of a document as plain data: a text, or [tag, attributes, children]. */
type Node = string | [string, Record<string, string>, Node[]];

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A bare node:http server that sends these bytes with these headers: the ceiling of any cache. */
export async function bareServer(body: Buffer, headers: Record<string, string>) {
  const server = createServer((_request, response) => {
    response.writeHead(200, { ...headers, 'content-length': body.length });
    response.end(body);
  });
  return { origin: await listen(server), stop: () => server.close() };
}

/** A bare server that renders the same markup with nothing but React: the ceiling of any framework. */
export async function bareReactServer(html: string) {
  const tree = await parsed(html);
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(`<!DOCTYPE html>${renderToString(element(tree, 0))}`);
  });
  return { origin: await listen(server), stop: () => server.close() };
}

/** The document as the browser reads it, without scripts. */
async function parsed(html: string): Promise<Node> {
  const browser = await chromium();
  try {
    const page = await browser.newPage({ javaScriptEnabled: true });
    return await page.evaluate((source) => {
      const read = (node: Element): Node => [
        node.localName,
        Object.fromEntries([...node.attributes].map(({ name, value }) => [name, value])),
        [...node.childNodes].flatMap((child): Node[] => {
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

function element(node: Node, key: number): ReactNode {
  if (typeof node === 'string') return node;
  const [tag, { class: className, style: _style, for: htmlFor, ...attributes }, children] = node;
  const isVoid = ['meta', 'link', 'img', 'input', 'br', 'hr', 'source'].includes(tag);
  const properties = {
    ...attributes,
    key,
    className,
    htmlFor,
    readOnly: tag === 'input' || undefined,
  };
  return isVoid
    ? createElement(tag, properties)
    : createElement(tag, properties, ...children.map((child, index) => element(child, index)));
}
