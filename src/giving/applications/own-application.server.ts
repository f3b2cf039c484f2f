import { eq } from 'drizzle-orm';
import type { Actor } from '#kit/actor.server.ts';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import type { StatusRequest } from './application.ts';
import { type ApplicationRow, selectApplications, toRow } from './application-row.server.ts';
import { applications } from './application-tables.server.ts';
import { isValidToken } from './application-tokens.server.ts';
import type { Doer } from './move-application.server.ts';

type OwnedApplication = { row: ApplicationRow; doer: Doer };

/** The actor's application, by sign-in or mailed token; undefined for others. */
export async function findOwn(
  db: Database | Transaction,
  actor: Actor,
  { appraisalId, token }: StatusRequest,
  now: Date,
): Promise<OwnedApplication | undefined> {
  const [found] = await selectApplications(db, eq(applications.appraisalId, appraisalId));
  const isHolder = await holdsToken(db, { appraisalId, token }, now);
  return found && ownershipOf(actor, toRow(found), isHolder);
}

/** Like `findOwn`, and locks the application until the end of the transaction. */
export async function lockOwnApplication(
  tx: Transaction,
  actor: Actor,
  { appraisalId, token }: StatusRequest,
  now: Date,
): Promise<OwnedApplication | undefined> {
  const [found] = await selectApplications(tx, eq(applications.appraisalId, appraisalId)).for(
    'update',
    { of: applications },
  );
  const isHolder = await holdsToken(tx, { appraisalId, token }, now);
  return found && ownershipOf(actor, toRow(found), isHolder);
}

/**
 * Whether the request has the mailed token. Also checked for unknown numbers, so that timing is equal
 * (docs/decisions/0013).
 */
const holdsToken = async (
  db: Database | Transaction,
  { appraisalId, token }: StatusRequest,
  now: Date,
): Promise<boolean> =>
  token !== undefined && isValidToken(db, { appraisalId, token }, 'status', now);

/** Relation of the actor to an application: its donor, a holder of its token, or none. */
function ownershipOf(
  actor: Actor,
  row: ApplicationRow,
  isHolder: boolean,
): OwnedApplication | undefined {
  if (actor.kind === 'person' && actor.uid === row.uid) {
    return { row, doer: { doneBy: 'donor', actorUid: actor.uid } };
  }
  return isHolder ? { row, doer: { doneBy: 'guest', actorUid: null } } : undefined;
}
