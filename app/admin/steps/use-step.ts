import { useState } from 'react';
import { type Submission, useSubmission } from '#app/forms/use-submission.ts';
import { api } from '#app/session/api.ts';
import type { CallAddress } from '#app/session/calls/send.ts';
import { showToast } from '#app/ui/toast.tsx';

type Step<Body> = Submission<Body> & {
  /** Another operator was first: the message stays until the page is reloaded. */
  isStale: boolean;
};

/** A step of a run or a remittance: sent once, confirmed by a toast, its result passed on. */
export function useStep<Body, Answer>(
  path: string | CallAddress<Answer, Body>,
  {
    done,
    onDone,
    form,
  }: {
    /** Text of the toast. */
    done: string;
    onDone: (answer: Answer) => unknown;
    form?: NonNullable<Parameters<typeof useSubmission<Body, Answer>>[1]>['form'];
  },
): Step<Body> {
  const [isStale, setStale] = useState(false);
  const submission = useSubmission<Body, Answer>(
    (body, idempotencyKey) => api<Answer>(path, { body, idempotencyKey }),
    {
      ...(form && { form }),
      onDone(answer) {
        showToast(done);
        return onDone(answer);
      },
    },
  );
  return {
    ...submission,
    isStale,
    async send(body) {
      setStale(false);
      const outcome = await submission.send(body);
      setStale(outcome?.kind === 'refused' && outcome.type === 'Conflict');
      return outcome;
    },
  };
}
