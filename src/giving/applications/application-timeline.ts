import { formatDate } from '#kit/values/timestamp.ts';
import { leavesNothingWords } from '#money/ledger/fees.ts';
import { onHoldMessages } from '#warehouse/identity-checks/identity-check.ts';
import type { ApplicationEvent, ApplicationStatus } from './application.ts';
import {
  type ApplicationState,
  applicationStateFacts,
  mainLineOf,
  mayDonate,
  onHoldMessage,
  reachedOf,
  stateFactsOf,
} from './application-state.ts';

/** One step of the timeline: its name, its date or current status, and whether it is done. */
export type TimelineStep = { label: string; note?: string; isDone: boolean };

type FollowedStatus = Pick<
  ApplicationStatus,
  'state' | 'events' | 'kind' | 'identity' | 'amountYen' | 'thanks' | 'promisedOn' | 'needsKit'
>;

/** The text of a pending step. */
const waitingTexts: Partial<Record<ApplicationState, string>> = {
  'kit-sent': '準備しています',
  'goods-received': 'お待ちしています',
  appraised: '査定しています',
  donated: '手続きしています',
  remitted: '準備しています',
};

/**
 * The timeline of an application as its donor sees it: the main line with the dates of past steps, followed by the
 * thanks once there are any. An application that ended early shows its steps so far and the end.
 */
export function timelineOf(application: FollowedStatus): TimelineStep[] {
  const line = mainLineOf(application);
  if (reachedOf(application.state) < 0) {
    const past = line.filter((state) => eventOf(application.events, state));
    return [...past, application.state].map((state) => doneStep(application.events, state));
  }
  const reached = line.findLastIndex((state) => reachedOf(state) <= reachedOf(application.state));
  const steps = line.map((state, index) => {
    if (index <= reached) return doneStep(application.events, state);
    const { label } = applicationStateFacts[state];
    const isNext = index === reached + 1;
    return { label, note: isNext ? waitingFor(application, state) : undefined, isDone: false };
  });
  return [...steps.slice(0, reached + 1), ...thanksStep(application), ...steps.slice(reached + 1)];
}

/** Dates the thanks by the first of them, which may precede the transfer of the money. */
function thanksStep({ thanks }: FollowedStatus): TimelineStep[] {
  const first = thanks.at(-1);
  const { label } = applicationStateFacts.thanked;
  return first ? [{ label, note: formatDate(first.at), isDone: true }] : [];
}

function doneStep(events: readonly ApplicationEvent[], state: ApplicationState): TimelineStep {
  const event = eventOf(events, state);
  const isEmpty = event?.label === leavesNothingWords.label;
  const { label } = isEmpty ? event : applicationStateFacts[state];
  return { label, note: event && formatDate(event.at), isDone: true };
}

function waitingFor(application: FollowedStatus, next: ApplicationState): string | undefined {
  if (next === 'donated' && isOnHold(application)) return '本人確認のあと';
  return promiseNote(application) || waitingTexts[next];
}

/** The day by which the next step is promised, in words; '' without a promise. */
function promiseNote({ state, promisedOn }: FollowedStatus): string {
  if (promisedOn === '') return '';
  const [, month, day] = promisedOn.split('-').map(Number);
  return state === 'applied' ? `最短${month}月${day}日` : `${month}月${day}日まで`;
}

/** The last event that entered a state, as after a reversed result; corrections of the content do not count. */
function eventOf(events: readonly ApplicationEvent[], state: ApplicationState) {
  const { label } = applicationStateFacts[state];
  return (
    events.findLast((event) => event.state === state && event.label === label) ??
    events.findLast((event) => event.state === state)
  );
}

/** Whether an appraised application waits for the identity check that the law requires. */
export function isOnHold({ state, kind, identity, amountYen }: FollowedStatus): boolean {
  return state === 'appraised' && !mayDonate({ kind, identity, amountYen: amountYen ?? 0 });
}

/** The latest news of the application in one or two sentences. */
export function latestNews(application: FollowedStatus): string {
  if (isOnHold(application)) return onHoldMessages[application.identity] ?? onHoldMessage;
  const latest = application.events.at(-1);
  const isCurrent = latest?.state === application.state && latest.message !== '';
  return isCurrent ? latest.message : stateFactsOf(application.state, application).message;
}
