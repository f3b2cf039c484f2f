import type { Person } from '#kit/actor.server.ts';
import type { ApprovalDecision } from '#people/approvals/approval.ts';
import type { TestApp } from '#test/test-app.ts';

type Decision = Partial<Omit<ApprovalDecision, 'digest'>>;

/** For requests that the reader may not read, or that were withdrawn. */
const noDigest = '0'.repeat(64);

/** Reads a request and decides on it; approves by default. */
export async function decideOn(
  { app }: Pick<TestApp, 'app'>,
  id: string,
  headers: Record<string, string>,
  { outcome = 'approve', note = '' }: Decision = {},
) {
  const url = `/api/office/approvals/${id}`;
  const { digest } = (await app.inject({ url, headers })).json<{ digest?: string }>();
  const payload = { digest: digest || noDigest, outcome, note };
  return app.inject({ method: 'POST', url: `${url}/decide`, payload, headers });
}

/** Decides through the use case. */
export async function decideBy(
  { approvals }: Pick<TestApp['services'], 'approvals'>,
  person: Person,
  id: string,
  { outcome = 'approve', note = '' }: Decision = {},
) {
  const { digest } = await approvals.shown(person, id, 0);
  return approvals.decide(person, id, { digest, outcome, note });
}
