import { hash } from 'node:crypto';

const closing = '</script>';
const bodyBegin = '<body>';

/** Opening of a script written by the render, identified by its secret nonce. */
export const ownScript = (nonce: string) => `<script nonce="${nonce}"`;

/**
 * A document in three parts: up to the start of its body, the visible content, and everything from the render's first
 * script on. Finishing only touches the short first and last part.
 */
export type DocumentParts = { head: string; main: string; scripts: string };

/** Splits the document of the render with this nonce. */
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
 * The sha256 (base64) of each inline script of the render, and the document without the nonce, since it is cached and
 * public. An injected script has no hash and does not run.
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

/** The document without the scripts of the render with this nonce. */
export function withoutOwnScripts(marked: string, nonce: string): string {
  const [beginning = '', ...parts] = marked.split(ownScript(nonce));
  return beginning + parts.map((part) => part.slice(endOfScript(part))).join('');
}

const endOfScript = (part: string) => part.indexOf(closing) + closing.length;
