import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { applicationTokens } from '#giving/applications/application-tables.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import type { Transaction } from '#kit/db/database.server.ts';
import { storeSetting } from '#kit/files/store-mark.server.ts';
import type { Secrets } from '#kit/keys/secrets.server.ts';
import { type Floor, raiseFloorsToExisting, startGeneration } from '#kit/numbers/numbers.server.ts';
import { type RunAtRestore, restores } from '#kit/restores/restore-tables.server.ts';
import { settings } from '#kit/settings/setting-tables.server.ts';
import { remittanceRuns } from '#money/remittances/remittance-tables.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import { approvals, invitations } from '#people/roles/role-tables.server.ts';
import { authSessions, authVerifications } from '#people/sign-in/sign-in-tables.server.ts';
import type { Destination } from './destination.server.ts';
import { readRetractions } from './erasure-list.server.ts';
import type { Manifest } from './manifest.server.ts';
import { redoRetractions } from './redo-retractions.server.ts';

/** Marks of a backup: numbers given until then, and its generation. */
export type LaterMark = Pick<Manifest, 'id' | 'takenAt' | 'generation' | 'floors'>;

type NewGeneration = {
  /** The restored backup, and later ones at the same place. */
  manifest: LaterMark;
  laterMarks: readonly LaterMark[];
  /** Where the backups are, with the list of retractions. */
  source: Destination;
  /** Of the installation: retractions are known by keyed hashes. */
  secrets: Secrets;
  at: Date;
};

const system = { uid: 'system' };

/**
 * Turns a loaded backup into an installation that may serve: within the transaction that makes it usable, numbers go on
 * above the known ones under a new mark, waiting mails are held, sign-ins and links end, retractions since are done
 * again, and runs whose files may have left are listed. Idempotency keys stay: a repeated submit is not executed again.
 */
export async function startNewGeneration(
  tx: Transaction,
  { manifest, laterMarks, source, secrets, at }: NewGeneration,
): Promise<{ generation: number; mark: string }> {
  const takenAt = new Date(manifest.takenAt);
  const marks = [manifest, ...laterMarks];
  await raiseFloorsToExisting(tx);
  const started = await startGeneration(tx, {
    floors: marks.flatMap(({ floors }) => floors as readonly Floor[]),
    lastGeneration: Math.max(...marks.map(({ generation }) => generation)),
    reason: `restored from ${manifest.id}`,
    at,
  });
  const heldMails = await holdMails(tx);
  const ended = await endSignIns(tx, at);
  const retractions = await readRetractions(source, takenAt);
  const { open, ...redone } = await redoRetractions(tx, retractions, { secrets, at });
  const counts = { ...ended, heldMails, ...redone };
  await tx.insert(restores).values({
    generation: started.generation,
    backupId: manifest.id,
    takenAt,
    restoredAt: at,
    counts,
    runs: await runsToHold(tx),
    open,
  });
  await audit(tx, system, 'restores.begin', ['restore', String(started.generation)], {
    at,
    backup: manifest.id,
    ...counts,
  });
  return started;
}

/** A waiting mail may have left before: a person decides on each. */
async function holdMails(tx: Transaction): Promise<number> {
  const held = await tx
    .update(outboxMails)
    .set({ state: 'held' })
    .where(eq(outboxMails.state, 'waiting'));
  return held.rowCount ?? 0;
}

/**
 * Ends what the backup revived: sessions and mailed links that were used, replaced or withdrawn since. Later mails about
 * an application have new links.
 */
async function endSignIns(tx: Transaction, at: Date) {
  const sessions = await tx.delete(authSessions).where(isNotNull(authSessions.id));
  const proofs = await tx.delete(authVerifications).where(isNotNull(authVerifications.id));
  await tx.execute(sql`
    update applications a set link_generation = link_generation + 1
    where exists (select from ${applicationTokens} t where t.appraisal_id = a.appraisal_id)`);
  const tokens = await tx.delete(applicationTokens).where(isNotNull(applicationTokens.tokenHash));
  // The restored files may be in another store.
  await tx.delete(settings).where(inArray(settings.key, ['setup-link', storeSetting]));
  const withdrawn = await tx
    .update(invitations)
    .set({ withdrawnAt: at })
    .where(and(isNull(invitations.acceptedAt), isNull(invitations.withdrawnAt)));
  // A request may have been declined since: it takes effect by time a day after the restore at the earliest.
  await tx
    .update(approvals)
    .set({
      dueAt: sql`greatest(${approvals.dueAt}, ${at.toISOString()}::timestamptz + interval '1 day')`,
    })
    .where(and(eq(approvals.state, 'waiting'), isNotNull(approvals.dueAt)));
  return {
    sessions: sessions.rowCount ?? 0,
    links: (proofs.rowCount ?? 0) + (tokens.rowCount ?? 0),
    invitations: withdrawn.rowCount ?? 0,
  };
}

/** Runs that had not ended: since the backup their file may have reached the bank, or the bank may have answered. */
const runsToHold = (tx: Transaction): Promise<RunAtRestore[]> =>
  tx
    .select({
      id: remittanceRuns.id,
      number: remittanceRuns.number,
      state: remittanceRuns.state,
      amountYen: remittanceRuns.amountYen,
    })
    .from(remittanceRuns)
    .where(inArray(remittanceRuns.state, ['draft', 'approved', 'filed', 'sent']))
    .orderBy(remittanceRuns.number);
