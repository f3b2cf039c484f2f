import { expect } from 'vitest';
import { headersOfSession } from '#test/signed-in.ts';
import type { TestApp } from '#test/test-app.ts';
import { seen } from './seen.ts';

/** Records that money was sent on, as one operator asks and another approves. */
export async function remit(
  house: TestApp,
  appraisalIds: readonly string[],
  { asks, approves }: { asks: string; approves: string },
): Promise<void> {
  const post = async (uid: string, url: string, payload: object) =>
    house.app.inject({
      method: 'POST',
      url,
      headers: await headersOfSession(house, uid, true),
      payload,
    });
  const step = { applications: await seen(house.db, appraisalIds), step: 'remit' };
  const asked = await post(asks, '/api/office/applications/step', step);
  expect(asked.json()).toMatchObject(appraisalIds.map(() => ({ isAsked: true })));
  const list = await house.app.inject({
    url: '/api/office/approvals?state=waiting',
    headers: await headersOfSession(house, approves),
  });
  const [first] = list.json<{ id: string }[]>();
  const decision = { outcome: 'approve', note: '' };
  const done = await post(approves, `/api/office/approvals/${first?.id}/decide`, decision);
  expect(done.json()).toMatchObject({ state: 'done' });
}
