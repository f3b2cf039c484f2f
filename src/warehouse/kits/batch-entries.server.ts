import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { ApplicationState } from '#giving/applications/application-state.ts';
import { applications } from '#giving/applications/application-tables.server.ts';
import { deliverySlotLabels } from '#giving/applications/delivery.ts';
import type { AuditedList } from '#kit/audit/audited-list.server.ts';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { exactTotal } from '#kit/db/keyset.server.ts';
import { wholeAddress } from '#kit/values/postal/written-address.ts';
import type { KitBatchEntry, LeftOutReason } from './kit-batch.ts';
import { kitBatchEntriesPageSize, leftOutReasons } from './kit-batch.ts';
import type { KitRecipient } from './kit-recipient.ts';
import { kitBatchEntries } from './kit-tables.server.ts';
import { storedOptions } from './sender.server.ts';
import type { KitSplit } from './slip-lines.ts';
import { sagawaSlip, yamatoSlip } from './slips.server.ts';

/** Whether the kit has left, whatever happened since. */
const hasLeft = (state: ApplicationState) => state !== 'applied' && state !== 'cancelled';

const selectEntries = (source: Database | Transaction) =>
  source
    .select({ entry: kitBatchEntries, applicationState: applications.state })
    .from(kitBatchEntries)
    .innerJoin(applications, eq(applications.appraisalId, kitBatchEntries.appraisalId))
    .$dynamic();
type SelectedEntry = Awaited<ReturnType<typeof selectEntries>>[number];

/** A frozen entry, with the current state of its application. */
export type FrozenEntry = Omit<SelectedEntry['entry'], 'recipient' | 'split'> & {
  recipient: KitRecipient;
  split: KitSplit | null;
  applicationState: ApplicationState;
};

const toFrozen = ({ entry, applicationState }: SelectedEntry): FrozenEntry => ({
  ...entry,
  recipient: entry.recipient as KitRecipient,
  split: entry.split as KitSplit | null,
  applicationState: applicationState as ApplicationState,
});

/** All entries of a batch, by position. */
export async function readEntries(
  source: Database | Transaction,
  batchId: string,
): Promise<FrozenEntry[]> {
  const rows = await selectEntries(source)
    .where(eq(kitBatchEntries.batchId, batchId))
    .orderBy(asc(kitBatchEntries.position));
  return rows.map(toFrozen);
}

/** Entries of these applications in batches not marked as sent. */
export async function readWaiting(
  source: Database | Transaction,
  appraisalIds: readonly string[],
): Promise<FrozenEntry[]> {
  if (appraisalIds.length === 0) return [];
  const rows = await selectEntries(source).where(
    and(
      inArray(kitBatchEntries.appraisalId, [...appraisalIds]),
      eq(kitBatchEntries.state, 'waiting'),
    ),
  );
  return rows.map(toFrozen);
}

export async function findEntry(
  source: Database | Transaction,
  batchId: string,
  position: number,
): Promise<FrozenEntry | undefined> {
  const [row] = await selectEntries(source).where(
    and(eq(kitBatchEntries.batchId, batchId), eq(kitBatchEntries.position, position)),
  );
  return row && toFrozen(row);
}

/** Whether it waits in its batch and its kit was not marked as sent by hand. */
export const isToLeave = ({ state, applicationState }: FrozenEntry) =>
  state === 'waiting' && !hasLeft(applicationState);

export function toEntry(entry: FrozenEntry, isCp932: boolean): KitBatchEntry {
  const { recipient, split, applicationState, state } = entry;
  return {
    position: entry.position,
    appraisalId: entry.appraisalId,
    name: `${recipient.lastName} ${recipient.firstName}`,
    address: wholeAddress(recipient),
    boxes: entry.boxes,
    deliveryDate: recipient.deliveryDate,
    deliverySlot: deliverySlotLabels[recipient.deliverySlot],
    state: state as KitBatchEntry['state'],
    leftOutReason: leftOutReasons[entry.leftOutReason as LeftOutReason] ?? '',
    applicationState,
    isSentByHand: state === 'waiting' && hasLeft(applicationState),
    yamato: yamatoSlip(recipient, split),
    sagawa: sagawaSlip(recipient, split, isCp932),
  };
}

/** Entries of a batch in the order in which their slips are printed. */
export const entryList: AuditedList<{ id: string }, FrozenEntry, KitBatchEntry> = {
  name: 'kit-entries',
  subjectType: 'kit-batch',
  subjectId: ({ id }) => id,
  pageSize: kitBatchEntriesPageSize,
  keys: () => [{ by: kitBatchEntries.position, direction: 'asc', type: 'integer' }],
  valuesOf: ({ position }) => [position],
  idOf: ({ appraisalId }) => appraisalId,
  read: async (db, { id }, part) => {
    const rows = await selectEntries(db)
      .where(and(eq(kitBatchEntries.batchId, id), part.where))
      .orderBy(...part.orderBy)
      .limit(part.limit);
    return rows.map(toFrozen);
  },
  total: async (db, { id }) =>
    exactTotal(await db.$count(kitBatchEntries, eq(kitBatchEntries.batchId, id))),
  toItems: async (db, rows) => {
    const { sagawaEncoding } = await storedOptions(db);
    return rows.map((row) => toEntry(row, sagawaEncoding === 'cp932'));
  },
};

/** Stores address lines split by hand. */
export const keepSplit = (
  tx: Transaction,
  { batchId, position }: FrozenEntry,
  split: KitSplit,
): Promise<unknown> =>
  tx
    .update(kitBatchEntries)
    .set({
      split: sql`coalesce(${kitBatchEntries.split}, '{}'::jsonb) || ${JSON.stringify(split)}::jsonb`,
    })
    .where(and(eq(kitBatchEntries.batchId, batchId), eq(kitBatchEntries.position, position)));
