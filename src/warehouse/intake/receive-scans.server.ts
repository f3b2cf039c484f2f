import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { ApplicationRow } from '#giving/applications/application-row.server.ts';
import type { ApplicationState } from '#giving/applications/application-state.ts';
import { applications } from '#giving/applications/application-tables.server.ts';
import { lockApplications, takeStep } from '#giving/applications/steps/take-step.server.ts';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import { type Transaction, transaction } from '#kit/db/database.server.ts';
import { lock } from '#kit/db/locks/lock.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { timestampToDate } from '#kit/values/timestamp.ts';
import { mostBoxNumber, readBoxCode } from '#warehouse/kits/box-code.ts';
import { boxes } from '#warehouse/kits/kit-tables.server.ts';
import { refreshArrival } from '#warehouse/results/waiting/refresh-arrivals.server.ts';
import { boxArrivedReason, endTroubleOf } from '#warehouse/tracking/parcel-trouble.server.ts';
import { scans as scansTable } from './intake-tables.server.ts';
import { recordedArrival, selectScans, toScanRow, withCards } from './read-scans.server.ts';
import type { Scan, SentScan, SentScans } from './scan.ts';
import { outcomeOfScan } from './scan-rule.ts';

type ReceiveDeps = Pick<Dependencies, 'db' | 'clock' | 'publicUrl' | 'secret' | 'mailDelayMinutes'>;

/** Step by which an application's first box moves it to the appraisal. */
const firstBoxSteps: Partial<Record<ApplicationState, 'receive-goods' | 'receive-unsent'>> = {
  'kit-sent': 'receive-goods',
  applied: 'receive-unsent',
};

/** Processes a device's scans in order, each in its own transaction, and returns what is stored. */
export const receiveScans = (dependencies: ReceiveDeps) => {
  const { db, clock } = dependencies;

  async function receiveOne(tx: Transaction, person: Person, sent: SentScan) {
    // A concurrent upload of the same scan waits here for the first.
    await lock(tx, 'scan', sent.id);
    if ((await tx.$count(scansTable, eq(scansTable.id, sent.id))) > 0) return;
    const read = readBoxCode(sent.code);
    // The lock serialises two devices that scan the same box.
    const [row] = read
      ? await lockApplications(tx, eq(applications.appraisalId, read.appraisalId))
      : [];
    const at = clock();
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
        await takeStep(tx, row, taken, { ...dependencies, clock: () => at });
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

  return async (person: Person, { scans }: SentScans): Promise<Scan[]> => {
    const storedScans: Scan[] = [];
    for (const sent of scans) {
      const [answer] = await transaction(db, async (tx) => {
        await receiveOne(tx, person, sent);
        const rows = await selectScans(tx).where(eq(scansTable.id, sent.id));
        return withCards(tx, rows.map(toScanRow), person, clock());
      });
      if (answer) storedScans.push(answer);
    }
    return storedScans;
  };
};

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
