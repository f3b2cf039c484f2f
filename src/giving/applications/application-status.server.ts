import { type PromisedDays, promisedDay } from '#giving/promised-days/promised-days.ts';
import { imagePath } from '#kit/images/shown-image.ts';
import { jstDay, toTimestamp } from '#kit/values/timestamp.ts';
import { leavesNothing, leavesNothingWords } from '#money/ledger/fees.ts';
import { itemConditions } from '#warehouse/appraisals/item-words.ts';
import { paperEvents } from '#warehouse/identity-checks/identity-check.ts';
import { partlyArrived } from '#warehouse/intake/arrival.ts';
import { destinationWords } from '#warehouse/results/destinations.ts';
import { nothingGained } from '#warehouse/results/nothing-gained.ts';
import { takenBackReason } from '#warehouse/results/result-words.ts';
import type { ApplicationEvent, ApplicationStatus, AppraisalItem } from './application.ts';
import type { EventRow, WholeApplication } from './application-row.server.ts';
import { currentCorrection, isCorrection, paperEventOf } from './application-row.server.ts';
import {
  type ApplicationState,
  allowedSteps,
  canCorrect,
  type IdentityCheck,
  onHoldMessage,
  reachedOf,
  stageOf,
  stateFactsOf,
} from './application-state.ts';
import type { DeliverySlot } from './delivery.ts';
import type { ProductKind } from './goods.ts';
import { takeBackMinutes } from './take-back.ts';

/** An application as shown to its donor. */
export const toStatus = (
  whole: WholeApplication,
  days: PromisedDays,
  /** Signs a picture's path into a link for its donor. */
  signed: (path: string) => string,
): ApplicationStatus => {
  const row = whole.state === 'thanked' && whole.thanks.length === 0 ? withoutThanks(whole) : whole;
  return {
    appraisalId: row.appraisalId,
    kind: row.kind as 'direct' | 'fund',
    associateId: row.associateId ?? '',
    socialChallengeId: row.socialChallengeId ?? '',
    targetName: row.targetName,
    state: row.state as ApplicationState,
    identity: row.identity as IdentityCheck,
    events: shownEvents(row.events).map((event) => toEvent(event, row)),
    frequency: row.frequency as ApplicationStatus['frequency'],
    products: row.products as ProductKind[],
    boxes: row.boxes,
    arrival: partlyArrived(row.boxes, row.came),
    deliveryDate: row.deliveryDate ?? '',
    deliverySlot: row.deliverySlot as DeliverySlot,
    needReceipt: row.needReceipt,
    needsKit: row.needsKit,
    amountYen: row.donationYen,
    sums: sumsOf(row),
    pieces: row.pieces,
    items: row.items.map((item) => toItem(item, signed)),
    correction: currentCorrection(row.results),
    nothingGained: isWithoutProceeds(row) ? nothingGained(row.items) : undefined,
    thanks: row.thanks,
    applicantAddress: {
      zipcode: row.zipcode,
      prefecture: row.prefecture,
      line1: row.line1,
      line2: row.line2,
      building: row.building,
    },
    promisedOn: promisedDay(
      {
        state: row.state as ApplicationState,
        since: jstDay(row.stateChangedAt),
        deliveryDate: row.deliveryDate ?? '',
        needsKit: row.needsKit,
        kind: row.kind as 'direct' | 'fund',
      },
      days,
    ),
    canCorrect: canCorrect(row.state as ApplicationState),
    canCancel: allowedSteps(row.state as ApplicationState, 'donor').includes('cancel'),
    version: row.version,
    createdAt: toTimestamp(row.createdAt),
  };
};

/** Without readable thanks the state is shown as 'remitted'. */
const withoutThanks = (row: WholeApplication): WholeApplication => ({
  ...row,
  state: 'remitted' satisfies ApplicationState,
  events: row.events.filter(({ toState }) => toState !== 'thanked'),
});

