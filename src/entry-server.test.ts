import { inspect } from 'node:util';
import { DrizzleQueryError } from 'drizzle-orm';
import { RouterContextProvider } from 'react-router';
import { expect, test, vi } from 'vitest';
import { defectReports } from '#kit/observing/defect-reports.server.ts';
import { services } from '#kit/pages/context.ts';
import type { Services } from '#start/services.server.ts';
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

test('a failed page is logged with its path and error, but not its query', () => {
  const cause = new Error('relation "users" does not exist');
  const query = new DrizzleQueryError('select $1', ['hanako@tasuki.example'], cause);
  const line = failedPage(query);
  expect(line).toContain('/search');
  expect(line).toContain('Failed query: select $1');
  expect(line).toContain('relation "users" does not exist');
  expect(line).not.toMatch(/hanako|髙橋|keyword=/);
});

test('an address within an error message is logged without its query', () => {
  const line = failedPage(new Error(`could not fetch ${encodeURI(address)} (timed out)`));
  expect(line).toContain('could not fetch https://tasuki.example/search?… (timed out)');
  expect(line).not.toMatch(/%E9|keyword/);
});

test('a thrown value that is not an error is logged by its type only', () => {
  expect(failedPage({ keyword: '髙橋花子' })).toContain("type: 'object'");
  expect(failedPage('髙橋花子')).not.toContain('髙橋');
});
