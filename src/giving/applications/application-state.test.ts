import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  allowedSteps,
  applicationStages,
  applicationStateFacts,
  applicationStates,
  applicationSteps,
  canCorrect,
  canReverseResult,
  mainLine,
  mayDonate,
  needsIdentityCheck,
  next,
  type StepActor,
  stageOf,
  statesOf,
  stepsTo,
  transitions,
} from './application-state.ts';

const actors: StepActor[] = ['donor', 'operator', 'system'];
const states = fc.constantFrom(...applicationStates);

test('the steps of the main line lead from the application to the remittance', () => {
  const steps = ['send-kit', 'receive-goods', 'appraise', 'donate', 'remit'] as const;
  let state = next('applied', steps[0]);
  for (const step of steps.slice(1)) state = state && next(state, step);
  expect(state).toBe('remitted');
  expect(mainLine).toEqual(['applied', ...steps.map((step) => transitions[step].to)]);
});

test('a donor may cancel and correct until the kit leaves, and do nothing else', () => {
  expect(allowedSteps('applied', 'donor')).toEqual(['cancel']);
  expect(canCorrect('applied')).toBe(true);
  for (const state of applicationStates.slice(1)) {
    expect(allowedSteps(state, 'donor')).toEqual([]);
    expect(canCorrect(state)).toBe(false);
  }
});

test('no manual step leads to thanks: the organisation’s text does, once the money was sent on', () => {
  for (const state of applicationStates) {
    for (const who of ['donor', 'operator'] as const) {
      expect(allowedSteps(state, who).map((step) => next(state, step))).not.toContain('thanked');
    }
  }
  expect(allowedSteps('remitted', 'system')).toEqual(['thank']);
});

test('the operator can take the next step of every application until it is donated', () => {
  expect(allowedSteps('applied', 'operator')).toEqual(['send-kit', 'cancel']);
  expect(allowedSteps('kit-sent', 'operator')).toEqual(['receive-goods', 'call-off']);
  // 送金済み follows from the bank's answer; operators have no button for it.
  expect(allowedSteps('donated', 'operator')).toEqual([]);
  expect(allowedSteps('donated', 'system')).toContain('remit');
});

test('boxes without a kit arrive without one being sent; no manual step skips a kit that is due', () => {
  const own = { needsKit: false };
  expect(allowedSteps('applied', 'operator', own)).toEqual(['receive-unsent', 'cancel']);
  expect(allowedSteps('applied', 'system', own)).toEqual(['receive-unsent', 'cancel']);
  expect(allowedSteps('applied', 'system')).toEqual(['receive-unsent', 'cancel']);
  expect(allowedSteps('applied', 'operator')).not.toContain('receive-unsent');
  expect(allowedSteps('applied', 'donor', own)).toEqual(['cancel']);
  expect(next('applied', 'receive-unsent')).toBe('goods-received');
  for (const state of applicationStates.slice(1)) {
    expect(next(state, 'receive-unsent')).toBeUndefined();
    for (const who of actors) {
      expect(allowedSteps(state, who, own)).toEqual(allowedSteps(state, who));
    }
  }
});

test('a result skips no kit where none was due', () => {
  const own = { needsKit: false };
  expect(stepsTo('applied', 'donated', own)).toEqual(['goods-received', 'appraised', 'donated']);
  expect(stepsTo('applied', 'returned', own)).toEqual(['goods-received', 'returned']);
  expect(stepsTo('donated', 'appraised', own)).toBeUndefined();
});

test('an end state has no further steps', () => {
  for (const state of ['thanked', 'cancelled', 'returned', 'unpriced'] as const) {
    expect(actors.flatMap((who) => allowedSteps(state, who))).toEqual([]);
  }
});

test('a step is allowed for some actor exactly where it exists', () => {
  fc.assert(
    fc.property(states, fc.constantFrom(...applicationSteps), (state, step) => {
      const exists = next(state, step) !== undefined;
      expect(actors.some((who) => allowedSteps(state, who).includes(step))).toBe(exists);
      if (exists) expect(next(state, step)).not.toBe(state);
    }),
  );
});

