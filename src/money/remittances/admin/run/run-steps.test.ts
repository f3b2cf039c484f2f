import { expect, test } from 'vitest';
import type { Run, RunDetail, RunState } from '#money/remittances/run.ts';
import { isToHandOver, nextStep, runSteps, timelineOf } from './run-steps.ts';

const facts = (state: RunState, changes: Partial<RunDetail> = {}, run: Partial<Run> = {}) =>
  ({
    run: { state, remittances: 3, ...run } as Run,
    problemCounts: { error: 0, warning: 2 },
    waiting: null,
    confirming: 0,
    ...changes,
  }) as RunDetail;

test('a prepared run is mended first, then a second person is asked for it, and warnings keep nobody', () => {
  const errors = { problemCounts: { error: 1, warning: 0 } };
  expect(nextStep(facts('draft', errors)).task).toBe('mend');
  expect(nextStep(facts('draft')).task).toBe('ask');
  const waiting = { waiting: { id: 'request', askedAt: '20261125100000000' } };
  const waits = nextStep(facts('draft', waiting));
  expect(waits.task).toBe('approve');
  expect(waits.who).toContain('別の');
  expect(runSteps[waits.step]).toBe('承認');
});

test('a run of which everybody was taken out can only be given up', () => {
  const { task, title } = nextStep(facts('draft', {}, { remittances: 0 }));
  expect(task).toBe('mend');
  expect(title).toContain('残っていません');
});

test('then come the file, the bank and the arrival, and nothing is left to do afterwards', () => {
  const tasks = (['approved', 'filed', 'sent', 'done', 'dropped'] as const).map(
    (state) => nextStep(facts(state)).task,
  );
  expect(tasks).toEqual(['make-file', 'hand-over', 'confirm', 'none', 'none']);
  expect(nextStep(facts('sent', { confirming: 40 })).task).toBe('wait');
});

test('the last file of a run is the one for the bank, and none of a run that was given up', () => {
  const [replaced, last] = [{ isReplaced: true }, { isReplaced: false }];
  const { run } = facts('filed');
  expect([replaced, last].map((file) => isToHandOver(file, run))).toEqual([false, true]);
  expect(isToHandOver(last, facts('dropped').run)).toBe(false);
});

test('the line of steps says what is done and on which day', () => {
  const filed = facts(
    'filed',
    {
      // The last one first: it took the place of the other.
      files: [
        { madeAt: '20261127100000000' },
        { madeAt: '20261126110000000' },
      ] as RunDetail['files'],
    },
    {
      createdAt: '20261125100000000',
      approvedAt: '20261126100000000',
      sentAt: null,
      endedAt: null,
    },
  );
  expect(timelineOf(filed).map(({ isDone, note }) => (isDone ? note : ''))).toEqual([
    '2026/11/25',
    '2026/11/26',
    '2026/11/27',
    '',
    '',
  ]);
});
