import { act } from 'react';

// Taken before a test stops the clock.
const { setImmediate, setTimeout } = globalThis;

const turn = () => new Promise<void>((resolve) => setImmediate(() => resolve()));
/** After what was put off for no time at all. */
const task = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

let askedCount = 0;
/** Notes that the page has asked for something, whose answer may follow at once. */
export const noteAsked = (): void => {
  askedCount += 1;
};

/** Ends when what is under way, answers and what follows from them, has come to the page. */
export async function quiet(): Promise<void> {
  for (const pass of [turn, task, turn, turn]) await act(pass);
}

/** The same after what asks for nothing as a rule, such as a letter that is typed. */
export async function settled(): Promise<void> {
  const before = askedCount;
  await act(task);
  if (askedCount !== before) await quiet();
}
