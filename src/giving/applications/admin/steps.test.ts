import { expect, test } from 'vitest';
import { type AdminStep, adminSteps } from '#giving/applications/admin-application.ts';
import { allowedSteps, applicationStates } from '#giving/applications/application-state.ts';
import { elapsedLabel, isEndingStep, nextStepOf, stepsOf } from './steps.ts';

const inState = (state: (typeof applicationStates)[number]) => ({
  state,
  elapsedDays: 3,
  steps: adminSteps.filter((step) => allowedSteps(state, 'operator').includes(step)),
});

test('the next step is the one that goes on, never one that ends', () => {
  const next = Object.fromEntries(
    applicationStates.map((state) => [state, nextStepOf(inState(state))]),
  );
  expect(next).toEqual({
    applied: 'send-kit',
    'kit-sent': 'receive-goods',
    'goods-received': undefined,
    appraised: undefined,
    donated: undefined,
    remitted: undefined,
    thanked: undefined,
    cancelled: undefined,
    returned: undefined,
    unpriced: undefined,
  });
});

test('a selection offers each step that any of its applications allows, ending steps last', () => {
  const selection = [inState('goods-received'), inState('applied'), inState('applied')];
  const offered = stepsOf(selection);
  expect(offered).toEqual([
    { step: 'send-kit', count: 2 },
    { step: 'cancel', count: 2 },
    { step: 'call-off', count: 1 },
    { step: 'return', count: 1 },
    { step: 'leave-unpriced', count: 1 },
  ]);
  const endings = offered.map(({ step }: { step: AdminStep }) => isEndingStep(step));
  expect(endings).toEqual([false, true, true, true, true]);
});

test('no step records a transfer by hand: it follows from the bank’s answer', () => {
  expect(stepsOf([inState('donated'), inState('remitted')])).toEqual([]);
});

test('time passes only where something is left to do', () => {
  expect(elapsedLabel(inState('applied'))).toBe('3日');
  expect(elapsedLabel({ ...inState('applied'), elapsedDays: 0 })).toBe('今日');
  expect(elapsedLabel(inState('remitted'))).toBe('—');
  expect(elapsedLabel(inState('thanked'))).toBe('—');
  expect(elapsedLabel(inState('cancelled'))).toBe('—');
});
