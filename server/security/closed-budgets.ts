import { sql } from 'drizzle-orm';
import { attemptBudgets } from '#server/db/schema/limits.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { noteEvent, type SecurityEvent } from './events.ts';
import type { ClosedBudget } from './request-trace.ts';

const mostKnown = 10_000;
/** Their subject is a person who is signed in. */
const byPerson = /by donor$|^export of personal data$|^(?:receipt|statement) as PDF$/;

/** Notes that a budget has closed: once for its subject and window, whatever is tried further on any server. */
export const closedBudgets = (dependencies: Pick<Dependencies, 'db' | 'clock' | 'secret'>) => {
  const { db, clock } = dependencies;
  /** Those that are known here are not asked for again. */
  const openAgainAt = new Map<string, number>();

  /** Leaves a mark among the counted tries, where it goes with them; false where there is one. */
  async function isFirst({ purpose, subjectHash, windowMs }: ClosedBudget, nowMs: number) {
    const mark = `closed: ${purpose}`;
    const partMs = windowMs / 5;
    const start = new Date(Math.floor(nowMs / partMs) * partMs).toISOString();
    const earliest = new Date(nowMs - windowMs).toISOString();
    const { rows } = await db.execute(sql`
      insert into ${attemptBudgets} (subject_hash, purpose, window_start, attempts)
      select ${subjectHash}, ${mark}, ${start}::timestamptz, 1
      where not exists (select from ${attemptBudgets} where subject_hash = ${subjectHash}
        and purpose = ${mark} and window_start > ${earliest}::timestamptz)
      on conflict do nothing returning attempts`);
    return rows.length > 0;
  }

  return async (closed: ClosedBudget): Promise<void> => {
    const nowMs = clock().getTime();
    const key = `${closed.purpose} ${closed.subjectHash}`;
    if ((openAgainAt.get(key) ?? 0) > nowMs) return;
    if (openAgainAt.size >= mostKnown) openAgainAt.clear();
    openAgainAt.set(key, nowMs + closed.windowMs);
    if (!(await isFirst(closed, nowMs))) return;
    const { purpose } = closed;
    const details = { budget: purpose };
    await noteEvent(
      db,
      { kind: 'limit', outcome: 'refused', who: whoOf(closed), details },
      dependencies,
    );
  };
};

/** Addresses stand in the event anyhow; whatever else was typed is hashed like an e-mail. */
function whoOf({ purpose, subject }: ClosedBudget): SecurityEvent['who'] {
  if (subject === '' || purpose.endsWith('by address')) return 'unknown';
  return byPerson.test(purpose) ? { uid: subject } : { email: subject };
}
