import { useRef, useState } from 'react';
import type { FieldError } from '#kit/errors/refusal.ts';
import { isSharedComputer } from './shared-computer.ts';
import {
  type Attempt,
  attemptFor,
  modalOf,
  type Outcome,
  outcomeOf,
  randomKey,
  readAttempt,
} from './submission.ts';
import type { FormErrorModal } from './use-form.ts';

export type Submission<Body> = {
  isPending: boolean;
  /** Why the submission was refused or got no response; pass it to <SubmitError>. */
  message: string | undefined;
  /** Sends the body; undefined when a send is in progress (a double click). */
  send(body: Body): Promise<Outcome<unknown> | undefined>;
};

/**
 * The one way to submit a form. `action` calls the API with the given idempotency key and throws the API client's
 * errors. Field errors go to `form`; `onDone` receives the result. With `remember`, a name for the kind of form, the
 * key survives a reload of the page, so that the same request after a lost response is still recognised.
 */
export function useSubmission<Body, Result>(
  action: (body: Body, idempotencyKey: string) => Promise<Result>,
  options: {
    form?: {
      reject(errors: readonly FieldError[], modal: FormErrorModal): Promise<void>;
    };
    onDone?: (result: Result) => unknown;
    remember?: string;
  } = {},
): Submission<Body> {
  const [isPending, setPending] = useState(false);
  const [message, setMessage] = useState<string>();
  // A ref as well, because a second click may come before the first one's state is rendered.
  const isUnderWay = useRef(false);
  const attempt = useRef<Attempt>(undefined);

  async function send(body: Body): Promise<Outcome<Result> | undefined> {
    if (isUnderWay.current) return undefined;
    isUnderWay.current = true;
    setPending(true);
    setMessage(undefined);
    const { remember, form, onDone } = options;
    attempt.current = attemptFor(body, attempt.current ?? storedAttempt(remember), randomKey);
    const attemptKey = attempt.current.key;
    keep(remember, attempt.current);
    const outcome = await attemptOutcome(() => action(body, attemptKey));
    try {
      if (outcome.kind === 'done') {
        attempt.current = undefined;
        keep(remember, undefined);
        await onDone?.(outcome.result);
      }
    } finally {
      isUnderWay.current = false;
      setPending(false);
    }
    const errors = outcome.kind === 'invalid' && form ? outcome.errors : [];
    if (outcome.kind !== 'done' && errors.length === 0) setMessage(outcome.message);
    const modal = modalOf(outcome);
    if (modal) await form?.reject(errors, modal);
    return outcome;
  }

  return { isPending, message, send };
}

async function attemptOutcome<Result>(send: () => Promise<Result>): Promise<Outcome<Result>> {
  try {
    return { kind: 'done', result: await send() };
  } catch (error) {
    return outcomeOf(error);
  }
}

const storageKey = (name: string) => `tasuki.attempt.${name}`;

/** The key of this tab's last attempt; it holds no personal data. */
function storedAttempt(name: string | undefined): Attempt | undefined {
  if (!name) return undefined;
  try {
    return readAttempt(sessionStorage.getItem(storageKey(name)));
  } catch {
    return undefined;
  }
}

function keep(name: string | undefined, attempt: Attempt | undefined): void {
  if (!name) return;
  try {
    if (attempt && !isSharedComputer())
      sessionStorage.setItem(storageKey(name), JSON.stringify(attempt));
    else sessionStorage.removeItem(storageKey(name));
  } catch {
    // Storage is forbidden: the key lasts as long as the page.
  }
}
