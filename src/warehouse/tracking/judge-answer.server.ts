import { asc, inArray } from 'drizzle-orm';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { kindOfTrouble } from '#warehouse/intake/box-exception.ts';
import { readBoxCode } from '#warehouse/kits/box-code.ts';
import { isPickupNumber, readCustomerNumber } from '#warehouse/kits/customer-number.ts';
import { boxes } from '#warehouse/kits/kit-tables.server.ts';
import { changeMessagesSinceFreeze } from '#warehouse/kits/review-batch.server.ts';
import { carrierOf } from './answer-columns.ts';
import type { CarrierAnswer, Remark, RemarkKind, WordMeanings } from './carrier-answer.ts';
import { isTrouble, type ParcelState, parcelStateOf } from './carrier-words.ts';
import {
  formatTrackingNumber,
  hasRightCheckDigit,
  type ParcelCarrier,
  readTrackingNumber,
} from './parcel.ts';
import { endedTroubleKey, readEndedTroubles } from './parcel-trouble.server.ts';
import type { AnswerRow, ReadAnswer } from './read-answer.server.ts';

type Box = typeof boxes.$inferSelect;

/** Change that one carrier row makes to a box. */
export type BoxChange = {
  box: Box;
  carrier: ParcelCarrier;
  trackingNumber: string;
  kitState: ParcelState;
  /** The carrier's own word. */
  carrierWord: string;
};

/** Operator's input besides the file: its carrier, and the meanings of unknown words. */
export type SaidOfFile = { carrier: ParcelCarrier; meanings: WordMeanings };

export type Judged = {
  fresh: BoxChange[];
  known: number;
  remarks: Remark[];
  unknownWords: CarrierAnswer['unknownWords'];
};

type NamedRow = AnswerRow & { appraisalId: string; number: number };

const keyOf = ({ appraisalId, number }: { appraisalId: string; number: number }) =>
  `${appraisalId} ${number}`;

/** Box by a customer number, in the carriers' short form or as on its label. */
function boxOf(text: string): { appraisalId: string; number: number } | undefined {
  const box = readCustomerNumber(text) ?? readBoxCode(text);
  // A number without a box means the first, as when applications were handed over instead of boxes.
  return box && { appraisalId: box.appraisalId, number: box.number ?? 1 };
}

/** Applications named in a carrier's file, known or not. */
export const namedIn = (rows: readonly AnswerRow[]): string[] => [
  ...new Set(rows.flatMap(({ box }) => boxOf(box)?.appraisalId ?? [])),
];

/**
 * Judges a carrier's file. Rows that are not ours, left in no batch, or cannot be read become remarks and change
 * nothing. Unknown words for a state are asked about.
 */
