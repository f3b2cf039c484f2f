import { useState } from 'react';
import { api } from '#kit/client/api.ts';
import type { CallAddress } from '#kit/client/send.ts';
import { type Submission, useSubmission } from '#kit/forms/use-submission.ts';
import { showToast } from '#kit/ui/toast.tsx';

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
