import { createHash, randomBytes } from 'node:crypto';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { adminRoles } from '#domain/auth/admin-roles.ts';
import { Email } from '#domain/values/email.ts';
import { type Database, type Transaction, transaction } from '#server/db/database.ts';
import { sampleRecord } from '#server/db/sample/sample-state.ts';
import { users } from '#server/db/schema/accounts.ts';
import { settings } from '#server/db/schema/settings.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { writeMail } from '#server/mail/outbox.ts';
import { writeSetting } from './settings.ts';

/** The database stores the hash of the link's token alone. */
const settingKey = 'setup-link';

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');
const isThisLink = (token: string) =>
  and(eq(settings.key, settingKey), sql`${settings.value} ->> 'hash' = ${hashOf(token)}`);

/** Whether anybody runs the service. */
export async function isRun(source: Database | Transaction): Promise<boolean> {
  const [one] = await source
    .select({ uid: users.uid })
    .from(users)
    .where(inArray(users.role, [...adminRoles]))
    .limit(1);
  return one !== undefined;
}

/**
 * The one-time link by which an installation that nobody runs is taken over, made anew at each start; undefined where
 * somebody runs it, or sample people do. Earlier links are dead. It is mailed, too, where an address is given.
 */
export async function issueSetupLink(
  dependencies: Pick<Dependencies, 'db' | 'clock' | 'publicUrl' | 'secret'>,
  mailTo: string,
): Promise<string | undefined> {
  const { db, publicUrl } = dependencies;
  return transaction(db, async (tx) => {
    if ((await isRun(tx)) || (await sampleRecord(tx))) {
      await tx.delete(settings).where(eq(settings.key, settingKey));
      return undefined;
    }
    const token = randomBytes(32).toString('base64url');
    const hash = hashOf(token);
    await writeSetting(tx, settingKey, { hash });
    const setupUrl = `${publicUrl}/setup#token=${token}`;
    if (mailTo !== '') {
      const mail = { kind: 'setup-link', dedupeKey: `setup-link:${hash}` } as const;
      await writeMail(tx, { ...mail, to: Email.parse(mailTo), data: { setupUrl } }, dependencies);
    }
    return setupUrl;
  });
}

/** Whether a link still works. */
export async function isSetupLinkAlive(
  source: Database | Transaction,
  token: string,
): Promise<boolean> {
  const [row] = await source.select({ key: settings.key }).from(settings).where(isThisLink(token));
  return row !== undefined && !(await isRun(source));
}

/** Uses a link up; false when it is dead. Of two at once, one wins. */
export async function redeemSetupLink(tx: Transaction, token: string): Promise<boolean> {
  const used = await tx.delete(settings).where(isThisLink(token)).returning({ key: settings.key });
  return used.length > 0 && !(await isRun(tx));
}
