import { sql } from 'drizzle-orm';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { attemptBudgets } from '#kit/limits/limit-tables.server.ts';
import { noteEvent, type SecurityEvent } from './events.server.ts';
import type { ClosedBudget } from './request-trace.server.ts';

const mostKnown = 10_000;
/** Limits whose subject is a signed-in person. */
const byPerson = /by donor$|^export of personal data$|^(?:receipt|statement) as PDF$/;

/** Records that a limit was reached, once per subject and window across all servers. */
export const closedBudgets = (dependencies: Pick<Dependencies, 'db' | 'clock' | 'secret'>) => {
  const { db, clock } = dependencies;
  /** Limits known to be reached, so that they are not queried again. */
  const openAgainAt = new Map<string, number>();

  /** Inserts a mark among the counted tries, to expire with them; false if there is one. */
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
      { kind: 'limit', outcome: 'refused', who: subjectOfEvent(closed), details },
      dependencies,
    );
  };
};

/** The event has the address anyway; any other typed subject is hashed like an e-mail. */
function subjectOfEvent({ purpose, subject }: ClosedBudget): SecurityEvent['who'] {
  if (subject === '' || purpose.endsWith('by address')) return 'unknown';
  return byPerson.test(purpose) ? { uid: subject } : { email: subject };
}
