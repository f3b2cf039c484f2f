import { expect } from 'vitest';

/**
 * From a second after the call on, every request is answered with 401. Measured by when requests
 * begin, since their duration depends on the machine.
 */
export async function expectEndWithinASecond(status: () => Promise<number>): Promise<void> {
  const endedMs = performance.now();
  let lastAcceptedMs = endedMs;
  const ask = async () => {
    const beganMs = performance.now();
    const answer = await status();
    if (answer !== 401) lastAcceptedMs = beganMs;
    return answer;
  };
  await expect.poll(ask).toBe(401);
  expect(lastAcceptedMs - endedMs).toBeLessThan(1_000);
}
