import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import { type Database, type Transaction, transaction } from '#kit/db/database.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { notFound, refuse } from '#kit/errors/refusal.ts';
import { stale } from '#kit/http/versions.server.ts';
import { jstDay, toTimestamp } from '#kit/values/timestamp.ts';
import { appendEntries } from '#money/public-book/public-entries.server.ts';
import { remittances } from '#money/remittances/remittance-tables.server.ts';
import { associates } from '#organisations/associates/associate-tables.server.ts';
import { demandMember } from '#organisations/room/memberships.server.ts';
import {
  type Confirming,
  maxTransfersShown,
  type RoomTransfer,
  type TakingBack,
} from './confirmation.ts';
import { transferConfirmations as table } from './confirmation-tables.server.ts';

type Source = Database | Transaction;

/** Transfers `r` to an organisation, or to one merged into it, that the bank was to carry out by today. */
const transfersTo = (associateId: string, today: string): SQL => sql`(
  r.associate_id in (select id from associates where id = ${associateId} or merged_into = ${associateId})
  and (r.state in ('confirmed', 'returned') or r.state = 'sent'
    and coalesce((select run.transfer_on from remittance_runs run where run.id = r.run_id), r.period_to) <= ${today}::date))`;

/** What was last recorded on a transfer `r`, as `c`. */
const lastOf = sql`lateral (
  select number, is_taken_back, reason, confirmed_at from transfer_confirmations
  where remittance_id = r.id order by number desc limit 1
) c on true`;

async function readTransfers(source: Source, condition: SQL): Promise<RoomTransfer[]> {
  const { rows } = await source.execute<RoomTransfer & { confirmedOn: string | null }>(sql`
    select r.id, coalesce(r.statement_number, '') as number, r.amount_yen::float8 as "amountYen", r.gift_count as gifts, r.state,
      coalesce(r.received_on, run.transfer_on, r.period_to)::text as day, coalesce(r.returned_on::text, '') as "returnedOn",
      r.return_reason as "returnReason", coalesce(c.number, 0) as turn,
      case when not c.is_taken_back then c.confirmed_at::text end as "confirmedOn",
      case when c.is_taken_back then c.reason else '' end as "takenBackReason"
    from remittances r left join remittance_runs run on run.id = r.run_id left join ${lastOf}
    where ${condition}
    order by coalesce(r.received_on, run.transfer_on, r.period_to) desc, r.id limit ${maxTransfersShown}`);
  return rows.map(({ confirmedOn, ...row }) => ({
    ...row,
    confirmedAt: confirmedOn === null ? '' : toTimestamp(new Date(confirmedOn)),
  }));
}

/** The newest transfers to one of the person's organisations. */
export async function roomTransfers(
  { db, clock }: Context,
  person: Person,
  associateId: string,
): Promise<RoomTransfer[]> {
  demandMember(person, associateId, 'read');
  return readTransfers(db, transfersTo(associateId, jstDay(clock())));
}

/** Transfers that wait for a confirmation. */
export async function countUnconfirmed(
  source: Source,
  associateId: string,
  now: Date,
): Promise<number> {
  const { rows } = await source.execute<{ count: number }>(sql`
    select count(*)::int as count from remittances r left join ${lastOf}
    where ${transfersTo(associateId, jstDay(now))} and r.state <> 'returned' and coalesce(c.is_taken_back, true)`);
  return rows[0]?.count ?? 0;
}

/**
 * Confirms that a transfer was received. Idempotent; refuses (Conflict) a stale page and a transfer that the bank
 * returned.
 */
export const confirmTransfer = (
  ctx: Context,
  person: Person,
  { associateId, id }: { associateId: string; id: string },
  { turn }: Confirming,
): Promise<RoomTransfer> =>
  changeTransfer(ctx, person, { associateId, id, turn }, (transfer) => {
    if (transfer.state === 'returned') {
      throw refuse(
        'Conflict',
        'この送金は、銀行から戻っています。口座を確認できしだい、改めてお送りします。',
      );
    }
    if (transfer.confirmedAt !== '') throw stale();
    return { isTakenBack: false, reason: '' };
  });

