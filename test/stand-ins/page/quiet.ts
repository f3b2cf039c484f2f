import { act } from 'react';

// Taken before a test stops the clock.
const { setImmediate, setTimeout } = globalThis;

const turn = () => new Promise<void>((resolve) => setImmediate(() => resolve()));
/** After what was put off for no time at all. */
const task = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

/** Ends when what is under way, answers and what follows from them, has come to the page. */
export async function quiet(): Promise<void> {
  for (const pass of [turn, task, turn, turn]) await act(pass);
}