function toEvent(
  event: EventRow,
  { identity, state, needsKit, donationYen, kept }: WholeApplication,
): ApplicationEvent {
  const to = event.toState as ApplicationState;
  const at = toTimestamp(event.at);
  const ofPapers = paperEventOf(event);
  if (isCorrection(event)) {
    const message =
      event.note === takenBackReason
        ? '査定の結果を、先にお知らせした内容に戻しました。'
        : `査定の結果を訂正しました。理由：${event.note}`;
    return { state: to, label: '査定結果の訂正', message, at };
  }
  if (ofPapers === 'sent') return { state: to, ...paperEvents.sent, at };
  if (ofPapers === 'returned') {
    return { state: to, ...paperEvents.returned, message: event.note, at };
  }
  if (event.fromState === event.toState) {
    const message =
      event.doneBy === 'operator'
        ? 'お申し込みの内容を変更しました。'
        : `${needsKit ? 'お届け先とお届け希望日' : 'ご住所'}の変更を承りました。`;
    return { state: to, label: '内容の変更', message, at };
  }
  if (event.undoes !== null) {
    return {
      state: to,
      label: '進み具合の訂正',
      message: `先にお知らせした進み具合を訂正し、「${stateFactsOf(to, { needsKit }).label}」に戻しました。`,
      at,
    };
  }
  if (isTakenBack(event)) {
    return {
      state: to,
      label: '査定結果の訂正',
      message: '先の査定結果を取り消しました。改めてご案内しますので、少しお待ちください。',
      at,
    };
  }
  if (to === 'remitted' && kept && leavesNothing({ amountYen: donationYen ?? 0, ...kept })) {
    return { state: to, ...leavesNothingWords, at };
  }
  const isOnHold = to === 'appraised' && state === 'appraised' && identity !== 'not-needed';
  const { label, message } = stateFactsOf(to, { needsKit });
  // Skipped steps have no message: it would be outdated.
  return {
    state: to,
    label,
    message: event.isSkipped ? '' : isOnHold ? onHoldMessage : message,
    at,
  };
}

/**
 * Hides steps taken back at once, with their undoing, unless a result was corrected. Steps corrected later are shown
 * with the correction.
 */
function shownEvents(events: readonly EventRow[]): EventRow[] {
  const atOf = new Map(events.map((event) => [event.id, event.at.getTime()]));
  const hidden = new Set(
    events.flatMap((event) => {
      const { id, undoes, at } = event;
      const isStep = undoes !== null && !isCorrection(event);
      const then = isStep ? atOf.get(undoes) : undefined;
      const isAtOnce = then !== undefined && at.getTime() - then <= takeBackMinutes * 60_000;
      return isAtOnce ? [id, undoes] : [];
    }),
  );
  return events.filter(({ id }) => !hidden.has(id));
}

/** A step backwards: the batch of a result was reversed. */
function isTakenBack({ fromState, toState }: EventRow): boolean {
  if (fromState === null) return false;
  const from = reachedOf(fromState as ApplicationState);
  const to = reachedOf(toState as ApplicationState);
  return to >= 0 && (from < 0 || to < from);
}

/** To its donor a gift of 0 yen counts as none, whatever the books say. */
const isWithoutProceeds = ({ state, donationYen, results }: WholeApplication): boolean =>
  state === 'unpriced' ||
  (stageOf({ state: state as ApplicationState }) === 'donated' &&
    results.length > 0 &&
    donationYen === 0);

/** Components of a donation, and the deductions. */
function sumsOf({ kept, results: [result] }: WholeApplication): ApplicationStatus['sums'] {
  if (!kept || !result) return undefined;
  const { appraisedYen, bonusYen } = result;
  return { appraisedYen, bonusYen, ...kept };
}

const toItem = (
  item: WholeApplication['items'][number],
  signed: (path: string) => string,
): AppraisalItem => ({
  name: item.name,
  quantity: item.quantity,
  amountYen: item.amountYen,
  destination: destinationWords(item.destination),
  reason: item.reason,
  condition: conditionWords(item.condition),
  ...(item.boxNumber !== null && { boxNumber: item.boxNumber }),
  images: item.imageIds.map((id) => signed(imagePath(id))),
});

const conditionWords = (written: string): string =>
  Object.hasOwn(itemConditions, written)
    ? itemConditions[written as keyof typeof itemConditions]
    : written;
