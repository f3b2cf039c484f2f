import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { refusalOf } from '#kit/errors/refusal.ts';
import { createServices } from '#start/services.server.ts';
import type { TestDatabase } from '#test/database.ts';
import { insertChallenges } from '#test/factories/associates.ts';
import { insertAssociate } from '#test/factories/donating.ts';
import { certify } from '#test/factories/receipts.ts';
import { giveAccounts } from '#test/factories/remit.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { backupsOf } from './backup.ts';
import { type Crash, crashes } from './crash.ts';
import type { Day } from './day.ts';

export const associates = ['ao', 'mori', 'umi', 'sora'] as const;
export const funds = ['animal', 'child'] as const;

const start = new Date('2026-10-26T10:00:00+09:00');

/** How a command ended: it did its work, was refused, or found nothing to work on. */
type Ending = 'done' | 'refused' | 'nothing' | 'crashed' | 'repeated';

/** The API on a database of its own, on which random days are worked through. */
export async function openHouse() {
  const house = await testApp({ now: start, statementMs: 15_000 });
  const { db, clock } = house;
  await insertChallenges(db);
  for (const id of associates) await insertAssociate(db, id, `${id}の会`);
  await db.execute(sql`
    insert into associate_challenges (associate_id, social_challenge_id, position)
    select a.id, c.id, c.orders from associates a cross join social_challenges c`);
  const signIn = signedIn(house);
  await signIn('op', 'operator');
  await signIn('accountant', 'accountant');
  await signIn('hanako');
  // One cannot be paid: it has no account.
  await giveAccounts(house);
  await db.execute(sql`delete from bank_accounts where associate_id = 'umi'`);
  const dying = crashes(house.pool);
  const workPool = (house.dependencies.workDb as unknown as { $client: pg.Pool }).$client;
  const backups = backupsOf(house.databaseUrl, [house.pool, workPool]);
  let kept: TestDatabase | undefined;
  const endings = new Map<string, Map<Ending, number>>();

  /** A day on which nothing was given yet. */
  async function empty(): Promise<Day> {
    clock.now = new Date(start);
    await db.transaction(async (tx) => {
      // The books' own triggers let nothing be taken out of them.
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.execute(sql`
        truncate public_changes, public_lots, published_sums, published_days, book_transfers, public_entries,
          applications, result_batches, approvals, outbox_mails, ledger_lines, posting_notes, kept_sums, owed_items,
          remittance_runs, remittances, transfer_files, carried_over, fund_payouts, fund_terms, closed_months, goods_sales,
          associate_months, challenge_months, associate_agreements, audit_log, idempotency_keys, receipts, number_floors, generations, attempt_budgets cascade`);
      await tx.execute(
        sql`update associates set state = 'published', is_listed = true, merged_into = null, ended_on = null`,
      );
      await tx.execute(sql`delete from associate_certifications`);
      for (const id of associates) await certify(tx, id, '2024-01-01', '2029-12-31');
      await tx.execute(sql`
        insert into associate_agreements (id, associate_id, starts_on, ends_on, fee_basis_points, handling_yen, minimum_yen, created_by, created_at)
        values ('one', 'ao', '2026-01-01', null, 1500, 100, 0, 'op', '2026-01-01'),
          ('two', 'mori', '2026-01-01', '2026-10-31', 333, 0, 2000, 'op', '2026-01-01')`);
    });
    restart();
    return {
      ...{ house, backUp, goBack, gifts: 0, files: 0, checks: 0, generation: 1 },
      ...{ lost: [], faults: [] },
      ...{ closed: new Map(), papers: new Map(), given: new Map(), backup: undefined },
    };
  }

  /** Starts the product again: what it kept in memory is gone. */
  function restart(): void {
    house.services = createServices(house.dependencies);
  }

  /** Makes a backup in the place of the one before. */
  async function backUp(): Promise<void> {
    await kept?.drop();
    kept = undefined;
    kept = await backups.make();
  }

  /** Restores the backup and starts on it. */
  async function goBack(): Promise<void> {
    if (!kept) throw new Error('there is no backup');
    await backups.restore(kept);
    restart();
  }

  /**
   * Does a command. Where it dies it is done once more, if `again`; a refusal is an answer, anything else is a defect.
   */
  async function attempt(
    name: string,
    { crash, again }: { crash: Crash | undefined; again: boolean },
    work: (() => Promise<unknown>) | undefined,
  ): Promise<Ending> {
    const count = (ending: Ending) => {
      const of = endings.get(name) ?? new Map<Ending, number>();
      endings.set(name, of.set(ending, (of.get(ending) ?? 0) + 1));
      return ending;
    };
    if (!work) return count('nothing');
    const disarm = crash && dying.arm(crash);
    const died = () => disarm?.() ?? false;
    try {
      await work();
      died();
      return count('done');
    } catch (error) {
      if (!died()) {
        if (refusalOf(error)) return count('refused');
        throw error;
      }
    }
    if (!again) return count('crashed');
    try {
      await work();
    } catch (error) {
      if (!refusalOf(error)) throw error;
    }
    return count('repeated');
  }

  return {
    house,
    empty,
    attempt,
    /** How often each command ended in each way. */
    endings: () =>
      [...endings].map(
        ([name, of]) => `${name}: ${[...of].map((one) => one.join(' ')).join(', ')}`,
      ),
    done: (name: string) => endings.get(name)?.get('done') ?? 0,
    async stop(): Promise<void> {
      dying.stop();
      await kept?.drop();
    },
  };
}
