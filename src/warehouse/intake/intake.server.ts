import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { ApplicationRow } from '#giving/applications/application-row.server.ts';
import type { ApplicationState } from '#giving/applications/application-state.ts';
import { applications } from '#giving/applications/application-tables.server.ts';
import { lockApplications, takeStep } from '#giving/applications/steps/take-step.server.ts';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import { auditedList } from '#kit/audit/audited-list.server.ts';
import { type Transaction, transaction } from '#kit/db/database.server.ts';
import { countRows, type Position } from '#kit/db/keyset.server.ts';
import { lock } from '#kit/db/locks/lock.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import type { CsvEncoding } from '#kit/http/csv/csv-bytes.server.ts';
import { timestampToDate } from '#kit/values/timestamp.ts';
import { mostBoxNumber, readBoxCode } from '#warehouse/kits/box-code.ts';
import { boxes } from '#warehouse/kits/kit-tables.server.ts';
import { refreshArrival } from '#warehouse/results/waiting/refresh-arrivals.server.ts';
import { boxArrivedReason, endTroubleOf } from '#warehouse/tracking/parcel-trouble.server.ts';
import { scans, scans as scansTable } from './intake-tables.server.ts';
import {
  recordedArrival,
  type ScanRow,
  selectScans,
  toScanRow,
  withCards,
} from './read-scans.server.ts';
import { type Scan, type SentScan, type SentScans, scansPageSize } from './scan.ts';
import { outcomeOfScan } from './scan-rule.ts';

/** Step by which an application's first box moves it to the appraisal. */
const firstBoxSteps: Partial<Record<ApplicationState, 'receive-goods' | 'receive-unsent'>> = {
  'kit-sent': 'receive-goods',
  applied: 'receive-unsent',
};

/** Stores a scan once, and moves its box and application. */
async function receiveOne(ctx: Context, tx: Transaction, person: Person, sent: SentScan) {
  // A concurrent upload of the same scan waits here for the first.
  await lock(tx, 'scan', sent.id);
  if ((await tx.$count(scansTable, eq(scansTable.id, sent.id))) > 0) return;
  const read = readBoxCode(sent.code);
  // The lock serialises two devices that scan the same box.
  const [row] = read
    ? await lockApplications(tx, eq(applications.appraisalId, read.appraisalId))
    : [];
  const at = ctx.clock();
  const result = row ? await stateOfScan(tx, row, read?.number) : undefined;
  const stored = {
    id: sent.id,
    code: sent.code,
    appraisalId: row?.appraisalId ?? null,
    boxNumber: result?.number ?? null,
    outcome: result?.outcome ?? 'unknown',
    scannedBy: person.uid,
    scannedAt: timestampToDate(sent.scannedAt),
    receivedAt: at,
  };
  if (row && result && recordedArrival(stored)) {
    await receiveBox(tx, row, { number: result.number, person, at });
    await refreshArrival(tx, row.appraisalId);
    const step = firstBoxSteps[row.state as ApplicationState];
    if (step) {
      const taken = { step, note: '', actorUid: person.uid, by: 'system' } as const;
      // The step has the scan's own time, by which the undo finds it.
      await takeStep(tx, row, taken, { ...ctx, clock: () => at });
    }
  }
  await tx.insert(scansTable).values(stored);
  await audit(
    tx,
    person,
    'scans.add',
    [row ? 'application' : 'scan', row?.appraisalId ?? sent.id],
    { at, state: stored.outcome, ...(result && { number: result.number }) },
  );
}

/** Processes a device's scans in order, each in its own transaction, and returns what is stored. */
export async function receiveScans(
  ctx: Context,
  person: Person,
  { scans: sentScans }: SentScans,
): Promise<Scan[]> {
  const storedScans: Scan[] = [];
  for (const sent of sentScans) {
    const [answer] = await transaction(ctx.db, async (tx) => {
      await receiveOne(ctx, tx, person, sent);
      const rows = await selectScans(tx).where(eq(scansTable.id, sent.id));
      return withCards(tx, rows.map(toScanRow), person, ctx.clock());
    });
    if (answer) storedScans.push(answer);
  }
  return storedScans;
}

async function stateOfScan(tx: Transaction, row: ApplicationRow, number: number | undefined) {
  const came = await tx
    .select({ number: boxes.number })
    .from(boxes)
    .where(and(eq(boxes.appraisalId, row.appraisalId), isNotNull(boxes.receivedAt)));
  const result = outcomeOfScan({
    state: row.state as ApplicationState,
    boxes: row.boxes,
    came: came.map((box) => box.number),
    number,
  });
  // Numbers beyond what a label can hold do not exist.
  return result.number > mostBoxNumber
    ? { outcome: 'again' as const, number: mostBoxNumber }
    : result;
}

/** The row already exists if the kit was frozen in a batch. */
async function receiveBox(
  tx: Transaction,
  { appraisalId, boxes: applied }: ApplicationRow,
  { number, person, at }: { number: number; person: Person; at: Date },
) {
  const received = { receivedAt: at, receivedBy: person.uid };
  await tx
    .insert(boxes)
    .values({ appraisalId, number, isExtra: number > applied, ...received })
    .onConflictDoUpdate({
      target: [boxes.appraisalId, boxes.number],
      set: { ...received, version: sql`${boxes.version} + 1` },
      setWhere: isNull(boxes.receivedAt),
    });
  await endTroubleOf(tx, { appraisalId, number }, person, {
    ending: 'found',
    note: boxArrivedReason,
    at,
  });
}

type ScanSelection = Record<never, never>;

/** Scans at the door, the newest first. What can be undone depends on the reader. */
export const scanList = (ctx: Context) => {
  const of = (person: Person) =>
    auditedList<ScanSelection, ScanRow, Scan>(ctx, {
      name: 'scans',
      subjectType: 'scans',
      subjectId: () => 'all',
      pageSize: scansPageSize,
      keys: () => [
        { by: scans.receivedAt, direction: 'desc', type: 'timestamptz' },
        { by: scans.id, direction: 'asc', type: 'text' },
      ],
      valuesOf: (row) => [row.receivedAt.getTime(), row.id],
      idOf: (row) => row.id,
      read: async (db, _selection, part) =>
        (
          await selectScans(db)
            .where(part.where)
            .orderBy(...part.orderBy)
            .limit(part.limit)
        ).map(toScanRow),
      total: (db) => countRows(db, scans, undefined),
      toItems: (db, rows, at) => withCards(db, rows, person, at),
    });
  return {
    page: (person: Person, selection: ScanSelection, position: Position | undefined) =>
      of(person).page(person, selection, position),
    rows: (person: Person, selection: ScanSelection, encoding: CsvEncoding) =>
      of(person).rows(person, selection, encoding),
  };
};
