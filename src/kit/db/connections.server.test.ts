import { expect, test } from 'vitest';
import { connectionsOf } from './connections.server.ts';

// One database's connections, shared among processes.

test('one process has as many for requests as ever, and some for jobs', () => {
  expect(connectionsOf(1)).toEqual({ forRequests: 20, forJobs: 5 });
});

test.each([1, 2, 3, 4, 5, 8, 12, 14, 15, 16])(
  '%d processes stay below a hundred, with one that holds the database',
  (count) => {
    const { forRequests, forJobs } = connectionsOf(count);
    const listening = 1;
    expect(count * (forRequests + forJobs + listening) + 1).toBeLessThanOrEqual(97);
    expect(Math.min(forRequests, forJobs + 1)).toBeGreaterThanOrEqual(3);
  },
);
