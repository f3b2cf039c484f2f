import { afterEach, expect, test, vi } from 'vitest';
import { listenToServerErrors, type ServerError, showServerError } from './server-error.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('the same error twice is shown twice', () => {
  const received: ServerError[] = [];
  const stop = listenToServerErrors((error) => received.push(error));
  const error = { status: 503 } as const;
  showServerError(error);
  showServerError(error);
  expect(received).toEqual([error, error]);
  stop();
  showServerError(error);
  expect(received).toHaveLength(2);
});

test('an error is cleared on the next tick: a later subscriber does not receive it', () => {
  vi.useFakeTimers();
  const received: ServerError[] = [];
  showServerError({ status: 500 });
  listenToServerErrors((error) => received.push(error))();
  expect(received).toEqual([{ status: 500 }]);
  vi.advanceTimersByTime(0);
  listenToServerErrors((error) => received.push(error))();
  expect(received).toHaveLength(1);
});
