import { randomUUID } from 'node:crypto';
import { and, asc, desc, eq, inArray, notExists, type SQL, sql } from 'drizzle-orm';
import type { ApplicationRow } from '#giving/applications/application-row.server.ts';
import { applications } from '#giving/applications/application-tables.server.ts';
import type { DeliverySlot } from '#giving/applications/delivery.ts';
import { lockApplications } from '#giving/applications/steps/take-step.server.ts';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { withIdempotencyKey } from '#kit/db/idempotency.server.ts';
import { insertAll } from '#kit/db/insert-all.server.ts';
import { lock } from '#kit/db/locks/lock.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { formatDateTime, jstDay } from '#kit/values/timestamp.ts';
import { readBatch, selectBatches, toBatch } from './batch-rows.server.ts';
import { type KitBatch, type KitsToday, kitBatchName, maxKitsPerBatch } from './kit-batch.ts';
import type { KitRecipient } from './kit-recipient.ts';
import { boxes, kitBatchEntries, kitBatches } from './kit-tables.server.ts';
import { leavesByCondition } from './leaving-kits.server.ts';

/** Address of an application as printed. */
export const recipientOf = (row: ApplicationRow): KitRecipient => ({
  lastName: row.lastName,
  firstName: row.firstName,
  lastNameKana: row.lastNameKana,
  firstNameKana: row.firstNameKana,
  tel: row.tel,
  zipcode: row.zipcode,
  prefecture: row.prefecture,
  line1: row.line1,
  line2: row.line2,
  building: row.building,
  boxes: row.boxes,
  deliveryDate: row.deliveryDate ?? '',
  deliverySlot: row.deliverySlot as DeliverySlot,
  targetName: row.targetName,
  needsKit: row.needsKit,
});

/** Condition for kits that leave by this day and are in no waiting batch. */
async function dueCondition(source: Database | Transaction, day: string) {
  const frozen = source
    .select({ one: sql`1` })
    .from(kitBatchEntries)
    .where(
      and(
        eq(kitBatchEntries.appraisalId, applications.appraisalId),
        eq(kitBatchEntries.state, 'waiting'),
      ),
    );
  return and(await leavesByCondition(source, day), notExists(frozen));
}

async function latestBatch(source: Database | Transaction): Promise<KitBatch | undefined> {
  const [row] = await selectBatches(source)
    .orderBy(desc(kitBatches.day), desc(kitBatches.number))
    .limit(1);
  return row && toBatch(row);
}

/** Counts kits to send today that are in no batch yet. */
export async function kitsForToday({ db, clock }: Context): Promise<KitsToday> {
  const day = jstDay(clock());
  const [sum] = await db
    .select({
      applications: sql<number>`count(*)::int`,
      boxes: sql<number>`coalesce(sum(${applications.boxes}), 0)::int`,
    })
    .from(applications)
    .where(await dueCondition(db, day));
  const latest = await latestBatch(db);
  return { day, applications: 0, boxes: 0, ...sum, latestBatchId: latest?.id ?? '' };
}

/**
 * Freezes today's kits as a batch, the oldest first, with their addresses as of now. `after` is the newest batch
 * the operator saw: refuses if a colleague made another one meanwhile.
 */
export async function freezeKits(
  { db, clock }: Context,
  operator: Person,
  key: string | undefined,
  after: string,
): Promise<KitBatch> {
  const attempt = { actor: operator.uid, key, route: 'POST kit batches', body: { after } };
  const at = clock();
  const freezeOne = async (tx: Transaction): Promise<KitBatch> => {
    await lock(tx, 'kit-batches');
    const latest = await latestBatch(tx);
    if (latest && latest.id !== after) throw madeMeanwhile(latest);
    const day = jstDay(at);
    const rows = await lockOldest(tx, await dueCondition(tx, day));
    if (rows.length === 0) {
      throw refuse('Conflict', '今日発送する箱は、もうありません。');
    }
    const id = await insertBatch(tx, operator, { rows, day, at });
    return readBatch(tx, id);
  };
  return withIdempotencyKey(db, attempt, at, freezeOne);
}

/** Locks the oldest of them, in order of their numbers like every other lock of applications. */
async function lockOldest(tx: Transaction, due: SQL | undefined): Promise<ApplicationRow[]> {
  const oldest = await tx
    .select({ appraisalId: applications.appraisalId })
    .from(applications)
    .where(due)
    .orderBy(asc(applications.createdAt), asc(applications.appraisalId))
    .limit(maxKitsPerBatch);
  const ids = oldest.map(({ appraisalId }) => appraisalId);
  const locked = await lockApplications(tx, and(due, inArray(applications.appraisalId, ids)));
  const rowOf = new Map(locked.map((row) => [row.appraisalId, row]));
  return ids.flatMap((id) => rowOf.get(id) ?? []);
}

function madeMeanwhile(latest: KitBatch) {
  const who = latest.createdBy === '' ? 'ほかの人' : `${latest.createdBy}さん`;
  return refuse(
    'Conflict',
    `${who}が${formatDateTime(latest.createdAt)}に「${kitBatchName(latest)}」（${latest.applications}件）を作っています。何も作っていません。画面を読み込み直して、ご確認ください。`,
  );
}

async function insertBatch(
  tx: Transaction,
  operator: Person,
  { rows, day, at }: { rows: readonly ApplicationRow[]; day: string; at: Date },
): Promise<string> {
  const id = randomUUID();
  // A batch that was printed on the day of a restore may not be on record: numbers then leave a gap.
  const [last] = await tx
    .select({
      number: sql<number>`greatest(max(${kitBatches.number}), 50 * (select count(*) from generations g
        where (g.started_at at time zone 'Asia/Tokyo')::date = ${day}::date))::int`,
    })
    .from(kitBatches)
    .where(eq(kitBatches.day, day));
  await tx.insert(kitBatches).values({
    id,
    day,
    number: (last?.number ?? 0) + 1,
    applicationCount: rows.length,
    boxCount: rows.reduce((sum, row) => sum + row.boxes, 0),
    createdBy: operator.uid,
    createdAt: at,
  });
  await insertAll(
    tx,
    kitBatchEntries,
    rows.map((row, index) => ({
      batchId: id,
      position: index + 1,
      appraisalId: row.appraisalId,
      applicationVersion: row.version,
      boxes: row.boxes,
      recipient: recipientOf(row),
    })),
  );
  await insertAll(
    tx,
    boxes,
    rows.flatMap(({ appraisalId, boxes: count }) =>
      Array.from({ length: count }, (_, index) => ({
        appraisalId,
        number: index + 1,
        kitBatchId: id,
        kitState: 'frozen',
      })),
    ),
    sql`on conflict (appraisal_id, number) do update set kit_batch_id = excluded.kit_batch_id,
      kit_state = case when boxes.kit_state = 'none' then 'frozen' else boxes.kit_state end,
      version = boxes.version + 1`,
  );
  await audit(tx, operator, 'kits.create', ['kit-batch', id], {
    at,
    ids: rows.map(({ appraisalId }) => appraisalId),
  });
  return id;
}
