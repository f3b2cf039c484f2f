import { and, desc, eq, inArray, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { applications } from '#giving/applications/application-tables.server.ts';
import type { AppraisalId } from '#giving/applications/appraisal-number.ts';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import { auditLog } from '#kit/audit/audit-tables.server.ts';
import type { AuditedList } from '#kit/audit/audited-list.server.ts';
import { type Database, type Transaction, transaction } from '#kit/db/database.server.ts';
import { boundedTotal, countedAtMost } from '#kit/db/keyset.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { notFound, refuse } from '#kit/errors/refusal.ts';
import { addDays, jstDay, startOfJstDay, toTimestamp } from '#kit/values/timestamp.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { joinedPersonName } from '#people/accounts/person-name.server.ts';
import { boxCodeOf } from '#warehouse/kits/box-code.ts';
import { boxes } from '#warehouse/kits/kit-tables.server.ts';
import { isTrouble, parcelStateLabels } from './carrier-words.ts';
import {
  type OutBox,
  type OutBoxFilter,
  type OutBoxStep,
  outBoxFilterLabels,
  outBoxPageSize,
} from './out-box.ts';
import { silentAfterDays } from './parcel.ts';
import { endTrouble, noteTrouble } from './parcel-trouble.server.ts';

type Source = Database | Transaction;
type Selection = { state?: OutBoxFilter | undefined };
type BoxId = { appraisalId: AppraisalId; number: number };

const dayMs = 24 * 60 * 60 * 1000;

/** Kits that left before this count as silent; from the start of that day in Asia/Tokyo. */
const silentSince = (at: Date) => startOfJstDay(addDays(jstDay(at), 1 - silentAfterDays));

/** Excludes applications whose goods came otherwise or that ended. */
const isAwaited = inArray(applications.state, ['applied', 'kit-sent']);

function selected({ state }: Selection, at: Date): SQL | undefined {
  const isStillOut = and(isNull(boxes.receivedAt), isNotNull(boxes.kitSentAt), isAwaited);
  if (state === undefined || state === 'silent') {
    return and(
      isStillOut,
      // Matches the predicate of the index.
      sql`${boxes.kitState} in ('sent', 'delivered')`,
      state === 'silent' ? lte(boxes.kitSentAt, silentSince(at)) : undefined,
    );
  }
  return and(isStillOut, eq(boxes.kitState, state));
}

/** The open exception about it, at most one. */
const openException = sql<string | null>`(
  select e.id from box_exceptions e where e.appraisal_id = ${boxes.appraisalId}
    and e.box_number = ${boxes.number} and e.state = 'open'
    and e.kind in ('inquiry', 'lost', 'damaged-on-way'))`;

const select = (source: Source) =>
  source
    .select({
      box: boxes,
      boxes: applications.boxes,
      lastName: applications.lastName,
      firstName: applications.firstName,
      exceptionId: openException,
    })
    .from(boxes)
    .innerJoin(applications, eq(applications.appraisalId, boxes.appraisalId))
    .$dynamic();
type Row = Awaited<ReturnType<typeof select>>[number];

export const outBoxList: AuditedList<Selection, Row, OutBox> = {
  name: 'tracking',
  subjectType: 'boxes',
  subjectId: ({ state }) => state ?? 'all',
  pageSize: outBoxPageSize,
  keys: () => [
    { by: boxes.kitSentAt, direction: 'asc', type: 'timestamptz' },
    { by: boxes.appraisalId, direction: 'asc', type: 'text' },
    { by: boxes.number, direction: 'asc', type: 'integer' },
  ],
  valuesOf: ({ box }) => [box.kitSentAt?.getTime() ?? 0, box.appraisalId, box.number],
  idOf: ({ box }) => boxCodeOf(box.appraisalId, box.number),
  read: (db, selection, part, at) =>
    select(db)
      .where(and(selected(selection, at), part.where))
      .orderBy(...part.orderBy)
      .limit(part.limit),
  async total(db, selection, at) {
    const some = select(db)
      .where(selected(selection, at))
      .limit(countedAtMost + 1);
    return boundedTotal((await some).length);
  },
  toItems: (_db, rows, at) => rows.map((row) => toOutBox(row, at)),
};

/** Counts boxes without news for long, up to the limit of a list. */
export async function countSilent(db: Database, at: Date): Promise<number> {
  const some = db
    .select({ number: boxes.number })
    .from(boxes)
    .innerJoin(applications, eq(applications.appraisalId, boxes.appraisalId))
    .where(selected({ state: 'silent' }, at))
    .limit(countedAtMost);
  return (await some).length;
}

function toOutBox({ box, boxes: all, lastName, firstName, exceptionId }: Row, at: Date): OutBox {
  const sentAt = box.kitSentAt ?? at;
  const since = startOfJstDay(jstDay(sentAt)).getTime();
  return {
    appraisalId: box.appraisalId,
    number: box.number,
    boxes: all,
    name: `${lastName} ${firstName}`,
    carrier: box.carrier as OutBox['carrier'],
    trackingNumber: box.trackingNumber,
    kitState: box.kitState as OutBox['kitState'],
    carrierWord: box.carrierWord,
    exceptionId,
    kitSentAt: toTimestamp(sentAt),
    kitStateAt: box.kitStateAt && toTimestamp(box.kitStateAt),
    daysOut: Math.max(0, (startOfJstDay(jstDay(at)).getTime() - since) / dayMs),
    version: box.version,
  };
}

/** Records the state of a box by hand. Idempotent. Refuses a stale version with the current state. */
export function moveBox(
  ctx: Context,
  operator: Person,
  id: BoxId,
  { to, version }: OutBoxStep,
): Promise<OutBox> {
  return transaction(ctx.db, async (tx) => {
    const [found] = await select(tx).where(isBox(id)).for('update', { of: boxes });
    if (!found) throw notFound('箱');
    const { box } = found;
    const code = boxCodeOf(box.appraisalId, box.number);
    if (box.receivedAt) throw refuse('Conflict', `${code}の箱は、すでに届いています。`);
    if (box.kitState === 'none' || box.kitState === 'frozen') {
      throw refuse('Conflict', `${code}の箱は、まだ発送していません。`);
    }
    const at = ctx.clock();
    if (box.kitState === to) return toOutBox(found, at);
    if (box.version !== version) throw await staleConflict(tx, box);
    const change = { kitState: to, kitStateAt: to === 'sent' ? null : at, carrierWord: '' };
    const [moved] = await tx
      .update(boxes)
      .set({ ...change, version: version + 1 })
      .where(isBox(id))
      .returning();
    await audit(tx, operator, 'tracking.move', ['box', code], { at, from: box.kitState, to });
    const now = moved ?? box;
    if (isTrouble(to)) {
      await noteTrouble(tx, operator, { box: now, state: to }, ctx);
    } else if (isTrouble(box.kitState)) {
      const note = `「${parcelStateLabels[to]}」に直しました。`;
      await endTrouble(tx, operator, now, { ending: 'found', note, state: to }, ctx);
    }
    const [after] = await select(tx).where(isBox(id));
    return toOutBox(after ?? found, at);
  });
}

const isBox = ({ appraisalId, number }: BoxId) =>
  and(eq(boxes.appraisalId, appraisalId), eq(boxes.number, number));

/** Conflict for a stale version: the box's current state, and who set it. */
async function staleConflict(tx: Transaction, box: typeof boxes.$inferSelect) {
  const code = boxCodeOf(box.appraisalId, box.number);
  const [last] = await tx
    .select({ name: joinedPersonName })
    .from(auditLog)
    .leftJoin(users, eq(users.uid, auditLog.actorUid))
    .where(and(eq(auditLog.subjectId, code), eq(auditLog.action, 'tracking.move')))
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(1);
  const who = last?.name ? `${last.name}さんの操作などで、` : '';
  const now = outBoxFilterLabels[box.kitState as OutBox['kitState']];
  return refuse(
    'Conflict',
    `${code}の箱は、この画面を開いたあとに${who}「${now}」に変わっています。一覧を読み込み直しました。`,
  );
}
