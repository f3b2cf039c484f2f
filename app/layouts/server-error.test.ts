import { afterEach, expect, test, vi } from 'vitest';
import { listenToServerErrors, type ServerError, showServerError } from './server-error.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('the same error twice is shown twice', () => {
  const heard: ServerError[] = [];
  const stop = listenToServerErrors((error) => heard.push(error));
  const error = { status: 503 };
  showServerError(error);
  showServerError(error);
  expect(heard).toEqual([error, error]);
  stop();
  showServerError(error);
  expect(heard).toHaveLength(2);
});

test('an error is cleared on the next tick: who comes later is not told of it', () => {
  vi.useFakeTimers();
  const heard: ServerError[] = [];
  showServerError({ status: 500 });
  listenToServerErrors((error) => heard.push(error))();
  expect(heard).toEqual([{ status: 500 }]);
  vi.advanceTimersByTime(0);
  listenToServerErrors((error) => heard.push(error))();
  expect(heard).toHaveLength(1);
});
