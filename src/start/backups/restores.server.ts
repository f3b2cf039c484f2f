import { and, desc, eq, inArray, isNotNull, isNull, ne } from 'drizzle-orm';
import { applications } from '#giving/applications/application-tables.server.ts';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import { type Database, type Transaction, transaction } from '#kit/db/database.server.ts';
import type { Context, Dependencies } from '#kit/dependencies.server.ts';
import { notFound, refuse } from '#kit/errors/refusal.ts';
import { markOf } from '#kit/numbers/generation-mark.ts';
import { type OpenRetraction, restores } from '#kit/restores/restore-tables.server.ts';
import { toTimestamp } from '#kit/values/timestamp.ts';
import { remittanceRuns } from '#money/remittances/remittance-tables.server.ts';
import { runStateLabels } from '#money/remittances/run.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import { backups } from './backup-tables.server.ts';
import type { BackupState, Restore } from './restore.ts';

type Row = typeof restores.$inferSelect;

/** The last backup and trial, and all restores, the newest first. */
export async function backupState({ db }: Pick<Dependencies, 'db'>): Promise<BackupState> {
  const { last, tried, proven } = await lastBackups(db);
  const rows = await db.select().from(restores).orderBy(desc(restores.generation));
  return {
    lastEndedAt: last?.endedAt ? toTimestamp(last.endedAt) : null,
    lastError: last?.error ?? null,
    destination: last?.destination ?? '',
    provenAt: proven?.provenAt ? toTimestamp(proven.provenAt) : null,
    failed: tried?.proof && tried.proof !== 'ok' ? tried.proof : '',
    restores: await Promise.all(rows.map((row) => toRestore(db, row))),
  };
}

async function lastBackups(db: Database) {
  const newest = (condition: ReturnType<typeof and>) =>
    db.select().from(backups).where(condition).orderBy(desc(backups.startedAt)).limit(1);
  const [[last], [tried], [proven]] = await Promise.all([
    newest(inArray(backups.state, ['done', 'failed'])),
    newest(isNotNull(backups.proof)),
    newest(eq(backups.proof, 'ok')),
  ]);
  return { last, tried, proven };
}

async function toRestore(db: Database | Transaction, row: Row): Promise<Restore> {
  const ids = row.runs.map(({ id }) => id);
  const now =
    ids.length === 0
      ? []
      : await db
          .select({ id: remittanceRuns.id, state: remittanceRuns.state })
          .from(remittanceRuns)
          .where(inArray(remittanceRuns.id, ids));
  const stateNow = new Map(now.map(({ id, state }) => [id, state]));
  return {
    generation: row.generation,
    mark: markOf(row.generation),
    backupId: row.backupId,
    takenAt: toTimestamp(row.takenAt),
    restoredAt: toTimestamp(row.restoredAt),
    counts: row.counts,
    runs: row.runs.map(({ id, number, amountYen, state }) => ({
      ...{ id, number, amountYen },
      stateThen: labelOf(state),
      stateNow: labelOf(stateNow.get(id) ?? state),
    })),
    open: await stillOpen(db, row.open),
    bankCheckedAt: row.bankCheckedAt && toTimestamp(row.bankCheckedAt),
    lookedAt: row.lookedAt && toTimestamp(row.lookedAt),
  };
}

/** Those of them that are not erased yet. */
async function stillOpen(
  db: Database | Transaction,
  open: readonly OpenRetraction[],
): Promise<OpenRetraction[]> {
  const subjects = open.map(({ subject }) => subject);
  if (subjects.length === 0) return [];
  const people = await db
    .select({ subject: users.uid })
    .from(users)
    .where(inArray(users.uid, subjects));
  const guests = await db
    .select({ subject: applications.appraisalId })
    .from(applications)
    .where(and(inArray(applications.appraisalId, subjects), ne(applications.email, '')));
  const there = new Set([...people, ...guests].map(({ subject }) => subject));
  return open.filter(({ subject }) => there.has(subject));
}

const labelOf = (state: string) => runStateLabels[state as keyof typeof runStateLabels] ?? state;

/** Records that the runs were held against the bank's records: money may be sent again. */
export const noteBankCheck = (ctx: Context, operator: Person, generation: number) =>
  see(ctx, operator, generation, 'check-bank', async (tx, at) =>
    tx
      .update(restores)
      .set({ bankCheckedAt: at, bankCheckedBy: operator.uid })
      .where(and(eq(restores.generation, generation), isNull(restores.bankCheckedAt)))
      .returning({ generation: restores.generation }),
  );

/** Records that somebody looked at a restore. Refused while mails are held or the bank is not checked. */
export const noteLook = (ctx: Context, operator: Person, generation: number) =>
  see(ctx, operator, generation, 'look', async (tx, at) => {
    const held = await tx.$count(outboxMails, eq(outboxMails.state, 'held'));
    if (held > 0) {
      throw refuse(
        'Conflict',
        `保留中のメールが${held}件あります。先に、送るかやめるかを決めてください。`,
      );
    }
    return tx
      .update(restores)
      .set({ lookedAt: at, lookedBy: operator.uid })
      .where(
        and(
          eq(restores.generation, generation),
          isNull(restores.lookedAt),
          isNotNull(restores.bankCheckedAt),
        ),
      )
      .returning({ generation: restores.generation });
  });

function see(
  { db, clock }: Context,
  operator: Person,
  generation: number,
  verb: string,
  change: (tx: Transaction, at: Date) => Promise<{ generation: number }[]>,
): Promise<Restore> {
  return transaction(db, async (tx) => {
    const at = clock();
    const [known] = await tx
      .select()
      .from(restores)
      .where(eq(restores.generation, generation))
      .for('update');
    if (!known) throw notFound('記録');
    if ((await change(tx, at)).length === 0) {
      throw refuse(
        'Conflict',
        known.bankCheckedAt === null
          ? '先に、送金を銀行の記録と照らし合わせてください。'
          : 'すでに記録されています。画面を読み込み直してください。',
      );
    }
    await audit(tx, operator, `restores.${verb}`, ['restore', String(generation)], { at });
    const [row] = await tx.select().from(restores).where(eq(restores.generation, generation));
    return toRestore(tx, row ?? known);
  });
}
