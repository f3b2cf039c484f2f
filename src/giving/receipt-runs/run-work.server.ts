import { and, asc, eq, sql } from 'drizzle-orm';
import type { PaperRecord } from '#giving/receipts/paper-record.server.ts';
import { type Transaction, transaction } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { poll } from '#kit/jobs/poll.server.ts';
import { logFailure } from '#kit/observing/outages.server.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { writeMails } from '#people/mail/outbox.server.ts';
import { readUnreachable } from '#people/mail/unreachable.server.ts';
import { issueFor, lockDonor } from './issue-paper.server.ts';
import type { Delivery } from './receipt-run.ts';
import { receiptRunRows, receiptRuns } from './receipt-run-tables.server.ts';

const pollMs = 2_000;
/** Delay before a failed donor is tried again. */
const restMs = 60_000;
const failing = 'receipts of a run wait';

type WorkDeps = Pick<Dependencies, 'db' | 'clock' | 'secret' | 'publicUrl'>;

type Run = typeof receiptRuns.$inferSelect;
type Row = typeof receiptRunRows.$inferSelect;

/**
 * Issues the papers of runs in the background, one transaction per donor: after a crash the next process continues,
 * and no gift gets two papers. A failed donor is retried after a minute and delays no other.
 */
export const receiptRunWork = (dependencies: WorkDeps) => {
  const { db, clock } = dependencies;
  const resting = new Map<number, number>();

  /** Issues the next donor's papers; false if none is waiting. */
  const issueNext = (tried: { donor?: number }): Promise<boolean> =>
    transaction(db, async (tx) => {
      const [run] = await tx
        .select()
        .from(receiptRuns)
        .where(eq(receiptRuns.state, 'running'))
        .limit(1)
        .for('update', { skipLocked: true });
      if (!run) return false;
      const now = clock().getTime();
      for (const [donor, until] of resting) if (until <= now) resting.delete(donor);
      const [next] = await tx
        .select({ donor: receiptRunRows.donor })
        .from(receiptRunRows)
        .where(
          and(
            isWaiting(run.id),
            sql`${receiptRunRows.donor} <> all(${sql.param([...resting.keys()])}::integer[])`,
          ),
        )
        .orderBy(asc(receiptRunRows.donor))
        .limit(1);
      if (!next) return resting.size > 0 ? false : finish(tx, run, clock());
      tried.donor = next.donor;
      await issueDonor(tx, run, next.donor, dependencies);
      return true;
    });

  /** Issues everything that is waiting. */
  async function issueWaiting(signal?: AbortSignal): Promise<void> {
    while (!signal?.aborted) {
      const tried: { donor?: number } = {};
      try {
        if (!(await issueNext(tried))) return;
      } catch (error) {
        if (tried.donor === undefined) throw error;
        resting.set(tried.donor, clock().getTime() + restMs);
        logFailure(failing, error);
      }
    }
  }

  return { issueWaiting, ...poll(issueWaiting, { job: 'receipts', everyMs: pollMs, failing }) };
};

const isWaiting = (runId: string) =>
  // Matches the predicate of the index.
  and(eq(receiptRunRows.runId, runId), sql`${receiptRunRows.outcome} = 'waiting'`);

async function finish(tx: Transaction, { id }: Run, finishedAt: Date): Promise<boolean> {
  await tx.update(receiptRuns).set({ state: 'done', finishedAt }).where(eq(receiptRuns.id, id));
  return true;
}

async function issueDonor(
  tx: Transaction,
  run: Run,
  donor: number,
  dependencies: WorkDeps,
): Promise<void> {
  const rows = await tx
    .select()
    .from(receiptRunRows)
    .where(and(isWaiting(run.id), eq(receiptRunRows.donor, donor)))
    .orderBy(asc(receiptRunRows.position));
  const [first] = rows;
  if (first) await lockDonor(tx, first.appraisalId, run.year);
  const byMail: PaperRecord[] = [];
  for (const row of rows) {
    const issued = await issueFor(
      tx,
      {
        ...{ appraisalId: row.appraisalId, kind: 'year', actorUid: run.startedBy },
        replacedBecause: '1年分の証明書にまとめたため',
        keepsSingles: !run.replacesSingles,
      },
      dependencies,
    );
    if (issued.reason !== undefined) {
      await endRow(tx, row, { outcome: 'left-out', reason: issued.reason });
      continue;
    }
    const delivery = await deliveryOf(tx, row, issued.uid);
    await endRow(tx, row, { outcome: 'issued', receiptNumber: issued.paper.number, delivery });
    if (delivery === 'mail') byMail.push(issued.paper);
  }
  await mailPapers(tx, run, byMail, dependencies);
}

const endRow = (
  tx: Transaction,
  { runId, position }: Row,
  outcome: Partial<Pick<Row, 'outcome' | 'reason' | 'receiptNumber' | 'delivery'>>,
) =>
  tx
    .update(receiptRunRows)
    .set(outcome)
    .where(and(eq(receiptRunRows.runId, runId), eq(receiptRunRows.position, position)));

const emailOf = async (tx: Transaction, uid: string) => {
  const [account] = await tx
    .select({ email: users.email, lastName: users.lastName, firstName: users.firstName })
    .from(users)
    .where(eq(users.uid, uid));
  return account;
};

/** By post if the account is gone or mail to it bounces. */
async function deliveryOf(tx: Transaction, row: Row, uid: string | null): Promise<Delivery> {
  if (row.delivery === 'post' || uid === null) return 'post';
  const account = await emailOf(tx, uid);
  return account && (await readUnreachable(tx, account.email)) === null ? 'mail' : 'post';
}

/** Mails a donor once about all their papers of the run. */
async function mailPapers(
  tx: Transaction,
  run: Run,
  papers: readonly PaperRecord[],
  dependencies: Pick<WorkDeps, 'clock' | 'publicUrl' | 'secret'>,
): Promise<void> {
  const uid = papers[0]?.uid;
  const account = uid ? await emailOf(tx, uid) : undefined;
  if (!uid || !account) return;
  await writeMails(
    tx,
    [
      {
        kind: 'receipts-issued',
        dedupeKey: `receipts-issued:${run.id}:${papers[0]?.number}`,
        to: account.email,
        uid,
        data: {
          name: `${account.lastName} ${account.firstName}`.trim(),
          year: run.year,
          papers: papers.map(({ number, stated, amountYen }) => ({
            ...{ number, associateName: stated.name, amountYen },
          })),
        },
      },
    ],
    dependencies,
  );
}
