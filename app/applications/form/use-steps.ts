import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { type FormStep, formSteps } from './application-values.ts';

/** What an entry of the browser's history knows of the form: its step, at the end the number. */
type StepState = { step?: FormStep; appraisalId?: string };

/**
 * The step that the browser's history asks for, and on the last one the number of the application
 * that was sent. It lives in the history's state, so that the back button goes one step back on the
 * same URL, what was typed untouched.
 */
export function useWantedStep(): { step: FormStep; appraisalId: string | undefined } {
  const { step, appraisalId } = (useLocation().state ?? {}) as StepState;
  // The server knows no history: the first render in the browser must not either. Known with the
  // draft, which is read in an effect, too: a step without the fields before it would be given up.
  const [isKnown, setKnown] = useState(false);
  useEffect(() => setKnown(true), []);
  if (!isKnown || !step || !formSteps.includes(step)) {
    return { step: 'goods', appraisalId: undefined };
  }
  return { step, appraisalId: step === 'complete' ? appraisalId : undefined };
}

/**
 * The ways between the steps. `shown` is the step on the screen: where it is not the `wanted` one,
 * because fields before it are empty (a reload, a form already sent), the history is mended.
 */
export function useSteps(shown: FormStep, wanted: FormStep) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const go = (state: StepState, replace = false) =>
    navigate(pathname + search, {
      state,
      replace,
      preventScrollReset: true,
      // The organisation has not changed meanwhile, and a step must not need the network.
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
    /** For what holds the steps: it is scrolled to its top when the step changes. */
    frame,
    /** For the heading of the step: it takes the focus when the step changes. */
    heading,
    forward: () => go({ step: formSteps[index + 1] }),
    /** To an earlier step, the same way as the back button goes. */
    back: (to: FormStep) => navigate(formSteps.indexOf(to) - index),
    /** The form was sent: going back must not lead to its confirmation. */
    complete: (appraisalId: string) => go({ step: 'complete', appraisalId }, true),
    again: () => go({ step: 'goods' }),
  };
}
