import { hash } from 'node:crypto';

const closing = '</script>';
const bodyBegin = '<body>';

/** How a script begins that the render itself wrote: nobody else knows the nonce of a render. */
export const ownScript = (nonce: string) => `<script nonce="${nonce}"`;

/**
 * A document in three parts: up to the beginning of its body, what people see, and from the first script of the render
 * on. All that is done to a finished document is done at its two ends, which are short.
 */
export type DocumentParts = { head: string; main: string; scripts: string };

/** The parts of the document that the render of this nonce wrote. */
export function partsOf(html: string, nonce: string): DocumentParts {
  const bodyAt = html.indexOf(bodyBegin);
  const mainAt = bodyAt < 0 ? 0 : bodyAt + bodyBegin.length;
  const scriptAt = html.indexOf(ownScript(nonce), mainAt);
  const endAt = html.lastIndexOf('</body>');
  const scriptsAt = scriptAt >= 0 ? scriptAt : endAt >= mainAt ? endAt : html.length;
  return {
    head: html.slice(0, mainAt),
    main: html.slice(mainAt, scriptsAt),
    scripts: html.slice(scriptsAt),
  };
}

/**
 * The sha256 (base64) of every inline script that the render of this nonce wrote, and the document without
 * the nonce, since it is cached and sent to everybody. A script that came into it in any other way has no
 * hash, and does not run.
 */
export function hashOwnScripts(marked: string, nonce: string): { html: string; hashes: string[] } {
  const opening = ownScript(nonce);
  const hashes: string[] = [];
  for (let start = marked.indexOf(opening); start >= 0; ) {
    const codeAt = marked.indexOf('>', start) + 1;
    const end = marked.indexOf(closing, codeAt);
    if (codeAt === 0 || end < 0) break;
    hashes.push(hash('sha256', marked.slice(codeAt, end), 'base64'));
    start = marked.indexOf(opening, end);
  }
  return { html: marked.replaceAll(` nonce="${nonce}"`, ''), hashes };
}

/** The document without the scripts that the render of this nonce wrote. */
export function withoutOwnScripts(marked: string, nonce: string): string {
  const [beginning = '', ...parts] = marked.split(ownScript(nonce));
  return beginning + parts.map((part) => part.slice(endOfScript(part))).join('');
}

const endOfScript = (part: string) => part.indexOf(closing) + closing.length;
