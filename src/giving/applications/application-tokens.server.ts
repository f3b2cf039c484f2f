import { createHash, createHmac } from 'node:crypto';
import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import type { Statements } from '#kit/db/pipelined.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { type Secrets, secretsOf } from '#kit/keys/secrets.server.ts';
import { applications, applicationTokens } from './application-tables.server.ts';

/** `status` shows and edits an application, `claim` links it to a new account, once. */
export type TokenPurpose = 'status' | 'claim';

const dayMs = 24 * 60 * 60 * 1000;
const validMs: Record<TokenPurpose, number> = { status: 365 * dayMs, claim: 30 * dayMs };

/** Input of an application's links; a new e-mail increments the generation, which invalidates earlier links. */
export type Linked = { appraisalId: string; linkGeneration: number };

/**
 * Token of an application: 256 bits, derived with SECRET instead of stored, so that a replayed submit and later mails
 * can contain it while the database has only its hash (docs/decisions/0017).
 */
export function applicationToken(
  secret: string,
  purpose: TokenPurpose,
  appraisalId: string,
  generation = 0,
): string {
  const ofGeneration = generation === 0 ? '' : ` ${generation}`;
  return createHmac('sha256', secret)
    .update(`application-token ${purpose} ${appraisalId}${ofGeneration}`)
    .digest('base64url');
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

/** Page of an application for the holder of its mailed token. The token is in the fragment, which reaches no log. */
export function statusUrl(
  { publicUrl, secret }: Pick<Dependencies, 'publicUrl' | 'secret'>,
  { appraisalId, linkGeneration }: Linked,
): string {
  const token = applicationToken(secret, 'status', appraisalId, linkGeneration);
  return `${publicUrl}${statusPath(appraisalId)}${token}`;
}

/** Page where a guest registers and claims the application, once. */
export function claimUrl(
  { publicUrl, secret }: Pick<Dependencies, 'publicUrl' | 'secret'>,
  { appraisalId, linkGeneration }: Linked,
): string {
  const token = applicationToken(secret, 'claim', appraisalId, linkGeneration);
  return `${publicUrl}${claimPath(appraisalId)}${token}`;
}

const statusPath = (appraisalId: string) => `/application-status#appraisalId=${appraisalId}&token=`;
const claimPath = (appraisalId: string) => `/join#appraisalId=${appraisalId}&claimToken=`;

/** Current link in place of an outdated one of the application; undefined for any other link. */
export function renewedUrl(
  dependencies: Pick<Dependencies, 'publicUrl' | 'secret'>,
  application: Linked,
  url: string,
): string | undefined {
  if (url.includes(statusPath(application.appraisalId)))
    return statusUrl(dependencies, application);
  if (url.includes(claimPath(application.appraisalId))) return claimUrl(dependencies, application);
  return undefined;
}

/** Makes the tokens of these applications valid from now: a status token for a year, a claim token for 30 days. */
export async function issueTokens(
  tx: Statements,
  { clock, secret }: Pick<Dependencies, 'clock' | 'secret'>,
  purpose: TokenPurpose,
  linked: readonly Linked[],
): Promise<void> {
  if (linked.length === 0) return;
  const expiresAt = new Date(clock().getTime() + validMs[purpose]);
  const rows = linked.map(({ appraisalId, linkGeneration }) => ({
    appraisal_id: appraisalId,
    generation: linkGeneration,
    token_hash: hashOf(applicationToken(secret, purpose, appraisalId, linkGeneration)),
  }));
  await tx.execute(sql`
    insert into ${applicationTokens} (token_hash, appraisal_id, purpose, generation, expires_at)
    select r.token_hash, r.appraisal_id, ${purpose}, r.generation, ${expiresAt.toISOString()}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as r(token_hash text, appraisal_id text, generation int)
    on conflict (token_hash) do update set expires_at = excluded.expires_at`);
}

/**
 * Token issued with the application, possibly under an earlier SECRET: a replayed submit returns the same token, valid
 * or not.
 */
export async function issuedToken(
  { db, ...secrets }: Secrets & Pick<Dependencies, 'db'>,
  purpose: TokenPurpose,
  appraisalId: string,
): Promise<string> {
  const tokens = secretsOf(secrets).map((secret) => applicationToken(secret, purpose, appraisalId));
  const [present = ''] = tokens;
  if (tokens.length === 1) return present;
  const issued = await db
    .select({ tokenHash: applicationTokens.tokenHash })
    .from(applicationTokens)
    .where(inArray(applicationTokens.tokenHash, tokens.map(hashOf)));
  const hashes = new Set(issued.map(({ tokenHash }) => tokenHash));
  return tokens.find((token) => hashes.has(hashOf(token))) ?? present;
}

/** Whether a token is valid for its purpose and application. */
export async function isValidToken(
  db: Database | Transaction,
  { appraisalId, token }: { appraisalId: string; token: string },
  purpose: TokenPurpose,
  now: Date,
): Promise<boolean> {
  const [row] = await db
    .select({ appraisalId: applicationTokens.appraisalId })
    .from(applicationTokens)
    .where(matching({ appraisalId, token }, purpose, now));
  return row !== undefined;
}

/** The same refusal for guessed, foreign, used and expired tokens: it must not reveal which. */
export const noSuchClaim = () =>
  refuse(
    'NotFound',
    'お申し込みが見つからないか、リンクの期限が切れたか、すでに使われています。お申し込みの状況は、受付のメールの「お申し込みの状況を見る」からご確認いただけます。',
  );

/** Consumes a claim token; false if wrong, expired or used. Of two concurrent calls one gets true. */
export async function redeemClaimToken(
  tx: Transaction,
  claim: { appraisalId: string; token: string },
  now: Date,
): Promise<boolean> {
  const used = await tx
    .update(applicationTokens)
    .set({ usedAt: now })
    .where(matching(claim, 'claim', now))
    .returning({ appraisalId: applicationTokens.appraisalId });
  return used.length === 1;
}

const matching = (
  { appraisalId, token }: { appraisalId: string; token: string },
  purpose: TokenPurpose,
  now: Date,
) =>
  and(
    eq(applicationTokens.tokenHash, hashOf(token)),
    eq(applicationTokens.appraisalId, appraisalId),
    eq(applicationTokens.purpose, purpose),
    gt(applicationTokens.expiresAt, now),
    isNull(applicationTokens.usedAt),
    // Compared with the application's current generation: a mail written concurrently cannot revive a former link.
    sql`${applicationTokens.generation} = (select a.link_generation from ${applications} a
      where a.appraisal_id = ${applicationTokens.appraisalId})`,
  );
