import { expect, test } from 'vitest';
import type { AdminApplicationDetail } from '#giving/applications/admin-application.ts';
import type { ApplicationState } from '#giving/applications/application-state.ts';
import { timelineOf } from './admin-timeline.ts';

type Event = AdminApplicationDetail['history'][number];

let nextId = 1;
const event = (
  fromState: ApplicationState | null,
  toState: ApplicationState,
  day: string,
): Event => ({
  id: nextId++,
  fromState,
  toState,
  doneBy: 'operator',
  actorUid: null,
  actorName: '',
  undoes: null,
  change: null,
  isSkipped: false,
  note: '',
  at: `202611${day}090000000`,
});
const applicationIn = (
  state: ApplicationState,
  history: Event[],
  identity: 'not-needed' | 'due',
) => ({
  state,
  history,
  identity,
  status: { needsKit: true },
});

test('the main line shows the dates of past steps and the pending one', () => {
  const history = [event(null, 'applied', '01'), event('applied', 'kit-sent', '03')];
  expect(timelineOf(applicationIn('kit-sent', history, 'not-needed')).slice(0, 4)).toEqual([
    { label: '受付', note: '2026/11/01', isDone: true },
    { label: '箱を発送', note: '2026/11/03', isDone: true },
    { label: '査定待ち', note: '到着待ち', isDone: false },
    { label: '査定済み', note: undefined, isDone: false },
  ]);
});

test('a corrected application keeps the date of its arrival', () => {
  const history = [event(null, 'applied', '01'), event('applied', 'applied', '02')];
  expect(timelineOf(applicationIn('applied', history, 'not-needed'))[0]?.note).toBe('2026/11/01');
});

test('one on hold says why', () => {
  const history = [event('goods-received', 'appraised', '09')];
  expect(timelineOf(applicationIn('appraised', history, 'due'))[4]).toEqual({
    label: '寄付済み',
    note: '本人確認待ち',
    isDone: false,
  });
});

test('one that ended early shows how far it came', () => {
  const history = [
    event(null, 'applied', '01'),
    event('applied', 'kit-sent', '03'),
    event('kit-sent', 'cancelled', '05'),
  ];
  expect(timelineOf(applicationIn('cancelled', history, 'not-needed'))).toEqual([
    { label: '受付', note: '2026/11/01', isDone: true },
    { label: '箱を発送', note: '2026/11/03', isDone: true },
    { label: 'キャンセル', note: '2026/11/05', isDone: true },
  ]);
});
