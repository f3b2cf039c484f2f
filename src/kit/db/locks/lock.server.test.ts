import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { lockNumbers } from './lock.server.ts';

test('no two locks share a number, and only this file and whoever locks a process make keys', () => {
  expect(new Set(Object.values(lockNumbers)).size).toBe(Object.keys(lockNumbers).length);
  const makers = globSync('src/**/*.server.ts').filter(
    (path) =>
      !path.endsWith('.test.ts') && /advisory_(xact_)?lock/i.test(readFileSync(path, 'utf8')),
  );
  expect(makers.sort()).toEqual([
    'src/kit/db/cluster.server.ts',
    'src/kit/db/locks/lock.server.ts',
    'src/kit/db/migrate.server.ts',
    'src/kit/db/process-lock.server.ts',
  ]);
});

test('the trigger that keeps postings out of a close takes the lock of the books', () => {
  const trigger = readFileSync('src/kit/db/migrations/baseline/ledger.sql', 'utf8');
  expect(trigger).toContain(`pg_advisory_xact_lock_shared(${lockNumbers.books})`);
});
