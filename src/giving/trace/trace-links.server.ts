import { createHash, createHmac, randomUUID } from 'node:crypto';
import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm';
import { selectApplications, toRow } from '#giving/applications/application-row.server.ts';
import { applications } from '#giving/applications/application-tables.server.ts';
import { parseAppraisalId } from '#giving/applications/appraisal-number.ts';
import type { Person } from '#kit/actor.server.ts';
import { type Database, type Transaction, transaction } from '#kit/db/database.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { notFound, refuse } from '#kit/errors/refusal.ts';
import { secretsOf } from '#kit/keys/secrets.server.ts';
import { attempts } from '#kit/limits/attempts.server.ts';
import { countedAddress } from '#kit/limits/client-address.server.ts';
import { toTimestamp } from '#kit/values/timestamp.ts';
import { noteRetraction } from '#people/retractions/retractions.server.ts';
import { countTry } from '#people/sign-in/account-messages.server.ts';
import { traceOf } from './trace.server.ts';
import {
  maxTraceLinks,
  type Trace,
  type TraceLink,
  type TraceLinkRequest,
} from './trace-schema.ts';
import { traceLinks } from './trace-tables.server.ts';
import { withoutSums } from './without-sums.ts';

type Source = Database | Transaction;
type LinkRow = typeof traceLinks.$inferSelect;

/** Token of a link: 256 bits, derived with SECRET, so that its donor can copy it again; only its hash is stored. */
const tokenOf = (secret: string, id: string) =>
  createHmac('sha256', secret).update(`trace-link ${id}`).digest('base64url');
const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

/** The token is in the fragment, which is never sent to a server. */
function toLink(ctx: Context, { id, tokenHash, showsSums, createdAt }: LinkRow): TraceLink {
  const tokens = secretsOf(ctx).map((secret) => tokenOf(secret, id));
  const token = tokens.find((one) => hashOf(one) === tokenHash) ?? '';
  return {
    id,
    url: `${ctx.publicUrl}/trace#token=${token}`,
    showsSums,
    createdOn: toTimestamp(createdAt),
  };
}

const openLinks = (source: Source, appraisalId: string) =>
  source
    .select()
    .from(traceLinks)
    .where(and(eq(traceLinks.appraisalId, appraisalId), isNull(traceLinks.endedAt)))
    .orderBy(asc(traceLinks.createdAt), asc(traceLinks.id));

/** Selects the number of the donor's application; empty for another's. */
const selectOwn = (source: Source, { uid }: Person, number: string) =>
  source
    .select({ appraisalId: applications.appraisalId })
    .from(applications)
    .where(
      and(eq(applications.appraisalId, parseAppraisalId(number) ?? ''), eq(applications.uid, uid)),
    )
    .$dynamic();

/** Open links to the trace of the donor's application, oldest first. */
export async function ownTraceLinks(
  ctx: Context,
  person: Person,
  number: string,
): Promise<TraceLink[]> {
  const [own] = await selectOwn(ctx.db, person, number);
  if (!own) throw notFound('お申し込み');
  const links = await openLinks(ctx.db, own.appraisalId);
  return links.map((link) => toLink(ctx, link));
}

/** Opens a link to the trace of the donor's application. */
export async function shareTrace(
  ctx: Context,
  person: Person,
  number: string,
  { showsSums }: TraceLinkRequest,
): Promise<TraceLink> {
  return transaction(ctx.db, async (tx) => {
    const [own] = await selectOwn(tx, person, number).for('update');
    if (!own) throw notFound('お申し込み');
    const { appraisalId } = own;
    if ((await openLinks(tx, appraisalId)).length >= maxTraceLinks) {
      throw refuse(
        'Conflict',
        `リンクは${maxTraceLinks}つまでです。使わないリンクを止めてから、もう一度お試しください。`,
      );
    }
    const id = randomUUID();
    const row = {
      ...{ id, appraisalId, showsSums, createdAt: ctx.clock(), endedAt: null },
      tokenHash: hashOf(tokenOf(ctx.secret, id)),
    };
    await tx.insert(traceLinks).values(row);
    return toLink(ctx, row);
  });
}

/** Ends one of the donor's links for good, also after a backup is restored. Idempotent. */
export async function endTraceLink(ctx: Context, person: Person, id: string): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const [link] = await tx.select().from(traceLinks).where(eq(traceLinks.id, id));
    const [own] = link ? await selectOwn(tx, person, link.appraisalId).for('update') : [];
    if (!link || !own) throw notFound('リンク');
    if (link.endedAt !== null) return;
    const at = ctx.clock();
    await tx.update(traceLinks).set({ endedAt: at }).where(eq(traceLinks.id, id));
    await noteRetraction(tx, ctx, { kind: 'trace-link', subject: [id] }, at);
  });
}

/** One refusal for guessed and ended links: it must not reveal which. */
const noSuchTrace = () =>
  refuse(
    'NotFound',
    'このリンクでは、いまはご覧いただけません。リンクが途中で切れていないかをお確かめください。送った方が共有を終えたときも、表示されなくなります。',
  );

/** The trace behind a shared link. Wrong tokens are counted by client address. */
export async function sharedTrace(ctx: Context, address: string, token: string): Promise<Trace> {
  const { db } = ctx;
  const tried = await countTry(attempts(ctx), [['traces by address', countedAddress(address)]]);
  const [link] = await db
    .select({ appraisalId: traceLinks.appraisalId, showsSums: traceLinks.showsSums })
    .from(traceLinks)
    .where(and(eq(traceLinks.tokenHash, hashOf(token)), isNull(traceLinks.endedAt)));
  if (!link) throw noSuchTrace();
  // A link ends with the account of its donor.
  const shared = and(eq(applications.appraisalId, link.appraisalId), isNotNull(applications.uid));
  const [found] = await selectApplications(db, shared);
  if (!found) throw noSuchTrace();
  await tried.succeeded();
  const trace = await traceOf(ctx, toRow(found));
  return link.showsSums ? trace : withoutSums(trace);
}
