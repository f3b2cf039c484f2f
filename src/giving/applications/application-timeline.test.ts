import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ApplicationEvent, ApplicationStatus } from './application.ts';
import {
  type ApplicationState,
  applicationStateFacts,
  applicationStates,
  onHoldMessage,
} from './application-state.ts';
import { isOnHold, latestNews, timelineOf } from './application-timeline.ts';

type TimelineInput = Pick<
  ApplicationStatus,
  'state' | 'events' | 'kind' | 'identity' | 'amountYen' | 'thanks' | 'promisedOn' | 'needsKit'
>;

const letter = (day: string): TimelineInput['thanks'][number] => ({
  id: day,
  title: 'ありがとうございます',
  blocks: [],
  image: null,
  at: `2026${day}120000000`,
});

const entered = (state: ApplicationState, day: string): ApplicationEvent => ({
  state,
  label: applicationStateFacts[state].label,
  message: applicationStateFacts[state].message,
  at: `2026${day}120000000`,
});
const corrected = (day: string): ApplicationEvent => ({
  state: 'applied',
  label: '内容の変更',
  message: '変更を承りました。',
  at: `2026${day}120000000`,
});
const applicationIn = (
  state: ApplicationState,
  events: ApplicationEvent[],
  more: Partial<TimelineInput> = {},
) => ({
  state,
  events,
  kind: 'direct' as const,
  identity: 'not-needed' as const,
  amountYen: null,
  thanks: [],
  promisedOn: '',
  needsKit: true,
  ...more,
});

test('the timeline shows the dates of past steps and what is going on', () => {
  const sent = applicationIn('kit-sent', [entered('applied', '1103'), entered('kit-sent', '1105')]);
  expect(timelineOf(sent)).toEqual([
    { label: 'お申し込み', note: '2026/11/03', isDone: true },
    { label: '箱の発送', note: '2026/11/05', isDone: true },
    { label: 'お品物の到着', note: 'お待ちしています', isDone: false },
    { label: '査定', note: undefined, isDone: false },
    { label: '寄付', note: undefined, isDone: false },
    { label: '送金', note: undefined, isDone: false },
  ]);
});

test('a donor who packs their own carton does not wait for a kit', () => {
  const own = { needsKit: false };
  const labelsOf = (one: TimelineInput) => timelineOf(one).map(({ label }) => label);
  const applied = applicationIn('applied', [entered('applied', '1103')], own);
  expect(labelsOf(applied)).not.toContain('箱の発送');
  expect(timelineOf(applied)[1]).toEqual({
    label: 'お品物の到着',
    note: 'お待ちしています',
    isDone: false,
  });
  const arrivedWithoutKit = applicationIn('goods-received', [entered('applied', '1103')], own);
  expect(timelineOf(arrivedWithoutKit).filter(({ isDone }) => isDone)).toHaveLength(2);
});

test('thanks are not an upcoming step, and come last once there are any', () => {
  const sentOn = applicationIn('remitted', [
    entered('applied', '1103'),
    entered('remitted', '1220'),
  ]);
  expect(timelineOf(sentOn).at(-1)).toEqual({ label: '送金', note: '2026/12/20', isDone: true });
  expect(timelineOf(sentOn).every(({ isDone }) => isDone)).toBe(true);
  const thankedApplication = applicationIn(
    'thanked',
    [...sentOn.events, entered('thanked', '1224')],
    {
      thanks: [letter('1230'), letter('1224')],
    },
  );
  expect(timelineOf(thankedApplication).slice(-2)).toEqual([
    { label: '送金', note: '2026/12/20', isDone: true },
    { label: '団体からのお礼', note: '2026/12/24', isDone: true },
  ]);
});

test('thanks received before the transfer are shown before that step', () => {
  const early = applicationIn('donated', [entered('applied', '1103'), entered('donated', '1210')], {
    thanks: [letter('1211')],
  });
  expect(timelineOf(early).slice(-3)).toEqual([
    { label: '寄付', note: '2026/12/10', isDone: true },
    { label: '団体からのお礼', note: '2026/12/11', isDone: true },
    { label: '送金', note: '準備しています', isDone: false },
  ]);
});

