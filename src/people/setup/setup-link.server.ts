import { createHash, randomBytes } from 'node:crypto';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { type Database, type Transaction, transaction } from '#kit/db/database.server.ts';
import { sampleRecord } from '#kit/db/sample-state.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { adminRoles } from '#kit/permissions/admin-roles.ts';
import { settings } from '#kit/settings/setting-tables.server.ts';
import { writeSetting } from '#kit/settings/settings.server.ts';
import { Email } from '#kit/values/email.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { writeMail } from '#people/mail/outbox.server.ts';

/** The database stores only the hash of the token. */
const settingKey = 'setup-link';

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');
const isThisLink = (token: string) =>
  and(eq(settings.key, settingKey), sql`${settings.value} ->> 'hash' = ${hashOf(token)}`);

/** Whether the service has an admin. */
export async function hasAdmins(source: Database | Transaction): Promise<boolean> {
  const [one] = await source
    .select({ uid: users.uid })
    .from(users)
    .where(inArray(users.role, [...adminRoles]))
    .limit(1);
  return one !== undefined;
}

/**
 * One-time link to take over an installation without admins, renewed at each start; earlier links become invalid.
 * Undefined if there are admins or sample data. Also mailed if an address is given.
 */
export async function issueSetupLink(
  dependencies: Pick<Dependencies, 'db' | 'clock' | 'publicUrl' | 'secret'>,
  mailTo: string,
): Promise<string | undefined> {
  const { db, publicUrl } = dependencies;
  return transaction(db, async (tx) => {
    if ((await hasAdmins(tx)) || (await sampleRecord(tx))) {
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

/** Whether a link is still valid. */
export async function isSetupLinkAlive(
  source: Database | Transaction,
  token: string,
): Promise<boolean> {
  const [row] = await source.select({ key: settings.key }).from(settings).where(isThisLink(token));
  return row !== undefined && !(await hasAdmins(source));
}

/** Consumes a link; false if invalid. Of two concurrent calls one succeeds. */
export async function redeemSetupLink(tx: Transaction, token: string): Promise<boolean> {
  const used = await tx.delete(settings).where(isThisLink(token)).returning({ key: settings.key });
  return used.length > 0 && !(await hasAdmins(tx));
}
