import { randomUUID } from 'node:crypto';
import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { selectApplications, toRow } from '#giving/applications/application-row.server.ts';
import { applications } from '#giving/applications/application-tables.server.ts';
import { issueTokens } from '#giving/applications/application-tokens.server.ts';
import { envelope } from '#giving/applications/donor-mails.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import type { Transaction } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { addDays, jstDay } from '#kit/values/timestamp.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import { writeMail } from '#people/mail/outbox.server.ts';
import { exceptionDays, type KindOnWay, kindOfTrouble } from '#warehouse/intake/box-exception.ts';
import { boxExceptions } from '#warehouse/intake/intake-tables.server.ts';
import { boxes } from '#warehouse/kits/kit-tables.server.ts';
import {
  type ParcelState,
  parcelStateLabels,
  type TroubleState,
  troubleStates,
} from './carrier-words.ts';
import { formatTrackingNumber, type ParcelCarrier } from './parcel.ts';

export type TroubleDeps = Pick<Dependencies, 'clock' | 'publicUrl' | 'secret' | 'mailDelayMinutes'>;

type Box = Pick<
  typeof boxes.$inferSelect,
  'appraisalId' | 'number' | 'carrier' | 'trackingNumber' | 'carrierWord'
>;
type BoxId = Pick<Box, 'appraisalId' | 'number'>;
type Actor = { uid: string };

const kindsOnWay = troubleStates.map(kindOfTrouble);
const placeOnWay = '運送会社';
/** Reason that tracing a parcel ended: the donor packed and sent it. */
export const boxArrivedReason = '箱が届きました。';

const openOf = ({ appraisalId, number }: BoxId) =>
  and(
    eq(boxExceptions.appraisalId, appraisalId),
    eq(boxExceptions.boxNumber, number),
    eq(boxExceptions.state, 'open'),
    inArray(boxExceptions.kind, kindsOnWay),
  );

/**
 * Puts a traced, lost or damaged parcel on the exception shelf, with an owner and a due day, and notifies its donor.
 * Updates an existing exception. The caller locks the box.
 */
export async function noteTrouble(
  tx: Transaction,
  person: Actor,
  { box, state }: { box: Box; state: TroubleState },
  dependencies: TroubleDeps,
): Promise<void> {
  const at = dependencies.clock();
  const kind = kindOfTrouble(state);
  const exceptionFacts = {
    kind,
    reason: reasonOf(box, state),
    changedBy: person.uid,
    changedAt: at,
  };
  const dueOn = addDays(jstDay(at), exceptionDays);
  const [changed] = await tx
    .update(boxExceptions)
    .set({ ...exceptionFacts, dueOn, version: sql`${boxExceptions.version} + 1` })
    .where(openOf(box))
    .returning({ id: boxExceptions.id });
  const id = changed?.id ?? randomUUID();
  if (!changed) {
    await tx.insert(boxExceptions).values({
      ...exceptionFacts,
      id,
      appraisalId: box.appraisalId,
      boxNumber: box.number,
      place: placeOnWay,
      ownerUid: person.uid,
      dueOn,
      createdBy: person.uid,
      createdAt: at,
    });
  }
  await audit(
    tx,
    person,
    `box-exceptions.${changed ? 'change' : 'create'}`,
    ['box-exception', id],
    { at, kind },
  );
  await mailTrouble(tx, box, { key: `${id}:${state}`, state }, dependencies);
}

const reasonOf = ({ number, trackingNumber, carrierWord }: Box, state: TroubleState) =>
  [
    `${number}箱めの箱が「${parcelStateLabels[state]}」です。`,
    trackingNumber && `送り状番号は${formatTrackingNumber(trackingNumber)}です。`,
    carrierWord && `運送会社のことばは「${carrierWord}」です。`,
  ]
    .filter(Boolean)
    .join('');

/** How the tracing of a parcel ended, and why. */
type Ending = { ending: 'found' | 'other'; note: string };
type EndOfTrouble = Ending & { state: ParcelState };

/** Ends exceptions about a parcel whose location is known again, and notifies its donor. */
export async function endTrouble(
  tx: Transaction,
  person: Actor,
  box: Box,
  { ending, note, state }: EndOfTrouble,
  dependencies: TroubleDeps,
): Promise<void> {
  for (const id of await endOpen(tx, openOf(box), person, { ending, note }, dependencies.clock())) {
    if (ending === 'found') await mailEnded(tx, box, { id, isFound: true, state }, dependencies);
  }
}

/** Ends exceptions without a mail, for boxes that arrived or never left: another mail says that. */
export async function endTroubleOf(
  tx: Transaction,
  { appraisalId, number }: { appraisalId: string; number?: number },
  person: Actor,
  { at, ...ending }: Ending & { at: Date },
): Promise<void> {
  const own = and(
    eq(boxExceptions.appraisalId, appraisalId),
    number === undefined ? isNotNull(boxExceptions.boxNumber) : eq(boxExceptions.boxNumber, number),
    eq(boxExceptions.state, 'open'),
    inArray(boxExceptions.kind, kindsOnWay),
  );
  for (const id of await endOpen(tx, own, person, ending, at)) await deleteUnsentMails(tx, id);
}