export async function judgeAnswer(
  source: Database | Transaction,
  { rows, layout }: Extract<ReadAnswer, { rows: AnswerRow[] }>,
  { carrier: fallback, meanings }: SaidOfFile,
): Promise<Judged> {
  const meant = new Map(meanings.map(({ word, state }) => [word, state]));
  const remarks: Remark[] = [];
  const remark = ({ row, box: code }: AnswerRow, kind: RemarkKind, message: string) =>
    void remarks.push({ row, kind, code: code.slice(0, 40), message });
  const named: NamedRow[] = [];
  for (const row of rows) {
    const box = boxOf(row.box);
    if (box) named.push({ ...row, ...box });
    else remark(row, 'unknown', isPickupNumber(row.box) ? ofPickup : notOurs);
  }
  const found = await readBoxes(source, named);
  const slips = named.flatMap(({ slip }) => readTrackingNumber(slip) ?? []);
  const holders = await readHolders(source, slips);
  const changing = boxesChangingNumber(named, found, holders);
  for (const [number, holder] of holders) if (changing.has(holder)) holders.delete(number);
  const sinceFreeze = await changeMessagesSinceFreeze(source, frozenOf(found));
  const taken = new Map<string, string>();
  const endedTroubles = await readEndedTroubles(source, [...new Set(idsOf(found))]);
  const judged: Judged = { fresh: [], known: 0, remarks, unknownWords: [] };
  for (const row of named) {
    const box = found.get(keyOf(row));
    if (!box) {
      remark(row, found.has(row.appraisalId) ? 'not-sent' : 'unknown', notInBatch);
      continue;
    }
    if (box.kitBatchId === null && box.kitState === 'none') {
      remark(row, 'not-sent', notInBatch);
      continue;
    }
    const trackingNumber = readTrackingNumber(row.slip);
    const problem = slipProblem(row, trackingNumber, taken, holders);
    if (trackingNumber === undefined || problem !== undefined) {
      remark(row, 'wrong', problem ?? noSlip);
      continue;
    }
    const state = parcelStateOf(row.state) ?? meant.get(row.state.slice(0, 200));
    if (state === undefined) {
      askFor(judged, row);
      remark(row, 'unknown-word', `「${row.state.slice(0, 200)}」の意味を選んでください。`);
      continue;
    }
    taken.set(keyOf(row), trackingNumber);
    holders.set(trackingNumber, keyOf(row));
    const namedCarrier = carrierOf(layout, row.carrier);
    const carrier = namedCarrier ?? carrierUnsaid(box, trackingNumber, fallback);
    if (!hasRightCheckDigit(carrier, trackingNumber)) {
      remark(row, 'warning', '送り状番号の検査数字が合いません。番号をご確認ください。');
    }
    const kitState = stateAfter(box, state, endedTroubles);
    const isTold = kitState === state && row.state !== '';
    const carrierWord = isTold ? row.state.slice(0, 200) : box.carrierWord;
    const change = { box, carrier, trackingNumber, kitState, carrierWord };
    if (isKnown(change)) {
      judged.known += 1;
      continue;
    }
    judged.fresh.push(change);
    // A file may report a parcel in several rows, in any order.
    found.set(keyOf(row), { ...box, carrier, trackingNumber, kitState, carrierWord });
    const words = box.kitState === 'frozen' && sinceFreeze.get(row.appraisalId);
    if (words) remark(row, 'changed', words);
  }
  return judged;
}

const notOurs = 'たすきの箱の番号ではありません。';
const ofPickup = '集荷の送り状です。ここでは取り込みません。';
const notInBatch = 'この箱は、発送の束に入っていません。';
const noSlip = '送り状番号がないか、番号として読み取れません。';

function slipProblem(
  row: NamedRow,
  trackingNumber: string | undefined,
  taken: ReadonlyMap<string, string>,
  holders: ReadonlyMap<string, string>,
): string | undefined {
  if (trackingNumber === undefined) return noSlip;
  const before = taken.get(keyOf(row));
  if (before !== undefined && before !== trackingNumber) {
    return `同じ箱に別の送り状番号（${formatTrackingNumber(before)}）があります。`;
  }
  const holder = holders.get(trackingNumber);
  return holder === undefined || holder === keyOf(row)
    ? undefined
    : 'この送り状番号は、別の箱のものとして登録されています。';
}

/**
 * Boxes to which the file gives another number, which frees their own, as in a swap. Only if the new number will be
 * free: not that of a third box, and not given twice.
 */
