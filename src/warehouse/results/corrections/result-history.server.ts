import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { applications } from '#giving/applications/application-tables.server.ts';
import { pledges } from '#giving/pledges/pledge-tables.server.ts';
import { validPapersOn } from '#giving/receipts/paper-record.server.ts';
import { receipts } from '#giving/receipts/receipt-tables.server.ts';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { toTimestamp } from '#kit/values/timestamp.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { type AppraisalOutcome, appraisalOutcomes } from '#warehouse/results/appraisal-result.ts';
import { correctionUndoMinutes, type ResultHistory } from '#warehouse/results/result-correction.ts';
import { appraisalItems, appraisals } from '#warehouse/results/result-tables.server.ts';
import { takenBackReason } from '#warehouse/results/result-words.ts';
import type { Result } from './replace-result.server.ts';

type Source = Database | Transaction;

/** Standing result of an application, then those it replaced, the latest first. */
export async function findResults(db: Source, appraisalId: string): Promise<Result[]> {
  const rows = await db.select().from(appraisals).where(eq(appraisals.appraisalId, appraisalId));
  const byId = new Map(rows.map((row) => [row.id, row]));
  const chain: Result[] = [];
  let next = rows.find(({ reversedAt }) => reversedAt === null);
  while (next) {
    chain.push(next);
    next = next.correctsId === null ? undefined : byId.get(next.correctsId);
  }
  return chain;
}

/** Reason that a result cannot be corrected, and what to do instead; '' if it can. */
export function blockerOf({ outcome }: Pick<Result, 'outcome'>, state: string): string {
  const { state: after } = appraisalOutcomes[outcome as AppraisalOutcome];
  const isUnmoved =
    state === after ||
    (outcome === 'completed' && ['appraised', 'remitted', 'thanked'].includes(state));
  return isUnmoved
    ? ''
    : 'お申し込みの状態が、この結果のあとで変わっています。先に状態を正してから、訂正してください。';
}

/** Time until which a correction can be undone; undefined for an undo itself. */
export function undoUntilOf(standing: Result, at: Date): Date | undefined {
  if (standing.correctsId === null || standing.correctionReason === takenBackReason) {
    return undefined;
  }
  const until = new Date(standing.createdAt.getTime() + correctionUndoMinutes * 60_000);
  return at < until ? until : undefined;
}

/** An application's result for the operator; undefined if none stands. */
export async function resultHistory(
  db: Source,
  appraisalId: string,
  at: Date,
): Promise<ResultHistory | undefined> {
  const [application] = await db
    .select({ state: applications.state, version: applications.version })
    .from(applications)
    .where(eq(applications.appraisalId, appraisalId));
  const results = await findResults(db, appraisalId);
  const [standing] = results;
  if (!application || !standing) return undefined;
  const items = await db
    .select()
    .from(appraisalItems)
    .where(eq(appraisalItems.appraisalRowId, standing.id))
    .orderBy(asc(appraisalItems.position));
  const names = await namesOf(
    db,
    results.flatMap(({ correctedBy }) => correctedBy ?? []),
  );
  const undoUntil = undoUntilOf(standing, at);
  const { state, version } = application;
  return {
    version,
    results: results.map((result) => ({
      outcome: result.outcome as AppraisalOutcome,
      itemCount: result.itemCount,
      pricedCount: result.pricedCount,
      appraisedYen: result.appraisedYen,
      bonusYen: result.bonusYen,
      donationYen: result.donationYen,
      note: result.note,
      at: toTimestamp(result.createdAt),
      correctedBy: names.get(result.correctedBy ?? '') ?? '',
      reason: result.correctionReason,
    })),
    items: items.map(({ position, name, quantity, amountYen, destination, reason }) => ({
      ...{ position, name, quantity, amountYen, destination, reason },
    })),
    blocker: blockerOf(standing, state),
    undoUntil: undoUntil ? toTimestamp(undoUntil) : null,
    receipts: await receiptNumbers(db, appraisalId),
    hasPledge: await hasPublicPledge(db, appraisalId),
  };
}

/** Papers that a corrected sum would replace. */
async function receiptNumbers(db: Source, appraisalId: string): Promise<string[]> {
  const rows = await db
    .select({ number: receipts.number })
    .from(receipts)
    .where(validPapersOn([appraisalId]))
    .orderBy(asc(receipts.number));
  return rows.map(({ number }) => number);
}

async function hasPublicPledge(db: Source, appraisalId: string): Promise<boolean> {
  const rows = await db
    .select({ id: pledges.id })
    .from(pledges)
    .where(and(eq(pledges.appraisalId, appraisalId), eq(pledges.state, 'published')));
  return rows.length > 0;
}

/** Names of operators, else their e-mail addresses. */
export async function namesOf(db: Source, uids: readonly string[]): Promise<Map<string, string>> {
  if (uids.length === 0) return new Map();
  const rows = await db
    .select({
      uid: users.uid,
      name: sql<string>`coalesce(nullif(btrim(${users.lastName} || ' ' || ${users.firstName}), ''), ${users.email})`,
    })
    .from(users)
    .where(inArray(users.uid, [...new Set(uids)]));
  return new Map(rows.map(({ uid, name }) => [uid, name]));
}
