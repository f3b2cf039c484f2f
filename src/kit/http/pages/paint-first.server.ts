import { type DocumentParts, ownScript } from './own-scripts.server.ts';

const hint = '<link rel="modulepreload"';
const bootEnd = '</script>';

/**
 * Delays a document's scripts until after the first paint, which fetching and running them would delay. Removes preload
 * links that React does not need from the head; React Router's boot script, found by the render's nonce, then fetches
 * the files itself. Leaves a document without these unchanged.
 */
export function paintFirst({ head, main, scripts }: DocumentParts, nonce: string): DocumentParts {
  const boot = `${ownScript(nonce)} type="module" async="">`;
  const bootAt = scripts.indexOf(boot);
  const codeAt = bootAt + boot.length;
  const codeEnd = scripts.indexOf(bootEnd, codeAt);
  if (bootAt < 0 || codeEnd < 0) return { head, main, scripts };
  const { rest, addresses } = withoutPreloads(head);
  const code = scripts.slice(codeAt, codeEnd);
  return {
    head: rest,
    main,
    scripts: `${scripts.slice(0, codeAt)}${afterPaint(addresses)}${awaited(code)}${scripts.slice(codeEnd)}`,
  };
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

/** A page in the background is never painted, so it does not wait. */
const afterPaint = (addresses: readonly string[]) => `
await new Promise((painted) => {
  if (document.hidden) painted();
  else requestAnimationFrame(() => setTimeout(painted));
});
for (const href of ${JSON.stringify(addresses)}) {
  document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
}
`;

/** Static imports would be fetched before any line of the script runs. */
const awaited = (code: string) =>
  code
    .replaceAll(/^import \* as (\w+) from ("[^"\n]*");$/gm, 'const $1 = await import($2);')
    .replaceAll(/^import ("[^"\n]*");$/gm, 'await import($1);');