/** Takes a mistaken confirmation back by a counter-entry. Idempotent; refuses (Conflict) a stale page. */
export const takeBackConfirmation = (
  ctx: Context,
  person: Person,
  { associateId, id }: { associateId: string; id: string },
  { turn, reason }: TakingBack,
): Promise<RoomTransfer> =>
  changeTransfer(ctx, person, { associateId, id, turn }, (transfer) => {
    if (transfer.confirmedAt === '') throw stale();
    return { isTakenBack: true, reason };
  });

type Change = { isTakenBack: boolean; reason: string };

async function changeTransfer(
  { db, clock }: Context,
  person: Person,
  { associateId, id, turn }: { associateId: string; id: string; turn: number },
  decide: (transfer: RoomTransfer) => Change,
): Promise<RoomTransfer> {
  demandMember(person, associateId, 'read');
  return transaction(db, async (tx) => {
    await tx
      .select({ id: remittances.id })
      .from(remittances)
      .where(eq(remittances.id, id))
      .for('update');
    const now = clock();
    const mine = sql`r.id = ${id} and ${transfersTo(associateId, jstDay(now))}`;
    const [transfer] = await readTransfers(tx, mine);
    if (!transfer) throw notFound('送金');
    // Sent twice: already recorded.
    if (transfer.turn === turn + 1) return transfer;
    if (transfer.turn !== turn) throw stale();
    const change = decide(transfer);
    await record(tx, { remittanceId: id, ...change, number: turn + 1, actorUid: person.uid, now });
    const action = change.isTakenBack ? 'confirmations.take-back' : 'confirmations.confirm';
    await audit(tx, person, action, ['remittance', id], { at: now, associateId });
    const [changed] = await readTransfers(tx, mine);
    if (!changed) throw notFound('送金');
    return changed;
  });
}

/** A transfer, locked by the caller, came back: its confirmation is taken back with it. */
export async function confirmationReturned(
  tx: Transaction,
  remittanceId: string,
  { reason, actorUid, now }: { reason: string; actorUid: string; now: Date },
): Promise<void> {
  const [last] = await tx
    .select({ number: table.number, isTakenBack: table.isTakenBack })
    .from(table)
    .where(eq(table.remittanceId, remittanceId))
    .orderBy(desc(table.number))
    .limit(1);
  if (!last || last.isTakenBack) return;
  const number = last.number + 1;
  await record(tx, { remittanceId, isTakenBack: true, reason, number, actorUid, now });
}

/** Records a confirmation or a counter-entry, also in the public book. */
async function record(
  tx: Transaction,
  entry: Change & { remittanceId: string; number: number; actorUid: string; now: Date },
): Promise<void> {
  const { remittanceId, number, isTakenBack, reason, actorUid, now } = entry;
  const [to] = await tx
    .select({ id: associates.id, name: associates.name })
    .from(remittances)
    .innerJoin(associates, eq(associates.id, remittances.associateId))
    .where(eq(remittances.id, remittanceId));
  if (!to) throw notFound('送金');
  const [confirmed] = await tx
    .select({ at: table.confirmedAt })
    .from(table)
    .where(and(eq(table.remittanceId, remittanceId), eq(table.number, number - 1)));
  const confirmedOn = jstDay(isTakenBack && confirmed ? confirmed.at : now);
  await tx.insert(table).values({
    ...{ remittanceId, number, associateId: to.id, isTakenBack, reason },
    ...{ confirmedBy: actorUid, confirmedAt: now },
  });
  const body = {
    transfer: remittanceId,
    associate: to.id,
    name: to.name,
    confirmedOn,
    isTakenBack,
  };
  await appendEntries(tx, [{ kind: 'confirmation', body }], now);
}
