import type { ApplicationEvent, ApplicationStatus } from '#domain/application.ts';
import {
  type ApplicationState,
  applicationStateFacts,
  heldMessage,
  mainLine,
  mayDonate,
} from '#domain/application-state.ts';
import { heldNews } from '#domain/identity-check.ts';
import { formatMonthDay } from '#domain/timestamp.ts';

/** One knot of the thread: its name, under it a date or what is going on, and whether it is past. */
export type Knot = { label: string; note?: string; isDone: boolean };

type Life = Pick<ApplicationStatus, 'state' | 'events' | 'kind' | 'identity' | 'amountYen'>;

/** What is going on until the next step is reached. */
const until: Partial<Record<ApplicationState, string>> = {
  'kit-sent': '準備しています',
  'goods-received': 'お待ちしています',
  appraised: '査定しています',
  donated: '手続きしています',
  remitted: 'まもなく',
  thanked: 'まもなく',
};

/**
 * The life of an application as its donor sees it: the main line with the dates of what is past;
 * where it ended otherwise, what happened until then and the end.
 */
export function threadOf(life: Life): Knot[] {
  const reached = mainLine.indexOf(life.state);
  if (reached < 0) {
    const past = mainLine.filter((state) => eventOf(life.events, state));
    return [...past, life.state].map((state) => doneKnot(life.events, state));
  }
  return mainLine.map((state, index) => {
    if (index <= reached) return doneKnot(life.events, state);
    const { label } = applicationStateFacts[state];
    const isNext = index === reached + 1;
    return { label, note: isNext ? waitingFor(life, state) : undefined, isDone: false };
  });
}

function doneKnot(events: readonly ApplicationEvent[], state: ApplicationState): Knot {
  const at = eventOf(events, state)?.at;
  const { label } = applicationStateFacts[state];
  return { label, note: at && formatMonthDay(at), isDone: true };
}

function waitingFor(life: Life, next: ApplicationState): string | undefined {
  return next === 'donated' && isHeld(life) ? '本人確認のあと' : until[next];
}

/**
 * The event by which a state was entered for good: of several, as after a result that was taken
 * back, the latest that is no mere change of the content.
 */
function eventOf(events: readonly ApplicationEvent[], state: ApplicationState) {
  const { label } = applicationStateFacts[state];
  return (
    events.findLast((event) => event.state === state && event.label === label) ??
    events.findLast((event) => event.state === state)
  );
}

/** Whether an appraised application waits for the lawful check of the donor's identity. */
export function isHeld({ state, kind, identity, amountYen }: Life): boolean {
  return state === 'appraised' && !mayDonate({ kind, identity, amountYen: amountYen ?? 0 });
}

/** What is told now, in a sentence or two: the latest word on the application. */
export function newsOf(life: Life): string {
  if (isHeld(life)) return heldNews[life.identity] ?? heldMessage;
  const latest = life.events.at(-1);
  const isCurrent = latest?.state === life.state && latest.message !== '';
  return isCurrent ? latest.message : applicationStateFacts[life.state].message;
}
