import { act } from 'react';

// Saved before a test stops the clock.
const { setImmediate, setTimeout } = globalThis;

const turn = () => new Promise<void>((resolve) => setImmediate(() => resolve()));
/** Runs after zero-delay timers. */
const task = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

let askedCount = 0;
/** Records that the page sent a request. */
export const noteAsked = (): void => {
  askedCount += 1;
};

/** Waits until pending responses and the updates that follow are rendered. */
export async function quiet(): Promise<void> {
  for (const pass of [turn, task, turn, turn]) await act(pass);
}

/** Like `quiet`, but cheap if no request was sent, such as after typing. */
export async function settled(): Promise<void> {
  const before = askedCount;
  await act(task);
  if (askedCount !== before) await quiet();
}