function boxesChangingNumber(
  named: readonly NamedRow[],
  found: ReadonlyMap<string, Box | undefined>,
  holders: ReadonlyMap<string, string>,
): Set<string> {
  const numbersOf = new Map<string, Set<string>>();
  const boxesOf = new Map<string, Set<string>>();
  for (const row of named) {
    const [key, number] = [keyOf(row), readTrackingNumber(row.slip)];
    if (number === undefined) continue;
    numbersOf.set(key, (numbersOf.get(key) ?? new Set()).add(number));
    boxesOf.set(number, (boxesOf.get(number) ?? new Set()).add(key));
  }
  const changing = new Map<string, string>();
  for (const [key, [number = '', ...more]] of numbersOf) {
    const before = found.get(key)?.trackingNumber ?? '';
    const isAlone = more.length === 0 && boxesOf.get(number)?.size === 1;
    if (isAlone && before !== '' && before !== number) changing.set(key, number);
  }
  for (;;) {
    const stuck = [...changing].filter(([, number]) => {
      const holder = holders.get(number);
      return holder !== undefined && !changing.has(holder);
    });
    if (stuck.length === 0) return new Set(changing.keys());
    for (const [key] of stuck) changing.delete(key);
  }
}

/**
 * Carrier of a slip if the file does not name one: the one recorded with that number, unless the operator chose one.
 */
const carrierUnsaid = (box: Box, trackingNumber: string, fallback: ParcelCarrier): ParcelCarrier =>
  fallback === 'other' && box.trackingNumber === trackingNumber && box.carrier !== ''
    ? (box.carrier as ParcelCarrier)
    : fallback;

/** Applications with a box in an unmarked batch. */
const frozenOf = (found: ReadonlyMap<string, Box | undefined>): string[] => [
  ...new Set(
    [...found.values()].flatMap((box) => (box?.kitState === 'frozen' ? [box.appraisalId] : [])),
  ),
];

function askFor({ unknownWords }: Judged, { state, row }: AnswerRow): void {
  const word = state.slice(0, 200);
  const knownQuestion = unknownWords.find((one) => one.word === word);
  if (knownQuestion) knownQuestion.rows += 1;
  else unknownWords.push({ word, row, rows: 1 });
}

/**
 * An older file uploaded again does not move a delivered kit back, nor make a found one lost again; a box that
 * arrived is not traced.
 */
function stateAfter(box: Box, told: ParcelState, endedTroubles: ReadonlySet<string>): ParcelState {
  const before = box.kitState as ParcelState;
  const isPast = before === 'delivered' || before === 'returned' || isTrouble(before);
  if (told === 'sent') return isPast ? before : told;
  if (!isTrouble(told) || told === before) return told;
  const isOver =
    box.receivedAt !== null || endedTroubles.has(endedTroubleKey(box, kindOfTrouble(told)));
  if (!isOver) return told;
  return isPast ? before : 'sent';
}

const idsOf = (found: ReadonlyMap<string, Box | undefined>) =>
  [...found.values()].flatMap((box) => box?.appraisalId ?? []);

const isKnown = ({ box, carrier, trackingNumber, kitState }: BoxChange) =>
  box.carrier === carrier && box.trackingNumber === trackingNumber && box.kitState === kitState;

/** Boxes by key. An application's number is a key too if it has any box. */
async function readBoxes(
  source: Database | Transaction,
  named: readonly NamedRow[],
): Promise<Map<string, Box | undefined>> {
  const ids = [...new Set(named.map(({ appraisalId }) => appraisalId))];
  const rows =
    ids.length === 0
      ? []
      : await source
          .select()
          .from(boxes)
          .where(inArray(boxes.appraisalId, ids))
          .orderBy(asc(boxes.appraisalId), asc(boxes.number));
  const found = new Map<string, Box | undefined>();
  for (const box of rows) found.set(keyOf(box), box).set(box.appraisalId, undefined);
  return found;
}

/** Box that holds each of these slip numbers. */
async function readHolders(
  source: Database | Transaction,
  slips: readonly string[],
): Promise<Map<string, string>> {
  if (slips.length === 0) return new Map();
  const rows = await source
    .select({
      appraisalId: boxes.appraisalId,
      number: boxes.number,
      trackingNumber: boxes.trackingNumber,
    })
    .from(boxes)
    .where(inArray(boxes.trackingNumber, [...new Set(slips)]));
  return new Map(rows.map((row) => [row.trackingNumber, keyOf(row)]));
}
