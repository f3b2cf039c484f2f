import { createHash, createHmac } from 'node:crypto';
import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import { refuse } from '#domain/errors/refusal.ts';
import type { Database, Transaction } from '#server/db/database.ts';
import type { Statements } from '#server/db/pipelined.ts';
import { applications, applicationTokens } from '#server/db/schema/applications.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { type Secrets, secretsOf } from '#server/keys/secrets.ts';

/** `status` follows and mends an application, `claim` links it to a new account, once. */
export type TokenPurpose = 'status' | 'claim';

const dayMs = 24 * 60 * 60 * 1000;
const validMs: Record<TokenPurpose, number> = { status: 365 * dayMs, claim: 30 * dayMs };

/** What an application's links are made of; each new e-mail raises the generation, which ends the links before. */
export type Linked = { appraisalId: string; linkGeneration: number };

/**
 * The token of an application: 256 bits that only a holder of SECRET can make. It is made again
 * rather than kept, so that a replayed submit and later mails can name it while the
 * database holds its hash alone (docs/decisions/0004).
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

/** Where an application is followed by whoever holds its mailed token; nothing of it reaches a log. */
export function statusUrl(
  { publicUrl, secret }: Pick<Dependencies, 'publicUrl' | 'secret'>,
  { appraisalId, linkGeneration }: Linked,
): string {
  const token = applicationToken(secret, 'status', appraisalId, linkGeneration);
  return `${publicUrl}${statusPath(appraisalId)}${token}`;
}

/** Where a guest registers and takes the application along, once. */
export function claimUrl(
  { publicUrl, secret }: Pick<Dependencies, 'publicUrl' | 'secret'>,
  { appraisalId, linkGeneration }: Linked,
): string {
  const token = applicationToken(secret, 'claim', appraisalId, linkGeneration);
  return `${publicUrl}${claimPath(appraisalId)}${token}`;
}

const statusPath = (appraisalId: string) => `/application-status#appraisalId=${appraisalId}&token=`;
const claimPath = (appraisalId: string) => `/join#appraisalId=${appraisalId}&claimToken=`;

/** The link of now in the place of an earlier one of the application; undefined for any other link. */
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

/** Makes the tokens of these applications valid from now: a status a year, a claim 30 days. */
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
 * The token that was issued with the application, also under an earlier SECRET: a submit may be repeated after a
 * change, and is answered as before, whatever its links have come to be worth.
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

/** Whether a token proves its purpose for an application now. */
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

/** The same refusal for guessed, foreign, used and expired tokens: it must not show which it was. */
export const noSuchClaim = () =>
  refuse(
    'NotFound',
    'お申し込みが見つからないか、リンクの期限が切れたか、すでに使われています。お申し込みの状況は、受付のメールの「お申し込みの状況を見る」からご確認いただけます。',
  );

/** Uses up a claim token; false when it is wrong, expired or used. Of two at once, one wins. */
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
    // Asked of the application itself: a mail that was written meanwhile cannot open a former link again.
    sql`${applicationTokens.generation} = (select a.link_generation from ${applications} a
      where a.appraisal_id = ${applicationTokens.appraisalId})`,
  );
