import { inspect } from 'node:util';
import { DrizzleQueryError } from 'drizzle-orm';
import { RouterContextProvider } from 'react-router';
import { expect, test, vi } from 'vitest';
import { defectReports } from '#server/observing/defect-reports.ts';
import type { Services } from '#server/services.ts';
import { services } from './context.ts';
import { handleError } from './entry.server.tsx';

const address = 'https://tasuki.example/search?keyword=髙橋花子&page=2';

function failedPage(error: unknown): string {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const context = new RouterContextProvider();
  const defects = defectReports(undefined, { clock: () => new Date(), environment: 'test' });
  context.set(services, { defects } as Services);
  handleError(error, { request: new Request(address), params: {}, context });
  return logged.mock.calls.map((line) => inspect(line, { depth: 5 })).join('\n');
}

test('a page that failed is logged by its path and error, without what was asked for', () => {
  const cause = new Error('relation "users" does not exist');
  const query = new DrizzleQueryError('select $1', ['hanako@tasuki.example'], cause);
  const line = failedPage(query);
  expect(line).toContain('/search');
  expect(line).toContain('Failed query: select $1');
  expect(line).toContain('relation "users" does not exist');
  expect(line).not.toMatch(/hanako|髙橋|keyword=/);
});

test('nor does the address in the words of an error reach the log with its query', () => {
  const line = failedPage(new Error(`could not fetch ${encodeURI(address)} (timed out)`));
  expect(line).toContain('could not fetch https://tasuki.example/search?… (timed out)');
  expect(line).not.toMatch(/%E9|keyword/);
});

test('what is no error is told by its kind alone', () => {
  expect(failedPage({ keyword: '髙橋花子' })).toContain("type: 'object'");
  expect(failedPage('髙橋花子')).not.toContain('髙橋');
});