test('whatever steps are taken, the main line is never walked backwards and always ends', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...applicationSteps), { maxLength: 40 }), (steps) => {
      let state: (typeof applicationStates)[number] = 'applied';
      let moves = 0;
      for (const step of steps) {
        const reached = next(state, step);
        if (!reached) continue;
        expect(applicationStates.indexOf(reached)).toBeGreaterThan(
          applicationStates.indexOf(state),
        );
        state = reached;
        moves += 1;
      }
      expect(moves).toBeLessThanOrEqual(mainLine.length);
    }),
  );
});

test('a result is recorded with the steps it skips', () => {
  expect(stepsTo('applied', 'donated')).toEqual([
    'kit-sent',
    'goods-received',
    'appraised',
    'donated',
  ]);
  expect(stepsTo('goods-received', 'appraised')).toEqual(['appraised']);
  expect(stepsTo('appraised', 'donated')).toEqual(['donated']);
  expect(stepsTo('kit-sent', 'returned')).toEqual(['goods-received', 'returned']);
  expect(stepsTo('applied', 'unpriced')).toEqual(['kit-sent', 'goods-received', 'unpriced']);
  expect(stepsTo('appraised', 'unpriced')).toEqual(['unpriced']);
  expect(stepsTo('kit-sent', 'cancelled')).toEqual(['cancelled']);
});

test('from donated on, and from every other end, a result is refused', () => {
  for (const from of [
    'donated',
    'remitted',
    'thanked',
    'cancelled',
    'returned',
    'unpriced',
  ] as const) {
    for (const to of applicationStates) expect(stepsTo(from, to)).toBeUndefined();
  }
  expect(stepsTo('applied', 'remitted')).toBeUndefined();
  expect(stepsTo('appraised', 'kit-sent')).toBeUndefined();
});

test('recorded steps are steps that exist, each open to the system or the operator', () => {
  fc.assert(
    fc.property(states, states, (from, to) => {
      const entered = stepsTo(from, to) ?? [];
      let state = from;
      for (const reached of entered) {
        const doers = (['operator', 'system'] as const).flatMap((who) => allowedSteps(state, who));
        expect(doers.map((step) => next(state, step))).toContain(reached);
        state = reached;
      }
      if (entered.length > 0) expect(state).toBe(to);
    }),
  );
});

test('a result can be taken back until the money was sent on', () => {
  expect(applicationStates.filter(canReverseResult)).toEqual([
    'appraised',
    'donated',
    'cancelled',
    'returned',
    'unpriced',
  ]);
});

test('every state has its own Japanese message for the donor', () => {
  const facts = applicationStates.map((state) => applicationStateFacts[state]);
  expect(new Set(facts.map(({ label }) => label)).size).toBe(applicationStates.length);
  for (const { message } of facts) expect(message).toMatch(/^[ぁ-んァ-ヶ一-龠ー、。]+。$/);
  expect(mainLine.map((state) => applicationStateFacts[state].label)).toEqual([
    'お申し込み',
    '箱の発送',
    'お品物の到着',
    '査定',
    '寄付',
    '送金',
  ]);
});

test('a fund application of ¥10,000 or more is on hold until the identity check is approved', () => {
  const fund = { kind: 'fund', amountYen: 10_000 } as const;
  expect(mayDonate({ ...fund, identity: 'approved' })).toBe(true);
  for (const identity of ['not-needed', 'due', 'submitted', 'rejected'] as const) {
    expect(mayDonate({ ...fund, identity })).toBe(false);
    expect(mayDonate({ ...fund, amountYen: 9_999, identity })).toBe(true);
    expect(mayDonate({ kind: 'direct', amountYen: 150_000, identity })).toBe(true);
  }
  expect(needsIdentityCheck('fund', 10_000)).toBe(true);
  expect(needsIdentityCheck('fund', 9_999)).toBe(false);
  expect(needsIdentityCheck('direct', 1_000_000)).toBe(false);
});

test('until it is given a box is under way; what left the main line has ended', () => {
  expect(applicationStates.map((state) => stageOf({ state }))).toEqual([
    ...Array(4).fill('under-way'),
    ...Array(3).fill('donated'),
    ...Array(3).fill('ended'),
  ]);
  expect(applicationStages.flatMap(statesOf).sort()).toEqual([...applicationStates].sort());
});
