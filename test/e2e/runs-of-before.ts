import type { Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { expect, type Product } from './fixtures.ts';
import { withDatabase } from './giving.ts';

/** API response for the person signed in on the page; with `data`, a POST. */
export async function call<Answer>(page: Page, path: string, data?: object): Promise<Answer> {
  const { token } = await (await page.request.get('/api/auth/token')).json();
  const headers = { authorization: `Bearer ${token}` };
  const answer = await (data
    ? page.request.post(path, { headers, data })
    : page.request.get(path, { headers }));
  expect(answer.ok(), `${path}: ${answer.status()} ${await answer.text()}`).toBe(true);
  return answer.json();
}

type Runs = { id: string; state: string; version: number }[];

/** All runs, as the signed-in operator sees them. */
export const readRuns = (page: Page) => call<Runs>(page, '/api/office/remittance-runs');

/** Drops the sample's run that waits for a second person, so that another one can be prepared. */
export async function dropOpenRun(page: Page, product: Product): Promise<void> {
  await withDatabase(product, (db) =>
    db.execute(sql`
      update approvals set state = 'withdrawn', decided_at = now()
      where kind = 'remittance-run' and state = 'waiting'`),
  );
  for (const { id, state, version } of await readRuns(page)) {
    if (!['draft', 'approved', 'filed'].includes(state)) continue;
    const reason = '月の初めから数え直すため';
    await call(page, `/api/office/remittance-runs/${id}/drop`, { reason, version });
  }
}
