import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Dependencies } from '#kit/dependencies.server.ts';
import type { Env } from '#start/env.server.ts';

/** All keys used to seal, sign or hash (docs/decisions/0015). */
export type Keys = Required<
  Pick<Dependencies, 'secret' | 'oldSecrets' | 'identityKey' | 'oldIdentityKeys'>
>;

/**
 * Keys of the environment; without SECRET the one in the data folder, generated if missing. `beforeMaking` throws if
 * it must not be missing, since something is sealed under it.
 */
export async function readKeys(
  env: Env,
  beforeMaking: () => Promise<void> = async () => undefined,
): Promise<Keys> {
  const stored = env.SECRET === '' ? await storedSecrets(env.DATA_DIR, beforeMaking) : [];
  const [secret = env.SECRET, ...earlier] = stored;
  return {
    secret,
    oldSecrets: [...env.SECRET_OLD, ...earlier],
    identityKey: env.IDENTITY_KEY,
    oldIdentityKeys: env.IDENTITY_KEY_OLD,
  };
}

/** Generates a new secret in the data folder. The previous one stays readable in `secret.old`. */
export async function renewStoredSecret(dataDir: string): Promise<void> {
  const all = await storedSecrets(dataDir, async () => undefined);
  // Write the old one first: a crash in between loses nothing.
  await replace(join(dataDir, 'secret.old'), `${all.join('\n')}\n`);
  await replace(secretFile(dataDir), newSecret());
}

/** Puts the secrets of a backup, the current one first, into the data folder of an empty installation. */
export async function keepSecrets(dataDir: string, secrets: readonly string[]): Promise<void> {
  const [secret, ...earlier] = secrets;
  if (secret === undefined) return;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  if (earlier.length > 0) await replace(join(dataDir, 'secret.old'), `${earlier.join('\n')}\n`);
  await replace(secretFile(dataDir), secret);
}

export const secretFile = (dataDir: string) => join(dataDir, 'secret');

const newSecret = () => randomBytes(32).toString('base64url');

/**
 * Secrets of an embedded installation, current and earlier, stored beside its data and readable by its owner only.
 */
async function storedSecrets(
  dataDir: string,
  beforeMaking: () => Promise<void>,
): Promise<string[]> {
  const file = secretFile(dataDir);
  if ((await linesOf(file)).length === 0) {
    await beforeMaking();
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await makeSecret(file);
  }
  const [present = ''] = await linesOf(file);
  return [...new Set([present, ...(await linesOf(join(dataDir, 'secret.old')))])];
}

/** Stores a new secret, unless another process was faster. */
async function makeSecret(file: string): Promise<void> {
  const unfinished = `${file}.${randomUUID()}.part`;
  await write(unfinished, newSecret());
  try {
    await link(unfinished, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    // A file emptied by a disk failure counts as missing.
    if ((await linesOf(file)).length === 0) await rename(unfinished, file);
  } finally {
    await rm(unfinished, { force: true });
  }
}

async function linesOf(file: string): Promise<string[]> {
  try {
    const lines = (await readFile(file, 'utf8')).split('\n');
    return lines.map((line) => line.trim()).filter((line) => line !== '');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Atomic; the file is readable by its owner only. */
async function replace(path: string, text: string): Promise<void> {
  const unfinished = `${path}.part`;
  await write(unfinished, text);
  await rename(unfinished, path);
}

async function write(path: string, text: string): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}
