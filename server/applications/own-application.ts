import { eq } from 'drizzle-orm';
import type { StatusRequest } from '#domain/applications/application.ts';
import type { Actor } from '#server/actor.ts';
import type { Database, Transaction } from '#server/db/database.ts';
import { applications } from '#server/db/schema/applications.ts';
import { type ApplicationRow, selectApplications, toRow } from './application-row.ts';
import { isValidToken } from './application-tokens.ts';
import type { Doer } from './move-application.ts';

type Own = { row: ApplicationRow; doer: Doer };

/** The actor's application, by sign-in or by the mailed token; undefined for anybody else's. */
export async function findOwn(
  db: Database | Transaction,
  actor: Actor,
  { appraisalId, token }: StatusRequest,
  now: Date,
): Promise<Own | undefined> {
  const [found] = await selectApplications(db, eq(applications.appraisalId, appraisalId));
  return found && own(db, actor, toRow(found), token, now);
}

/** As `findOwn`, and keeps the application as it is until the end of the transaction. */
export async function holdOwn(
  tx: Transaction,
  actor: Actor,
  { appraisalId, token }: StatusRequest,
  now: Date,
): Promise<Own | undefined> {
  const [found] = await selectApplications(tx, eq(applications.appraisalId, appraisalId)).for(
    'update',
    { of: applications },
  );
  return found && own(tx, actor, toRow(found), token, now);
}

/** Who the actor is to an application: its donor, a holder of its token, or nobody. */
async function own(
  db: Database | Transaction,
  actor: Actor,
  row: ApplicationRow,
  token: string | undefined,
  now: Date,
): Promise<Own | undefined> {
  if (actor.kind === 'person' && actor.uid === row.uid) {
    return { row, doer: { doneBy: 'donor', actorUid: actor.uid } };
  }
  if (token === undefined) return undefined;
  const { appraisalId } = row;
  return (await isValidToken(db, { appraisalId, token }, 'status', now))
    ? { row, doer: { doneBy: 'guest', actorUid: null } }
    : undefined;
}
