import { ownScript } from './own-scripts.ts';

const hint = '<link rel="modulepreload"';
const bootEnd = '</script>';

/**
 * Delays a document's scripts until it has been painted, since fetching and running them would delay
 * the first paint. Their preload links leave the head, where React does not need them, and
 * React Router's starting script, known by the nonce of the render, fetches the files itself, once there is something to see. A
 * document in which these are not found stays as it is.
 */
export function paintFirst(html: string, nonce: string): string {
  const boot = `${ownScript(nonce)} type="module" async="">`;
  const headEnd = html.indexOf('</head>');
  const bootAt = html.indexOf(boot, headEnd);
  const codeEnd = html.indexOf(bootEnd, bootAt);
  if (headEnd < 0 || bootAt < 0 || codeEnd < 0) return html;
  const { rest, addresses } = withoutPreloads(html.slice(0, headEnd));
  const code = html.slice(bootAt + boot.length, codeEnd);
  return `${rest}${html.slice(headEnd, bootAt)}${boot}${afterPaint(addresses)}${awaited(code)}${html.slice(codeEnd)}`;
}

function withoutPreloads(head: string): { rest: string; addresses: string[] } {
  const [beginning = '', ...parts] = head.split(hint);
  const addresses: string[] = [];
  let rest = beginning;
  for (const part of parts) {
    const end = part.indexOf('>') + 1;
    addresses.push(/ href="([^"]+)"/.exec(part.slice(0, end))?.[1] ?? '');
    rest += part.slice(end);
  }
  return { rest, addresses };
}

/** A page in the background is not painted, and has nothing to wait for. */
const afterPaint = (addresses: readonly string[]) => `
await new Promise((painted) => {
  if (document.hidden) painted();
  else requestAnimationFrame(() => setTimeout(painted));
});
for (const href of ${JSON.stringify(addresses)}) {
  document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
}
`;

/** Static imports would be fetched before a line of the script runs. */
const awaited = (code: string) =>
  code
    .replaceAll(/^import \* as (\w+) from ("[^"\n]*");$/gm, 'const $1 = await import($2);')
    .replaceAll(/^import ("[^"\n]*");$/gm, 'await import($1);');
