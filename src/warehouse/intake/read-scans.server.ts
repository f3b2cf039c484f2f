import { and, asc, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import {
  type ApplicationRow,
  selectApplications,
  toRow,
} from '#giving/applications/application-row.server.ts';
import type { ApplicationState } from '#giving/applications/application-state.ts';
import { applicationEvents, applications } from '#giving/applications/application-tables.server.ts';
import type { ProductKind } from '#giving/applications/goods.ts';
import type { Person } from '#kit/actor.server.ts';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { may } from '#kit/permissions/permissions.ts';
import { jstDay, startOfJstDay, toTimestamp } from '#kit/values/timestamp.ts';
import { personName } from '#people/accounts/person-name.server.ts';
import { waitingResults } from '#warehouse/appraisals/appraisal-tables.server.ts';
import { readBoxCode } from '#warehouse/kits/box-code.ts';
import { boxes } from '#warehouse/kits/kit-tables.server.ts';
import { boxExceptions, scans } from './intake-tables.server.ts';
import { type BoxCard, type Scan, type ScanOutcome, takeBackMinutes } from './scan.ts';
import { isNumberGuessed } from './scan-rule.ts';

type Source = Database | Transaction;
type Row = typeof scans.$inferSelect;
/** A scan with the name of the person who made it. */
export type ScanRow = Row & { scannedByName: string };

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Selects scans with the names of their makers; the caller orders and limits. */
export const selectScans = (db: Source) =>
  db
    .select({ scan: scans, scannedByName: personName(sql`${scans.scannedBy}`) })
    .from(scans)
    .$dynamic();

export const toScanRow = ({
  scan,
  scannedByName,
}: Awaited<ReturnType<typeof selectScans>>[number]): ScanRow => ({ ...scan, scannedByName });

/** Whether a scan recorded an arrival that can be undone. */
export const recordedArrival = ({ outcome }: Pick<Row, 'outcome'>) =>
  outcome === 'received' || outcome === 'extra';

/** How this person may undo a scan: the scanner within ten minutes, leads later with a reason. */
export function undoOptionOf(
  row: Pick<Row, 'outcome' | 'takenBackAt' | 'scannedBy' | 'receivedAt'>,
  person: Person,
  at: Date,
): Scan['takeBack'] {
  if (row.takenBackAt !== null || !recordedArrival(row)) return 'none';
  const isFresh = at.getTime() - row.receivedAt.getTime() <= takeBackMinutes * minuteMs;
  const isLead = may(person.role, 'applications.edit');
  if (isFresh && (isLead || row.scannedBy === person.uid)) return 'free';
  return isLead ? 'with-reason' : 'none';
}

/** Scans with the current cards of their boxes, in a fixed number of queries. */
export async function withCards(
  db: Source,
  rows: readonly ScanRow[],
  person: Person,
  at: Date,
): Promise<Scan[]> {
  if (rows.length === 0) return [];
  const cardOf = await readCards(db, rows, at);
  const exceptions = await db
    .select({ id: boxExceptions.id, scanId: boxExceptions.scanId })
    .from(boxExceptions)
    .where(
      and(
        isNotNull(boxExceptions.scanId),
        inArray(
          boxExceptions.scanId,
          rows.map(({ id }) => id),
        ),
      ),
    );
  const exceptionOf = new Map(exceptions.map(({ id, scanId }) => [scanId, id]));
  return rows.map((row) => {
    const card = cardOf(row);
    return {
      id: row.id,
      code: row.code,
      outcome: row.outcome as ScanOutcome,
      scannedAt: toTimestamp(row.scannedAt),
      receivedAt: toTimestamp(row.receivedAt),
      scannedByName: row.scannedByName,
      takenBackAt: row.takenBackAt && toTimestamp(row.takenBackAt),
      takenBackReason: row.takenBackReason,
      isNumberGuessed:
        row.outcome === 'received' && isNumberGuessed(readBoxCode(row.code), card?.boxes ?? 1),
      exceptionId: exceptionOf.get(row.id) ?? null,
      takeBack: undoOptionOf(row, person, at),
      card,
    };
  });
}

async function readCards(db: Source, rows: readonly ScanRow[], at: Date) {
  const numbers = [...new Set(rows.flatMap(({ appraisalId }) => appraisalId ?? []))];
  if (numbers.length === 0) return () => null;
  const found = await selectApplications(db, inArray(applications.appraisalId, numbers));
  const applicationOf = new Map(found.map(toRow).map((row) => [row.appraisalId, row]));
  const known = await db
    .select({ box: boxes, byName: personName(sql`${boxes.receivedBy}`) })
    .from(boxes)
    .where(inArray(boxes.appraisalId, numbers))
    .orderBy(asc(boxes.appraisalId), asc(boxes.number));
  const boxesOf = Map.groupBy(known, ({ box }) => box.appraisalId);
  const sent = await db
    .select({ appraisalId: applicationEvents.appraisalId, at: applicationEvents.at })
    .from(applicationEvents)
    .where(
      and(
        inArray(applicationEvents.appraisalId, numbers),
        eq(applicationEvents.toState, 'kit-sent'),
        // An undo leads to this state as well.
        sql`${applicationEvents.undoes} is null`,
      ),
    )
    .orderBy(desc(applicationEvents.id));
  const waiting = await db
    .select({ appraisalId: waitingResults.appraisalId })
    .from(waitingResults)
    .where(
      and(
        inArray(waitingResults.appraisalId, numbers),
        isNull(waitingResults.takenOutAt),
        isNull(waitingResults.releasedAt),
      ),
    );
  const hasResult = new Set(waiting.map(({ appraisalId }) => appraisalId));
  const sentAt = new Map(sent.toReversed().map((event) => [event.appraisalId, event.at]));
  return (scan: ScanRow): BoxCard | null => {
    const application = applicationOf.get(scan.appraisalId ?? '');
    if (!application) return null;
    const ofApplication = boxesOf.get(application.appraisalId) ?? [];
    const own = ofApplication.find(({ box }) => box.number === scan.boxNumber);
    const kitSentAt = own?.box.kitSentAt ?? sentAt.get(application.appraisalId);
    return {
      ...toCard(application),
      number: scan.boxNumber,
      kitAgeDays: kitSentAt ? daysBetween(kitSentAt, at) : null,
      came: ofApplication.flatMap(({ box }) => (box.receivedAt ? [box.number] : [])),
      received: own?.box.receivedAt
        ? { at: toTimestamp(own.box.receivedAt), byName: own.byName }
        : null,
      isResultWaiting: hasResult.has(application.appraisalId),
    };
  };
}

const toCard = (row: ApplicationRow) => ({
  appraisalId: row.appraisalId,
  boxes: row.boxes,
  name: `${row.lastName} ${row.firstName}`,
  nameKana: `${row.lastNameKana} ${row.firstNameKana}`,
  targetName: row.targetName,
  products: row.products as ProductKind[],
  needReceipt: row.needReceipt,
  state: row.state as ApplicationState,
});

/** Calendar days between, in Asia/Tokyo. */
const daysBetween = (from: Date, to: Date) =>
  Math.max(
    0,
    (startOfJstDay(jstDay(to)).getTime() - startOfJstDay(jstDay(from)).getTime()) / dayMs,
  );