test('a step that may take long is not called near', () => {
  for (const state of applicationStates) {
    for (const { note = '' } of timelineOf(applicationIn(state, [])))
      expect(note).not.toMatch('まもなく');
  }
});

test('a correction changes the message, not the day of the application', () => {
  const afterCorrection = applicationIn('applied', [entered('applied', '1103'), corrected('1104')]);
  expect(timelineOf(afterCorrection)[0]?.note).toBe('2026/11/03');
  expect(latestNews(afterCorrection)).toBe('変更を承りました。');
});

test('an application that ended early shows its steps and the end', () => {
  const events = [
    entered('applied', '1103'),
    entered('kit-sent', '1105'),
    entered('cancelled', '1107'),
  ];
  expect(timelineOf(applicationIn('cancelled', events))).toEqual([
    { label: 'お申し込み', note: '2026/11/03', isDone: true },
    { label: '箱の発送', note: '2026/11/05', isDone: true },
    { label: 'キャンセル', note: '2026/11/07', isDone: true },
  ]);
});

test('after a result was reversed, its steps are open again', () => {
  const events = [
    entered('applied', '1103'),
    entered('kit-sent', '1105'),
    entered('goods-received', '1111'),
    entered('appraised', '1114'),
    entered('donated', '1114'),
    {
      state: 'goods-received' as const,
      label: '査定結果の訂正',
      message: '先の査定結果を取り消しました。',
      at: '20261116120000000',
    },
  ];
  const taken = applicationIn('goods-received', events);
  const timeline = timelineOf(taken);
  expect(timeline.map(({ isDone }) => isDone)).toEqual([true, true, true, ...Array(3).fill(false)]);
  expect(timeline[2]?.note).toBe('2026/11/11');
  expect(latestNews(taken)).toBe('先の査定結果を取り消しました。');
});

test('a result that came early shows the message of the state, not of skipped steps', () => {
  const skipped = { ...entered('appraised', '1114'), message: '' };
  expect(latestNews(applicationIn('appraised', [entered('applied', '1103'), skipped]))).toBe(
    applicationStateFacts.appraised.message,
  );
});

test('a large amount for a fund waits for the identity check, and says so', () => {
  const events = [entered('applied', '1103'), entered('appraised', '1114')];
  const onHold = applicationIn('appraised', events, {
    kind: 'fund',
    identity: 'due',
    amountYen: 12_000,
  });
  expect(isOnHold(onHold)).toBe(true);
  expect(latestNews(onHold)).toMatch('本人確認');
  expect(timelineOf(onHold)[4]).toEqual({ label: '寄付', note: '本人確認のあと', isDone: false });
  expect(isOnHold({ ...onHold, identity: 'approved' })).toBe(false);
  expect(isOnHold({ ...onHold, amountYen: 9_999 })).toBe(false);
  expect(isOnHold({ ...onHold, kind: 'direct' })).toBe(false);
});

test('whatever the events, each step has its own name and past steps come first', () => {
  const anyEvents = fc.array(
    fc.constantFrom(...applicationStates).map((state) => entered(state, '1103')),
    { maxLength: 9 },
  );
  fc.assert(
    fc.property(fc.constantFrom(...applicationStates), anyEvents, (state, events) => {
      const thanks = state === 'thanked' ? [letter('1224')] : [];
      const timeline = timelineOf(applicationIn(state, events, { thanks }));
      const labels = timeline.map(({ label }) => label);
      expect(new Set(labels).size).toBe(labels.length);
      const past = timeline.map(({ isDone }) => isDone);
      expect(past).toEqual([...past].sort((one, other) => Number(other) - Number(one)));
      expect(labels).toContain(applicationStateFacts[state].label);
      expect(latestNews(applicationIn(state, events))).not.toBe('');
    }),
  );
});

test('an application on hold shows the state of its identity check', () => {
  const onHoldNewsOf = (identity: TimelineInput['identity']) =>
    latestNews(
      applicationIn('appraised', [entered('appraised', '1110')], {
        kind: 'fund',
        identity,
        amountYen: 12_000,
      }),
    );
  expect(onHoldNewsOf('due')).toBe(onHoldMessage);
  expect(onHoldNewsOf('submitted')).toMatch(/お預かりしました/);
  expect(onHoldNewsOf('rejected')).toMatch(/もう一度/);
});