async function endOpen(
  tx: Transaction,
  which: ReturnType<typeof openOf>,
  person: Actor,
  { ending, note }: Ending,
  at: Date,
): Promise<string[]> {
  const endedRows = await tx
    .update(boxExceptions)
    .set({
      ...{ state: 'ended', ending, endingNote: note, endedBy: person.uid, endedAt: at },
      ...{ changedBy: person.uid, changedAt: at, version: sql`${boxExceptions.version} + 1` },
    })
    .where(which)
    .returning({ id: boxExceptions.id });
  for (const { id } of endedRows) {
    await audit(tx, person, 'box-exceptions.change', ['box-exception', id], { at, to: ending });
  }
  return endedRows.map(({ id }) => id);
}

/**
 * Applies an exception's outcome to the parcel: found, it is on its way again; given up or reopened, it has the state
 * of its kind. Notifies the donor of an end.
 */
export async function applyExceptionOutcome(
  tx: Transaction,
  exception: { id: string; appraisalId: string | null; boxNumber: number | null; kind: string },
  { state, ending }: { state: TroubleState; ending: string },
  dependencies: TroubleDeps,
): Promise<void> {
  const { appraisalId, boxNumber: number } = exception;
  if (appraisalId === null || number === null) return;
  const at = dependencies.clock();
  const isFound = ending === 'found';
  const [box] = await tx
    .update(boxes)
    .set({
      kitState: isFound ? 'sent' : state,
      kitStateAt: isFound ? null : at,
      version: sql`${boxes.version} + 1`,
    })
    .where(
      and(
        eq(boxes.appraisalId, appraisalId),
        eq(boxes.number, number),
        inArray(boxes.kitState, ['sent', ...troubleStates]),
      ),
    )
    .returning();
  if (!box || ending === '') return;
  const end = { id: exception.id, isFound, state: isFound ? ('sent' as const) : state };
  await mailEnded(tx, box, end, dependencies);
}

/** Boxes among these with an ended exception for tracing, loss or damage. */
export async function readEndedTroubles(
  tx: Pick<Transaction, 'select'>,
  appraisalIds: readonly string[],
): Promise<Set<string>> {
  if (appraisalIds.length === 0) return new Set();
  const rows = await tx
    .select({
      appraisalId: boxExceptions.appraisalId,
      number: boxExceptions.boxNumber,
      kind: boxExceptions.kind,
    })
    .from(boxExceptions)
    .where(
      and(
        inArray(boxExceptions.appraisalId, [...appraisalIds]),
        eq(boxExceptions.state, 'ended'),
        inArray(boxExceptions.kind, kindsOnWay),
      ),
    );
  return new Set(rows.map((row) => `${row.appraisalId} ${row.number} ${row.kind}`));
}
export const endedTroubleKey = ({ appraisalId, number }: BoxId, kind: KindOnWay) =>
  `${appraisalId} ${number} ${kind}`;

const keyOfTrouble = 'parcel-trouble:';

async function mailTrouble(
  tx: Transaction,
  box: Box,
  { key, state }: { key: string; state: TroubleState },
  dependencies: TroubleDeps,
): Promise<void> {
  const addressee = await recipientOf(tx, box, dependencies);
  if (!addressee) return;
  const { data, ...to } = addressee;
  await writeMail(
    tx,
    {
      ...to,
      kind: 'parcel-trouble',
      dedupeKey: `${keyOfTrouble}${key}`,
      waitsMinutes: dependencies.mailDelayMinutes,
      data: { ...data, state },
    },
    dependencies,
  );
}

/** Mails donors who were notified of the trouble; an unsent mail about it is deleted instead. */
async function mailEnded(
  tx: Transaction,
  box: Box,
  { id, isFound, state }: { id: string; isFound: boolean; state: ParcelState },
  dependencies: TroubleDeps,
): Promise<void> {
  if (await deleteUnsentMails(tx, id)) return;
  const addressee = await recipientOf(tx, box, dependencies);
  if (!addressee) return;
  const { data, ...to } = addressee;
  await writeMail(
    tx,
    {
      ...to,
      kind: isFound ? 'parcel-found' : 'parcel-given-up',
      dedupeKey: `parcel-ended:${id}:${dependencies.clock().getTime()}`,
      waitsMinutes: dependencies.mailDelayMinutes,
      data: { ...data, state },
    },
    dependencies,
  );
}

/** Deletes unsent mails about a trouble. True if there were any and none had been sent. */
async function deleteUnsentMails(tx: Transaction, id: string): Promise<boolean> {
  const ofTrouble = sql`starts_with(${outboxMails.dedupeKey}, ${`${keyOfTrouble}${id}:`})`;
  const waiting = await tx
    .delete(outboxMails)
    .where(
      and(
        eq(outboxMails.kind, 'parcel-trouble'),
        ofTrouble,
        eq(outboxMails.state, 'waiting'),
        eq(outboxMails.attempts, 0),
      ),
    )
    .returning({ id: outboxMails.id });
  const left = and(eq(outboxMails.kind, 'parcel-trouble'), ofTrouble);
  return waiting.length > 0 && (await tx.$count(outboxMails, left)) === 0;
}

/** Donor to notify of a parcel, if they still wait for it. */
async function recipientOf(tx: Transaction, box: Box, dependencies: TroubleDeps) {
  const found = await selectApplications(tx, eq(applications.appraisalId, box.appraisalId));
  const [row] = found.map(toRow);
  if (!row || row.email === '' || !['applied', 'kit-sent'].includes(row.state)) return undefined;
  await issueTokens(tx, dependencies, 'status', [row]);
  const { data, ...to } = envelope(row, dependencies);
  const { number, carrier, trackingNumber } = box;
  return {
    ...to,
    data: {
      ...data,
      number,
      boxes: row.boxes,
      carrier: carrier as ParcelCarrier | '',
      trackingNumber,
    },
  };
}
