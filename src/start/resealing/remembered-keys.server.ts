import { eq } from 'drizzle-orm';
import type pg from 'pg';
import { z } from 'zod';
import { type Database, type Transaction, transaction } from '#kit/db/database.server.ts';
import { derivedKey, identitySecretsOf, secretsOf } from '#kit/keys/secrets.server.ts';
import { settings } from '#kit/settings/setting-tables.server.ts';
import { type Keys, secretFile } from './read-keys.server.ts';

const settingKey = 'keys';

/** Fingerprints of the keys that stored data may depend on. */
const Remembered = z.object({ secrets: z.array(z.string()), identity: z.array(z.string()) });
type Remembered = z.infer<typeof Remembered>;

/** Distinguishes keys without revealing anything else about them. */
const fingerprintOf = (key: string): string =>
  derivedKey(key, 'tasuki fingerprint of a key').export().toString('base64url').slice(0, 22);

const present = (keys: Keys): Remembered => ({
  secrets: secretsOf(keys).slice(0, 1).map(fingerprintOf),
  identity: identitySecretsOf(keys).slice(0, 1).map(fingerprintOf),
});

/**
 * Records the keys in use. Refuses if a key that stored data may depend on is missing: mails would be sent with dead
 * links, and second factors would stop working.
 */
export async function rememberKeys(db: Database, keys: Keys): Promise<void> {
  await transaction(db, async (tx) => {
    const used = present(keys);
    await tx.insert(settings).values({ key: settingKey, value: used }).onConflictDoNothing();
    const remembered = await rememberedIn(tx);
    const missing = missingOf(remembered, keys);
    if (missing.length > 0) throw new Error(missingMessage(missing));
    await store(tx, {
      secrets: [...new Set([...used.secrets, ...remembered.secrets])],
      identity: [...new Set([...used.identity, ...remembered.identity])],
    });
  });
}

/** Refuses if stored data depends on a secret of the data folder that is missing. No new one is generated then. */
export async function refuseLostSecret(db: Database, dataDir: string): Promise<void> {
  const { secrets } = await transaction(db, rememberedIn);
  if (secrets.length === 0) return;
  const file = secretFile(dataDir);
  throw new Error(
    `${file} がありません。保存されているものを封じた鍵のファイルです。バックアップから元の場所に戻して、もう一度お試しください（新しい鍵は作らず、封じてあるものにも手を加えていません）。もうどこにもないときは、「npm run reseal -- --leave-lost」で、開けなくなったものを残したまま新しい鍵で始められます。` +
      ` / ${file} is missing, the key that what is stored is sealed under. Bring it back from a backup and try again; no new key was made, and nothing that is sealed was changed. If it is nowhere any more, "npm run reseal -- --leave-lost" begins with a new key and leaves what cannot be opened.`,
  );
}

/** Names of the settings that lack a key which stored data may depend on. */
export async function missingKeys(db: Database, keys: Keys): Promise<string[]> {
  return transaction(db, async (tx) => missingOf(await rememberedIn(tx), keys));
}

/** The same for the fingerprints of a backup. */
export const missingKeysOf = (remembered: Remembered, keys: Keys): string[] =>
  missingOf(remembered, keys);

/** Fingerprints of the keys that stored data may depend on, for a backup. */
export async function rememberedKeys(client: Pick<pg.ClientBase, 'query'>): Promise<Remembered> {
  const { rows } = await client.query<{ value: unknown }>(
    'select value from settings where key = $1',
    [settingKey],
  );
  return rows[0] ? Remembered.parse(rows[0].value) : { secrets: [], identity: [] };
}

/** Everything is stored under the current keys: earlier ones are no longer required. */
export const forgetOldKeys = (db: Database, keys: Keys): Promise<void> =>
  transaction(db, (tx) => store(tx, present(keys)));

export const missingMessage = (missing: readonly string[]): string =>
  `保存されているものを封じた鍵（${missing.join('、')}）が見つかりません。前の鍵を${missing
    .map((name) => `${name}_OLD`)
    .join('と')}に入れて、もう一度お試しください。封じてあるものには、何も手を加えていません。 / ` +
  `Some of what is stored is sealed under another key than the present ${missing.join(' and ')}: ` +
  'give the earlier one in the variable that ends in _OLD. Nothing that is sealed was changed.';

async function rememberedIn(tx: Transaction): Promise<Remembered> {
  const [row] = await tx.select().from(settings).where(eq(settings.key, settingKey)).for('update');
  return row ? Remembered.parse(row.value) : { secrets: [], identity: [] };
}

function missingOf({ secrets, identity }: Remembered, keys: Keys): string[] {
  const knownFingerprints = new Set(secretsOf(keys).map(fingerprintOf));
  const forPapers = new Set(identitySecretsOf(keys).map(fingerprintOf));
  const lacks = (of: readonly string[], all: ReadonlySet<string>) =>
    of.some((one) => !all.has(one));
  return [
    ...(lacks(secrets, knownFingerprints) ? ['SECRET'] : []),
    ...(lacks(identity, forPapers) && !lacks(secrets, knownFingerprints) ? ['IDENTITY_KEY'] : []),
  ];
}

async function store(tx: Transaction, value: Remembered): Promise<void> {
  await tx
    .insert(settings)
    .values({ key: settingKey, value })
    .onConflictDoUpdate({ target: settings.key, set: { value } });
}
