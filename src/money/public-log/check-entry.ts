import type { LogEntry, Opening } from './log-entry.ts';

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
const base64Of = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

async function sha256(...parts: readonly Uint8Array[]): Promise<Uint8Array<ArrayBuffer>> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return new Uint8Array(await crypto.subtle.digest('SHA-256', whole));
}

/** Whether the proof of an entry leads to the root beside it (RFC 6962, section 2.1.1), reckoned in the browser. */
export async function isProven({ position, line, size, root, proof }: LogEntry): Promise<boolean> {
  if (position >= size) return false;
  let hash = await sha256(Uint8Array.of(0), new TextEncoder().encode(line));
  let [at, last] = [position, size - 1];
  const rest = proof.map(bytesOf);
  while (last > 0) {
    // The last node of a level that has no neighbour moves up as it is.
    if (at % 2 === 1 || at < last) {
      const sibling = rest.shift();
      if (!sibling) return false;
      hash =
        at % 2 === 1
          ? await sha256(Uint8Array.of(1), sibling, hash)
          : await sha256(Uint8Array.of(1), hash, sibling);
    }
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return rest.length === 0 && base64Of(hash) === root;
}

/** Whether an opening fits its hash, and the entry lists that hash. */
export async function opensIn({ line, salt, hash }: Opening, entry: LogEntry): Promise<boolean> {
  const own = base64Of(await sha256(bytesOf(salt), new TextEncoder().encode(line)));
  const { kind, hashes } = JSON.parse(entry.line) as { kind?: unknown; hashes?: unknown };
  return own === hash && kind === 'commitment' && Array.isArray(hashes) && hashes.includes(hash);
}
