import { randomBytes } from 'node:crypto';
import { desc } from 'drizzle-orm';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { type Opened, openText, sealText } from '#kit/keys/seal.server.ts';
import { derivedKey, type Secrets, secretsOf } from '#kit/keys/secrets.server.ts';
import { logKeys } from './log-tables.server.ts';
import { type LogKey, verifierKey } from './note.server.ts';

const keyOf = (secret: string) => derivedKey(secret, 'tasuki seed of the public log');

export const sealSeed = (verifier: string, seed: string, secret: string): string =>
  sealText(keyOf(secret), seed, verifier);
export const openSeed = (verifier: string, sealed: string, secrets: Secrets): Opened | undefined =>
  openText(secretsOf(secrets).map(keyOf), sealed, verifier);

/** The key that signs; made at the first seal, named after the site. Throws if its secret is lost. */
export async function signingKey(
  { publicUrl, clock, ...secrets }: Pick<Context, 'publicUrl' | 'clock'> & Secrets,
  tx: Transaction,
): Promise<LogKey> {
  const [latest] = await tx.select().from(logKeys).orderBy(desc(logKeys.startedAt)).limit(1);
  if (latest) {
    const opened = openSeed(latest.verifier, latest.sealedSeed, secrets);
    if (!opened) throw new Error('the key of the public log opens under none of the secrets');
    return { name: latest.name, seed: Buffer.from(opened.text, 'base64') };
  }
  const made = { name: `${new URL(publicUrl).host}/log`, seed: randomBytes(32) };
  const verifier = verifierKey(made);
  await tx.insert(logKeys).values({
    ...{ verifier, name: made.name, startedAt: clock() },
    sealedSeed: sealSeed(verifier, made.seed.toString('base64'), secrets.secret),
  });
  return made;
}

/** Verifier keys of all times, the newest first. */
export async function verifierKeys(db: Database | Transaction): Promise<string[]> {
  const rows = await db
    .select({ verifier: logKeys.verifier })
    .from(logKeys)
    .orderBy(desc(logKeys.startedAt));
  return rows.map(({ verifier }) => verifier);
}
