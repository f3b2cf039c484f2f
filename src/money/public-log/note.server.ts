import {
  createHash,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';

// Signed notes (https://c2sp.org/signed-note) and checkpoints (https://c2sp.org/tlog-checkpoint), Ed25519.

const ed25519 = 1;
const seedPrefix = Buffer.from('302e020100300506032b657004220420', 'hex');
const publicPrefix = Buffer.from('302a300506032b6570032100', 'hex');

/** Key of a log, made from a seed of 32 bytes. */
export type LogKey = { name: string; seed: Buffer };

const privateKeyOf = ({ seed }: LogKey): KeyObject =>
  createPrivateKey({
    key: Buffer.concat([seedPrefix, seed]),
    format: 'der',
    type: 'pkcs8',
  });
const publicBytes = (key: LogKey): Buffer =>
  createPublicKey(privateKeyOf(key))
    .export({ format: 'der', type: 'spki' })
    .subarray(publicPrefix.length);

const idOf = (name: string, bytes: Buffer): Buffer =>
  createHash('sha256')
    .update(`${name}\n`)
    .update(Uint8Array.of(ed25519))
    .update(bytes)
    .digest()
    .subarray(0, 4);

/** Verifier key as published: name, id and public key. */
export function verifierKey(key: LogKey): string {
  const bytes = publicBytes(key);
  const typed = Buffer.concat([Uint8Array.of(ed25519), bytes]);
  return `${key.name}+${idOf(key.name, bytes).toString('hex')}+${typed.toString('base64')}`;
}

/** Signs a text that ends in a newline; returns it with its signature. */
export function signNote(text: string, key: LogKey): string {
  const signature = sign(null, Buffer.from(text), privateKeyOf(key));
  const line = Buffer.concat([idOf(key.name, publicBytes(key)), signature]).toString('base64');
  return `${text}\n— ${key.name} ${line}\n`;
}

/** The text of a note that one of the verifier keys has signed; undefined for any other. */
export function openNote(note: string, verifierKeys: readonly string[]): string | undefined {
  const end = note.lastIndexOf('\n\n');
  if (end < 0) return undefined;
  const text = note.slice(0, end + 1);
  for (const line of note.slice(end + 2).split('\n')) {
    const [, name = '', packed = ''] = /^— (\S+) (\S+)$/.exec(line) ?? [];
    const bytes = Buffer.from(packed, 'base64');
    for (const known of verifierKeys) {
      const [, knownName, knownId, typed = ''] = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/.exec(known) ?? [];
      if (knownName !== name || bytes.subarray(0, 4).toString('hex') !== knownId) continue;
      const publicKey = createPublicKey({
        key: Buffer.concat([publicPrefix, Buffer.from(typed, 'base64').subarray(1)]),
        format: 'der',
        type: 'spki',
      });
      if (verify(null, Buffer.from(text), publicKey, bytes.subarray(4))) return text;
    }
  }
  return undefined;
}

/** State of a log: number of leaves, root, and the generation of the database that signed it. */
export type Checkpoint = { origin: string; size: number; root: Buffer; generation: number };

export const checkpointText = ({ origin, size, root, generation }: Checkpoint): string =>
  `${origin}\n${size}\n${root.toString('base64')}\ngeneration ${generation}\n`;

/** The checkpoint in a note's text; undefined if it is none. */
export function readCheckpoint(text: string): Checkpoint | undefined {
  const [origin = '', size = '', root = '', ...more] = text.split('\n');
  const [, generation = '1'] = /^generation (\d+)$/m.exec(more.join('\n')) ?? [];
  const bytes = Buffer.from(root, 'base64');
  if (!/^\d{1,15}$/.test(size) || bytes.length !== 32) return undefined;
  return { origin, size: Number(size), root: bytes, generation: Number(generation) };
}
