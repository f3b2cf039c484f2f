import { createHash } from 'node:crypto';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';

/** Loaded on use, since most processes never back up. */
const loadAge = () => import('age-encryption');

/** Counts and hashes the bytes that pass. */
export class Meter extends Transform {
  bytes = 0;
  /** Line ends; a row of COPY's text format has exactly one. */
  lines = 0;
  readonly #countsLines: boolean;
  readonly #hash = createHash('sha256');

  constructor({ countsLines = false } = {}) {
    super();
    this.#countsLines = countsLines;
  }

  override _transform(chunk: Buffer, _encoding: string, done: (e: null, c: Buffer) => void): void {
    this.add(chunk);
    if (this.#countsLines) {
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) this.lines += 1;
    }
    done(null, chunk);
  }

  /** Measures bytes that do not pass as a stream. */
  add(bytes: Uint8Array): void {
    this.bytes += bytes.length;
    this.#hash.update(bytes);
  }

  /** SHA-256 in hex; call it once, at the end. */
  digest(): string {
    return this.#hash.digest('hex');
  }
}

/** Name ending of an object. */
export const endingFor = (recipients: readonly string[]) => (recipients.length > 0 ? '.age' : '');

/** What was stored: size and SHA-256 of its bytes, and of the content before it was packed. */
export type Stored = { bytes: number; sha256: string; storedBytes: number; storedSha256: string };

/**
 * Packs a stream by zstd, encrypts it to `recipients` (none: not) and hands it to `store`. Memory stays flat, whatever
 * its size.
 */
export async function storePacked(
  content: Readable,
  recipients: readonly string[],
  store: (stored: AsyncIterable<Uint8Array>) => Promise<void>,
  { meter = new Meter(), signal: stop }: { meter?: Meter; signal?: AbortSignal | undefined } = {},
): Promise<Stored> {
  const zstd = createZstdCompress();
  const out = new Meter();
  const failed = new AbortController();
  const fail = (error: unknown) => {
    failed.abort(error);
    throw error;
  };
  const signal = stop ? AbortSignal.any([failed.signal, stop]) : failed.signal;
  const sealed =
    recipients.length === 0 ? zstd : sealedStream(Readable.toWeb(zstd) as Bytes, recipients);
  const tasks = [
    pipeline(content, meter, zstd, { signal }).catch(fail),
    pipeline(await sealed, out, { signal }).catch(fail),
    store(out).catch(fail),
  ];
  const ended = await Promise.allSettled(tasks);
  // What failed first has aborted the others.
  if (signal.aborted) throw signal.reason;
  const wrong = ended.find(({ status }) => status === 'rejected');
  if (wrong) throw (wrong as PromiseRejectedResult).reason;
  return {
    bytes: meter.bytes,
    sha256: meter.digest(),
    storedBytes: out.bytes,
    storedSha256: out.digest(),
  };
}

type Bytes = ReadableStream<Uint8Array>;

async function sealedStream(content: Bytes, recipients: readonly string[]): Promise<Readable> {
  const { Encrypter } = await loadAge();
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  return Readable.fromWeb((await encrypter.encrypt(content)) as never);
}

/** Encrypts one small content; returned as it is without recipients. */
export async function sealedBytes(bytes: Uint8Array, recipients: readonly string[]) {
  if (recipients.length === 0) return bytes;
  const { Encrypter } = await loadAge();
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  return encrypter.encrypt(bytes);
}

/** Decrypts a stored object as a stream, and unpacks it. */
export async function unpacked(
  stored: AsyncIterable<Uint8Array>,
  { isSealed, identities }: Opening,
): Promise<Readable> {
  const packed = Readable.from(stored, { objectMode: false });
  const opened = isSealed
    ? await openedStream(Readable.toWeb(packed) as Bytes, identities)
    : packed;
  const zstd = createZstdDecompress();
  pipeline(opened, zstd).catch((error: Error) => zstd.destroy(error));
  return zstd;
}

/** Whether objects are encrypted, and the keys (AGE-SECRET-KEY-…) that may open them. */
export type Opening = { isSealed: boolean; identities: readonly string[] };

async function openedStream(stored: Bytes, identities: readonly string[]): Promise<Readable> {
  const { Decrypter } = await loadAge();
  const decrypter = new Decrypter();
  for (const identity of identities) decrypter.addIdentity(identity);
  return Readable.fromWeb((await decrypter.decrypt(stored)) as never);
}

/** Decrypts one small content. */
export async function openedBytes(bytes: Uint8Array, { isSealed, identities }: Opening) {
  if (!isSealed) return bytes;
  const { Decrypter } = await loadAge();
  const decrypter = new Decrypter();
  for (const identity of identities) decrypter.addIdentity(identity);
  return decrypter.decrypt(bytes);
}

/** A new key pair: the identity opens what is encrypted to the recipient. */
export async function newIdentity(): Promise<{ identity: string; recipient: string }> {
  const { generateX25519Identity, identityToRecipient } = await loadAge();
  const identity = await generateX25519Identity();
  return { identity, recipient: await identityToRecipient(identity) };
}

/** Throws on what is no age recipient. */
export async function checkRecipients(recipients: readonly string[]): Promise<void> {
  const { Encrypter } = await loadAge();
  for (const recipient of recipients) new Encrypter().addRecipient(recipient);
}
