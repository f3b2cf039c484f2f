import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { type FormStep, formSteps, type StepState } from './step-state.ts';

/**
 * The step that the browser's history requests and, on the last one, the number of the sent
 * application. It lives in the history's state, so that the back button goes one step back on
 * the same URL and keeps what was typed.
 */
export function useWantedStep(): { step: FormStep; appraisalId: string | undefined } {
  const { step, appraisalId } = (useLocation().state ?? {}) as StepState;
  // The server has no history, so the first render in the browser must not use it either. Becomes known together with
  // the draft, because a step without the fields before it would be dropped.
  const [isKnown, setKnown] = useState(false);
  useEffect(() => setKnown(true), []);
  if (!isKnown || !step || !formSteps.includes(step)) {
    return { step: 'goods', appraisalId: undefined };
  }
  return { step, appraisalId: step === 'complete' ? appraisalId : undefined };
}

/**
 * Navigates between the steps. `shown` is the step on the screen: where it is not the `wanted`
 * one, because earlier fields are empty (a reload, a sent form), the history is corrected.
 */
export function useSteps(shown: FormStep, wanted: FormStep) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const go = (state: StepState, replace = false) =>
    navigate(pathname + search, {
      state,
      replace,
      preventScrollReset: true,
      // The organisation's data is the same, and a step must not need the network.
      defaultShouldRevalidate: false,
    });
  const mend = useRef(() => {});
  useEffect(() => {
    mend.current = () => go({ step: shown }, true);
  });
  useEffect(() => {
    if (wanted !== shown) mend.current();
  }, [wanted, shown]);

  const frame = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const last = useRef(shown);
  useEffect(() => {
    if (last.current === shown) return;
    last.current = shown;
    heading.current?.focus({ preventScroll: true });
    frame.current?.scrollIntoView({ block: 'start' });
  }, [shown]);

  const index = formSteps.indexOf(shown);
  return {
    index,
    /** The ref of the steps' container, which scrolls to its top when the step changes. */
    frame,
    /** The ref of the step's heading, which takes the focus when the step changes. */
    heading,
    forward: () => go({ step: formSteps[index + 1] }),
    /** Goes back to an earlier step, like the back button. */
    back: (to: FormStep) => navigate(formSteps.indexOf(to) - index),
    /**
     * Replaces the entry after submission, so that going back does not lead to the confirmation.
     */
    complete: (appraisalId: string) => go({ step: 'complete', appraisalId }, true),
    again: () => go({ step: 'goods' }),
  };
}
