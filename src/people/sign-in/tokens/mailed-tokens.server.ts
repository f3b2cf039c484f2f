import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { and, eq, gt, gte, inArray, lt, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { authVerifications } from '#people/sign-in/sign-in-tables.server.ts';

/** Lifetimes of single-use mailed links, by purpose. */
export const mailedTokenLifeMs = {
  'reset-password': 60 * 60 * 1000,
  'verify-email': 24 * 60 * 60 * 1000,
  'confirm-email-change': 24 * 60 * 60 * 1000,
  'undo-email-change': 7 * 24 * 60 * 60 * 1000,
} as const;
export type MailedTokenKind = keyof typeof mailedTokenLifeMs;

/** Person of a token, and the address it was mailed to. */
export type MailedTokenSubject = { uid: string; email: string };

const identifierOf = (kind: MailedTokenKind, token: string) =>
  `${kind}:${createHash('sha256').update(token).digest('base64url')}`;

const belongsTo = (uid: string) => sql`split_part(${authVerifications.value}, ' ', 1) = ${uid}`;

/** Creates a token of 256 bits for a link; the database stores only its hash. */
export async function issueMailedToken(
  tx: Transaction,
  kind: MailedTokenKind,
  { uid, email }: MailedTokenSubject,
  now: Date,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await tx.delete(authVerifications).where(lt(authVerifications.expiresAt, now));
  await tx.insert(authVerifications).values({
    id: randomUUID(),
    identifier: identifierOf(kind, token),
    value: `${uid} ${email}`,
    expiresAt: new Date(now.getTime() + mailedTokenLifeMs[kind]),
    createdAt: now,
    updatedAt: now,
  });
  return token;
}

/** Consumes a token; undefined if wrong, expired or used. Of two concurrent calls one wins. */
export async function redeemMailedToken(
  tx: Transaction,
  kind: MailedTokenKind,
  token: string,
  now: Date,
): Promise<(MailedTokenSubject & { issuedAt: Date }) | undefined> {
  const [row] = await tx
    .delete(authVerifications)
    .where(
      and(
        eq(authVerifications.identifier, identifierOf(kind, token)),
        gt(authVerifications.expiresAt, now),
      ),
    )
    .returning({ value: authVerifications.value, createdAt: authVerifications.createdAt });
  if (!row) return undefined;
  const { value, createdAt: issuedAt } = row;
  const space = value.indexOf(' ');
  return { uid: value.slice(0, space), email: value.slice(space + 1), issuedAt };
}

const kindOf = sql<string>`split_part(${authVerifications.identifier}, ':', 1)`;
const emailOf = sql<string>`substr(${authVerifications.value}, strpos(${authVerifications.value}, ' ') + 1)`;

/**
 * Revokes a person's tokens of these kinds, or those issued from `since` on; returns the addresses they were mailed to.
 */
export async function revokeMailedTokens(
  tx: Transaction,
  uid: string,
  kinds: readonly MailedTokenKind[],
  since?: Date,
): Promise<string[]> {
  const revoked = await tx
    .delete(authVerifications)
    .where(
      and(
        belongsTo(uid),
        inArray(kindOf, [...kinds]),
        since && gte(authVerifications.createdAt, since),
      ),
    )
    .returning({ email: emailOf });
  return [...new Set(revoked.map(({ email }) => email))];
}

/** Address that a person's valid token of a kind was mailed to, or undefined. */
export async function openMailedToken(
  db: Database | Transaction,
  kind: MailedTokenKind,
  uid: string,
  now: Date,
): Promise<string | undefined> {
  const [row] = await db
    .select({ email: emailOf })
    .from(authVerifications)
    .where(and(belongsTo(uid), eq(kindOf, kind), gt(authVerifications.expiresAt, now)));
  return row?.email;
}
