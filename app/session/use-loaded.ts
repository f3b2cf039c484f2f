import { useEffect, useRef, useState } from 'react';
import { outcomeOf } from '#app/forms/submission.ts';

/** What is fetched for a screen: on its way, refused or unanswered, or here. */
export type Loaded<Value> =
  | { kind: 'loading' }
  | { kind: 'failed'; message: string; again: () => void }
  | { kind: 'ready'; value: Value; change: (value: Value) => void; again: () => void };

type Answer<Value> = { key: string; value: Value } | { key: string; message: string };

/**
 * Fetches once for each `key`; undefined waits. What comes late for an earlier key is dropped.
 */
export function useLoaded<Value>(
  key: string | undefined,
  load: () => Promise<Value>,
): Loaded<Value> {
  const [answer, setAnswer] = useState<Answer<Value>>();
  const [tries, setTries] = useState(1);
  const latest = useRef(load);
  useEffect(() => {
    latest.current = load;
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new try is what fetches once more
  useEffect(() => {
    if (key === undefined) return;
    let isWanted = true;
    const take = (taken: Answer<Value>) => isWanted && setAnswer(taken);
    latest
      .current()
      .then((value) => take({ key, value }))
      .catch((error: unknown) => take({ key, message: outcomeOf(error).message }));
    return () => {
      isWanted = false;
    };
  }, [key, tries]);

  if (key === undefined || answer?.key !== key) return { kind: 'loading' };
  const again = () => {
    setAnswer(undefined);
    setTries(tries + 1);
  };
  if ('message' in answer) return { kind: 'failed', message: answer.message, again };
  return {
    kind: 'ready',
    value: answer.value,
    change: (value) => setAnswer({ key, value }),
    again,
  };
}
