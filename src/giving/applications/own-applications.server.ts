import { and, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { storedAcceptance } from '#giving/acceptance/stored-acceptance.server.ts';
import type { Actor, Person } from '#kit/actor.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { pictureLinks } from '#kit/images/picture-links.server.ts';
import { jstDay, toTimestamp } from '#kit/values/timestamp.ts';
import type { ApplicationStatus, ClaimLink, ClaimLinkRequest } from './application.ts';
import { selectApplications, toRow, withHistory } from './application-row.server.ts';
import { type ApplicationStage, statesOf } from './application-state.ts';
import { toStatus } from './application-status.server.ts';
import { applications } from './application-tables.server.ts';
import { isValidToken, noSuchClaim } from './application-tokens.server.ts';

type OwnSelection = {
  /** Only those in this stage. */
  stage?: ApplicationStage | undefined;
  /** Only these numbers; others' look absent. */
  numbers?: readonly string[] | undefined;
  /** Number of the last one seen. */
  cursor?: string | undefined;
  limit: number;
};

/** The donor's applications, newest first, after `cursor`; `total` counts the whole selection. */
export async function ownApplications(
  ctx: Context,
  { uid }: Pick<Person, 'uid'>,
  { stage, numbers, cursor, limit }: OwnSelection,
): Promise<{ applications: ApplicationStatus[]; total: number }> {
  const { db, clock } = ctx;
  const selected = and(
    eq(applications.uid, uid),
    stage && inArray(applications.state, statesOf(stage)),
    numbers && inArray(applications.appraisalId, [...numbers]),
  );
  const rows = await selectApplications(db, and(selected, cursor ? before(cursor, uid) : undefined))
    .orderBy(desc(applications.createdAt), desc(applications.appraisalId))
    .limit(limit);
  const [counted] = await db.select({ total: count() }).from(applications).where(selected);
  const { promisedDays } = await storedAcceptance(db, jstDay(clock()));
  const whole = await withHistory(db, rows.map(toRow));
  return {
    applications: whole.map((one) => toStatus(one, promisedDays, pictureLinks(ctx).signed)),
    total: counted?.total ?? 0,
  };
}

/**
 * Application of a mailed claim link, for its holder and, once claimed, for its owner. Refuses a link that is
 * guessed, used or expired.
 */
export async function claimLink(
  { db, clock }: Context,
  actor: Actor,
  { appraisalId, claimToken: token }: ClaimLinkRequest,
): Promise<ClaimLink> {
  const [found] = await selectApplications(db, eq(applications.appraisalId, appraisalId));
  const isHolder = await isValidToken(db, { appraisalId, token }, 'claim', clock());
  if (!found) throw noSuchClaim();
  const { uid, targetName, email, createdAt } = toRow(found);
  const isYours = actor.kind === 'person' && actor.uid === uid;
  const isOpen = uid === null && isHolder;
  if (!isYours && !isOpen) throw noSuchClaim();
  return { appraisalId, targetName, email, createdAt: toTimestamp(createdAt), isYours };
}

/** Older than the donor's application `cursor`; a foreign one counts as absent and ends the list. */
const before = (cursor: string, uid: string): SQL =>
  sql`(${applications.createdAt}, ${applications.appraisalId}) < (select c.created_at, c.appraisal_id from ${applications} c where c.appraisal_id = ${cursor} and c.uid = ${uid})`;
