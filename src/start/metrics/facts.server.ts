import { sql } from 'drizzle-orm';
import { storedAcceptance } from '#giving/acceptance/stored-acceptance.server.ts';
import { countOverdue } from '#giving/promised-days/overdue.server.ts';
import type { Database } from '#kit/db/database.server.ts';
import { countedAtMost } from '#kit/db/keyset.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { logFailure } from '#kit/observing/outages.server.ts';
import { jstDay } from '#kit/values/timestamp.ts';
import { countFailing } from '#money/remittances/failing-confirmations.server.ts';

/** A figure of the whole service, the same at each of its processes. */
export type Fact = { name: string; help: string; value: number; labels?: Record<string, string> };

/** Scrapes within this time get the same facts, however many there are. */
const factsHoldMs = 10_000;
/** Facts that read more than some rows of an index. */
const slowFactsHoldMs = 15 * 60_000;
/** Mails that are looked at for the oldest: those of a delay are not late. */
const oldestMails = 100;

/** Rows of a condition, up to `countedAtMost`, so that a flood of them costs no more. */
const bounded = (from: string) =>
  sql.raw(`(select count(*)::int from (select 1 from ${from} limit ${countedAtMost}) as counted)`);

const seconds = (time: string) => sql.raw(`extract(epoch from ${time})::float8`);
const age = (time: string) => seconds(`now() - ${time}`);

/** One statement; each figure reads an index of open rows, or the end of one. */
async function readQueues(db: Database): Promise<Record<string, number | null>> {
  const { rows } = await db.execute<Record<string, number | null>>(sql`select
    ${seconds('clock_timestamp()')} as clock,
    ${bounded("outbox_mails where state = 'waiting'")} as mails_waiting,
    ${bounded("outbox_mails where state = 'dead'")} as mails_dead,
    ${bounded("outbox_mails where state = 'held'")} as mails_held,
    (select ${age('min(due)')} from (
      select created_at + make_interval(mins => waits_minutes) as due
      from outbox_mails where state = 'waiting' order by id limit ${oldestMails}) as oldest) as mail_age,
    ${bounded("result_batches where state = 'waiting'")} as imports_waiting,
    (select ${age('started_at')} from receipt_runs where state = 'running' limit 1) as receipt_run_age,
    ${bounded("approvals where state = 'waiting'")} as approvals_waiting,
    (select ${age('asked_at')} from approvals where state = 'waiting' order by asked_at limit 1) as approval_age,
    ${bounded('contact_messages where answered_at is null and due_at < now()')} as answers_late,
    (select ${seconds("(value #>> '{}')::timestamptz")} from settings where key = 'last-sweep') as sweep,
    (select ${seconds('max(ended_at)')} from backups where state = 'done') as backup,
    (select ${seconds('max(proven_at)')} from backups where proof = 'ok') as proven,
    (select (state = 'failed')::int from backups where state <> 'running'
      order by started_at desc limit 1) as backup_failed`);
  return rows[0] ?? {};
}

/** Debits less credits of the chart's accounts, and the size of the database. */
async function readSlow(db: Database): Promise<{ imbalance: number; bytes: number }> {
  const { rows } = await db.execute<{ imbalance: number; bytes: number }>(sql`
    select coalesce(sum(case s.name when 'ledger-debit' then s.amount else -s.amount end), 0)::float8 as imbalance,
      pg_database_size(current_database())::float8 as bytes
    from ledger_accounts a join kept_sums s on s.name in ('ledger-debit', 'ledger-credit')
      and s.key between a.code || ' 0000-00' and a.code || ' 9999-99' and left(s.key, -8) = a.code`);
  return rows[0] ?? { imbalance: 0, bytes: 0 };
}

type FactsDeps = Pick<Dependencies, 'db' | 'clock' | 'disk'>;

