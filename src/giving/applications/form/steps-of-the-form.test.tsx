import { expect, test, vi } from 'vitest';
import { useToday } from '#giving/applications/use-today.ts';
import { renderedHtml } from '#test/rendered.ts';
import { open, openHook } from '#test/stand-ins/page/open.tsx';
import type { FormStep } from './step-state.ts';
import { useIsApplying } from './use-is-applying.ts';
import { useSteps, useWantedStep } from './use-steps.ts';

const path = '/associates/ao/apply?from=top';

test.each([
  [undefined, 'goods', undefined],
  [{ step: 'recipient' }, 'recipient', undefined],
  [{ step: 'confirm', appraisalId: 'TS-1' }, 'confirm', undefined],
  [{ step: 'complete', appraisalId: 'TS-1' }, 'complete', 'TS-1'],
  [{ step: 'elsewhere', appraisalId: 'TS-1' }, 'goods', undefined],
])('the history %j requests the step %s with the number %s', (state, step, appraisalId) => {
  const hook = openHook(useWantedStep, { state });
  expect(hook.now).toEqual({ step, appraisalId });
  // There is no history on the server.
  expect(hook.results[0]).toEqual({ step: 'goods', appraisalId: undefined });
});

/** The form at the requested step, as far as its values allow. */
function applying(shown: FormStep | undefined, state?: object) {
  const now: { steps?: ReturnType<typeof useSteps>; wanted?: FormStep } = {};
  const form = () => {
    const { step } = useWantedStep();
    now.wanted = step;
    const steps = useSteps(shown ?? step, step);
    now.steps = steps;
    return (
      <div ref={steps.frame}>
        <h2 ref={steps.heading} tabIndex={-1}>
          {step}
        </h2>
      </div>
    );
  };
  const page = open(form, { path, state });
  return {
    page,
    now,
    go: (what: (steps: ReturnType<typeof useSteps>) => void) =>
      page.do(() => now.steps && what(now.steps)),
    get state() {
      return page.router.state.location.state;
    },
  };
}

test('a step forward and back stays at the same address, and the focus is at its heading', async () => {
  const form = applying(undefined);
  const scrolled = vi.spyOn(HTMLElement.prototype, 'scrollIntoView');
  await form.go(({ forward }) => forward());
  expect([form.page.at, form.state]).toEqual([path, { step: 'recipient' }]);
  expect(form.now.steps?.index).toBe(1);
  expect(form.page.tab.document.activeElement?.textContent).toBe('recipient');
  expect(scrolled).toHaveBeenCalledTimes(1);
  await form.go(({ forward }) => forward());
  expect(form.state).toEqual({ step: 'confirm' });
  await form.go(({ back }) => back('goods'));
  expect(form.now.wanted).toBe('goods');
  expect(form.page.router.state.historyAction).toBe('POP');
});

test('after it was sent, going back does not lead to the confirmation', async () => {
  const form = applying(undefined, { step: 'confirm' });
  await form.go(({ complete }) => complete('TS-1'));
  expect(form.state).toEqual({ step: 'complete', appraisalId: 'TS-1' });
  expect(form.page.router.state.historyAction).toBe('REPLACE');
  await form.go(({ again }) => again());
  expect(form.state).toEqual({ step: 'goods' });
  expect(form.page.router.state.historyAction).toBe('PUSH');
});

test('where a step cannot be shown yet, the history is put right', async () => {
  const form = applying('goods', { step: 'confirm' });
  await form.page.do(() => undefined);
  expect(form.state).toEqual({ step: 'goods' });
  expect(form.page.at).toBe(path);
  expect(form.page.router.state.historyAction).toBe('REPLACE');
});

test.each([
  [undefined, false],
  [{ step: 'goods' }, false],
  [{ step: 'recipient' }, true],
])('the history %j is past the first step: %s', (state, isApplying) => {
  const hook = openHook(useIsApplying, { state });
  expect(hook.now).toBe(isApplying);
});

function Today() {
  return useToday() ?? 'まだ';
}

test('today is that of Japan, and unknown on the server', () => {
  vi.useFakeTimers({ now: new Date('2026-03-31T15:30:00Z'), toFake: ['Date'] });
  expect(open(<Today />).text).toBe('2026-04-01');
  expect(renderedHtml(<Today />)).toBe('まだ');
});
