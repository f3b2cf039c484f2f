import type { ApplicationStatus } from '#giving/applications/application.ts';
import {
  applicationStateFacts,
  applicationStates,
  reachedOf,
} from '#giving/applications/application-state.ts';
import { timelineOf } from '#giving/applications/application-timeline.ts';
import type { PromisedDays } from '#giving/promised-days/promised-days.ts';
import { formatDate } from '#kit/values/timestamp.ts';
import { leavesNothing } from '#money/ledger/fees.ts';
import type { Trace, TraceStep } from './trace-schema.ts';

type Use = Pick<NonNullable<Trace['use']>, 'confirmedOn' | 'reports'>;

/**
 * Steps of a gift from its application to the report of use, past ones with their date, later ones with their promise.
 * A gift that ended early, or of which the costs leave nothing, has no steps after its end.
 */
export function traceSteps(
  application: ApplicationStatus,
  use: Use | undefined,
  days: PromisedDays,
): TraceStep[] {
  const steps = timelineOf(application).map(({ label, note, isDone }): TraceStep => {
    const key = keyOf(label);
    return { key, label, isDone, note: note ?? (isDone ? '' : later(key, application, days)) };
  });
  return isOver(application) ? steps : [...steps, ...organisationSteps(application, use)];
}

/** Whether no money follows. */
const isOver = ({ state, sums, amountYen }: ApplicationStatus): boolean =>
  reachedOf(state) < 0 ||
  (sums !== undefined && leavesNothing({ amountYen: amountYen ?? 0, ...sums }));

/** The step of a label; labels of ends, and the one of a gift of which nothing is left, have no details. */
function keyOf(label: string): TraceStep['key'] {
  const state = applicationStates.find((one) => applicationStateFacts[one].label === label);
  if (state === undefined) return 'remitted';
  return state === 'cancelled' || state === 'returned' || state === 'unpriced' ? 'ended' : state;
}

/** When a step that is not next is promised, counted from the step before it. */
function later(key: TraceStep['key'], { kind }: ApplicationStatus, days: PromisedDays): string {
  if (key === 'appraised') return `お品物が届いてから${days.appraisal}日まで`;
  if (key === 'remitted') {
    return kind === 'direct'
      ? `寄付が決まってから${days.remittance}日まで`
      : '基金からの支払いが決まったとき';
  }
  return '';
}

function organisationSteps({ kind, state }: ApplicationStatus, use: Use | undefined): TraceStep[] {
  const { confirmedOn = '', reports = [] } = use ?? {};
  // What a fund pays is confirmed and reported by the organisations that it goes to.
  if (kind === 'fund' && confirmedOn === '' && reports.length === 0) return [];
  const isSent = reachedOf(state) === reachedOf('remitted');
  const newest = reports
    .map(({ to }) => to)
    .sort()
    .at(-1);
  return [
    {
      key: 'confirmed',
      label: '団体の受け取り確認',
      isDone: confirmedOn !== '',
      note:
        confirmedOn === '' ? (isSent ? '団体の確認を待っています' : '') : formatDate(confirmedOn),
    },
    {
      key: 'reported',
      label: '使いみちの報告',
      isDone: reports.length > 0,
      note: newest === undefined ? '' : formatDate(newest),
    },
  ];
}