async function readDatabase({ db, clock }: FactsDeps): Promise<Fact[]> {
  const today = jstDay(clock());
  const queues = await readQueues(db);
  const askedAtMs = clock().getTime();
  const { promisedDays } = await storedAcceptance(db, today);
  const boxesLate = (await countOverdue(db, promisedDays, today)).count;
  const failing = await countFailing(db);
  const facts: Fact[] = [];
  const add = (
    name: string,
    help: string,
    value: number | null | undefined,
    labels?: Record<string, string>,
  ) => {
    // Nothing of the kind: no sample, so that an alert on its absence can be written.
    if (value !== null && value !== undefined)
      facts.push({ name, help, value, ...(labels && { labels }) });
  };
  add(
    'tasuki_clock_difference_seconds',
    'Clock of this server less that of the database.',
    queues.clock ? askedAtMs / 1000 - queues.clock : undefined,
  );
  const mails = `Mails in the outbox by state, counted up to ${countedAtMost}.`;
  for (const state of ['waiting', 'dead', 'held']) {
    add('tasuki_mails', mails, queues[`mails_${state}`], { state });
  }
  add(
    'tasuki_mail_oldest_seconds',
    'Time since the oldest waiting mail was due.',
    queues.mail_age ?? 0,
  );
  add(
    'tasuki_imports_waiting',
    'Batches of results that wait for their release.',
    queues.imports_waiting,
  );
  add(
    'tasuki_receipt_run_seconds',
    'Age of the receipt run under way.',
    queues.receipt_run_age ?? 0,
  );
  add('tasuki_bank_answers_failing', 'Remittances whose confirmation fails.', failing);
  add(
    'tasuki_approvals_waiting',
    'Requests that wait for a second person.',
    queues.approvals_waiting,
  );
  add('tasuki_approval_oldest_seconds', 'Age of the oldest of them.', queues.approval_age ?? 0);
  const promises = 'Promises to people that are past their day, by what was promised.';
  add('tasuki_promises_broken', promises, boxesLate, { promise: 'boxes' });
  add('tasuki_promises_broken', promises, queues.answers_late, { promise: 'answers' });
  add('tasuki_sweep_timestamp_seconds', 'Begin of the last hourly sweep.', queues.sweep);
  add('tasuki_backup_timestamp_seconds', 'End of the last backup that succeeded.', queues.backup);
  add(
    'tasuki_backup_proven_timestamp_seconds',
    'Last time that a backup was restored in full and found whole.',
    queues.proven,
  );
  add('tasuki_backup_failed', '1 if the last backup failed.', queues.backup_failed ?? 0);
  return facts;
}

/**
 * Figures of the service: queues, promises, books, disk, backups. Read at most every ten seconds, by one scrape at a time;
 * `tasuki_facts_up` is 0 while the database does not answer.
 */
export function serviceFigures(dependencies: FactsDeps) {
  const { db, clock, disk } = dependencies;
  let latest: { facts: Promise<Fact[]>; atMs: number } | undefined;
  let slow: { facts: Fact[]; atMs: number } | undefined;

  async function slowFacts(): Promise<Fact[]> {
    if (!slow || Math.abs(clock().getTime() - slow.atMs) >= slowFactsHoldMs) {
      const { imbalance, bytes } = await readSlow(db);
      const facts = [
        {
          name: 'tasuki_ledger_imbalance_yen',
          help: 'Debits less credits of all accounts: 0, or the books are wrong.',
          value: imbalance,
        },
        { name: 'tasuki_database_bytes', help: 'Size of the database.', value: bytes },
      ];
      slow = { facts, atMs: clock().getTime() };
    }
    return slow.facts;
  }

  const up = (value: number): Fact => ({
    name: 'tasuki_facts_up',
    help: '1 if the database answered for the figures of the service.',
    value,
  });

  async function readAll(): Promise<Fact[]> {
    const free = await disk.freeBytes().catch(() => undefined);
    const space: Fact[] =
      free === undefined
        ? []
        : [{ name: 'tasuki_disk_free_bytes', help: 'Free bytes under DATA_DIR.', value: free }];
    try {
      return [up(1), ...space, ...(await readDatabase(dependencies)), ...(await slowFacts())];
    } catch (error) {
      logFailure('metrics lack the figures of the database', error);
      return [up(0), ...space];
    }
  }

  return (): Promise<Fact[]> => {
    if (!latest || Math.abs(clock().getTime() - latest.atMs) >= factsHoldMs) {
      latest = { facts: readAll(), atMs: clock().getTime() };
    }
    return latest.facts;
  };
}
