import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { ApplicationState } from '#giving/applications/application-state.ts';
import { applicationEvents, applications } from '#giving/applications/application-tables.server.ts';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { jstDay } from '#kit/values/timestamp.ts';
import { boxes } from '#warehouse/kits/kit-tables.server.ts';
import { appraisalDraftItems as items, waitingResults } from './appraisal-tables.server.ts';

type Source = Database | Transaction;

/** An application with goods on site. */
export type ReceivedApplication = Pick<
  typeof applications.$inferSelect,
  | 'appraisalId'
  | 'kind'
  | 'associateId'
  | 'products'
  | 'boxes'
  | 'state'
  | 'stateChangedAt'
  | 'uid'
  | 'email'
>;

export const absentApplication = () =>
  refuse('NotFound', 'この番号のお申し込みが見つかりませんでした。番号をご確認ください。');

const isOver =
  '査定結果がすでに確定しています。直すときは、査定結果の画面で責任者が1件ずつ訂正します。';
/** Why goods in this state cannot be appraised, and what to do. */
const whyNot: Record<Exclude<ApplicationState, 'goods-received'>, string> = {
  applied:
    '箱をまだお送りしていないお申し込みです。箱が届いているときは、先に到着を記録してください。',
  'kit-sent': '箱の到着がまだ記録されていません。先に到着を記録してから、査定してください。',
  appraised: isOver,
  donated: isOver,
  remitted: isOver,
  thanked: isOver,
  unpriced: isOver,
  cancelled:
    'キャンセルされたお申し込みです。査定せずに箱を保留の棚に置き、責任者に確認してください。',
  returned: 'お品物を返送したお申し込みです。査定せずに、責任者に確認してください。',
};

/**
 * The application with this number, if its goods were received and await appraisal; in a writing transaction it is
 * locked in that state. Refuses any other, and says what to do.
 */
export async function findReceived(
  source: Source,
  appraisalId: string,
  { locks = false }: { locks?: boolean } = {},
): Promise<ReceivedApplication> {
  const query = source
    .select()
    .from(applications)
    .where(eq(applications.appraisalId, appraisalId))
    .$dynamic();
  const [row] = await (locks ? query.for('no key update') : query);
  if (!row) throw absentApplication();
  if (row.state !== 'goods-received') {
    throw refuse('Conflict', whyNot[row.state as keyof typeof whyNot]);
  }
  return row;
}

/**
 * Numbers of the received boxes: the scanned ones, else as many as applied for. A box with entered goods counts as
 * received even if only other boxes were scanned.
 */
export async function receivedBoxes(
  source: Source,
  application: Pick<ReceivedApplication, 'appraisalId' | 'boxes'>,
): Promise<number[]> {
  const { appraisalId } = application;
  const scanned = await source
    .select({ number: boxes.number })
    .from(boxes)
    .where(and(eq(boxes.appraisalId, appraisalId), isNotNull(boxes.receivedAt)));
  if (scanned.length === 0) {
    return Array.from({ length: application.boxes }, (_, index) => index + 1);
  }
  const begun = await source
    .selectDistinct({ number: items.boxNumber })
    .from(items)
    .where(and(eq(items.appraisalId, appraisalId), isNull(items.removedAt)));
  const numbers = new Set([...scanned, ...begun].map(({ number }) => number));
  return [...numbers].toSorted((one, other) => one - other);
}

/** Day YYYY-MM-DD on which the goods were received. */
export async function receivedDay(
  source: Source,
  { appraisalId, stateChangedAt }: Pick<ReceivedApplication, 'appraisalId' | 'stateChangedAt'>,
): Promise<string> {
  const [row] = await source
    .select({ at: sql<string | null>`min(${applicationEvents.at})` })
    .from(applicationEvents)
    .where(
      and(
        eq(applicationEvents.appraisalId, appraisalId),
        eq(applicationEvents.toState, 'goods-received'),
        eq(applicationEvents.isSkipped, false),
        isNull(applicationEvents.undoes),
        // Undone receipts do not count.
        sql`not exists (
          select 1 from application_events back
          where back.appraisal_id = ${applicationEvents.appraisalId} and back.undoes = ${applicationEvents.id}
        )`,
      ),
    );
  return jstDay(row?.at ? new Date(row.at) : stateChangedAt);
}

/** Whether a result of this application waits for release, where its content is then changed. */
export async function hasWaitingResult(source: Source, appraisalId: string): Promise<boolean> {
  const [row] = await source
    .select({ id: waitingResults.id })
    .from(waitingResults)
    .where(
      and(
        eq(waitingResults.appraisalId, appraisalId),
        isNull(waitingResults.takenOutAt),
        isNull(waitingResults.releasedAt),
      ),
    );
  return row !== undefined;
}
