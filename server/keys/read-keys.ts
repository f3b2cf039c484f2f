import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Dependencies } from '#server/dependencies.ts';
import type { Env } from '#server/env.ts';

/** All that anything is sealed, signed or hashed with (docs/decisions/0026). */
export type Keys = Required<
  Pick<Dependencies, 'secret' | 'oldSecrets' | 'identityKey' | 'oldIdentityKeys'>
>;

/** The keys of the environment; without SECRET that of the data folder, which is made when there is none. */
export async function readKeys(env: Env): Promise<Keys> {
  const stored = env.SECRET === '' ? await storedSecrets(env.DATA_DIR) : [];
  const [secret = env.SECRET, ...earlier] = stored;
  return {
    secret,
    oldSecrets: [...env.SECRET_OLD, ...earlier],
    identityKey: env.IDENTITY_KEY,
    oldIdentityKeys: env.IDENTITY_KEY_OLD,
  };
}

/** Makes a new secret of the data folder; the one before stays in `secret.old`, for reading. */
export async function renewStoredSecret(dataDir: string): Promise<void> {
  const all = await storedSecrets(dataDir);
  // The old one first: whatever happens between, nothing is lost.
  await replace(join(dataDir, 'secret.old'), `${all.join('\n')}\n`);
  await replace(join(dataDir, 'secret'), newSecret());
}

const newSecret = () => randomBytes(32).toString('base64url');

/** The secret of an embedded installation and those before it, kept beside its data for its owner alone. */
async function storedSecrets(dataDir: string): Promise<string[]> {
  const [present = ''] = await linesOf(join(dataDir, 'secret'));
  if (present === '') {
    const secret = newSecret();
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await replace(join(dataDir, 'secret'), secret);
    return [secret];
  }
  return [...new Set([present, ...(await linesOf(join(dataDir, 'secret.old')))])];
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

/** Whole or not at all, readable by its owner. */
async function replace(path: string, text: string): Promise<void> {
  const unfinished = `${path}.part`;
  const file = await open(unfinished, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, path);
}
