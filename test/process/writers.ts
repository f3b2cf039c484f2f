import { randomBytes, randomUUID } from 'node:crypto';
import { applyBody } from '#test/factories/apply-body.ts';

/** A client's submissions by key, with the acknowledged number, if any. */
export type Ledger = Map<string, string | undefined>;

export type Submit = { url: string; associateId: string; key: string };

/**
 * Submits an application with its key over a new connection; returns its number, or undefined
 * without a response or after a 503. The e-mail comes from the key and the address is random, so
 * that no rate limit is used up (the server must have TRUST_PROXY=1).
 */
export async function submit({ url, associateId, key }: Submit): Promise<string | undefined> {
  const applicant = { email: `${key}@tasuki.example` };
  let reply: Response;
  try {
    reply = await fetch(`${url}/api/appraisal/apply`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': key,
        'x-forwarded-for': `10.${randomBytes(3).join('.')}`,
        connection: 'close',
      },
      body: JSON.stringify(applyBody({ application: { associateId }, applicant })),
    });
    if (reply.status === 503) return undefined;
    if (reply.status === 201) return ((await reply.json()) as { appraisalId: string }).appraisalId;
  } catch {
    return undefined;
  }
  throw new Error(`a submit was answered ${reply.status}: ${await reply.text()}`);
}

/** Submits one after another until the first that is not acknowledged; records each in the ledger. */
export async function submitUntilRefused(
  where: Omit<Submit, 'key'>,
  ledger: Ledger,
  onAcknowledged: (key: string, appraisalId: string) => void = () => undefined,
): Promise<void> {
  for (;;) {
    const key = randomUUID();
    ledger.set(key, undefined);
    const appraisalId = await submit({ ...where, key });
    if (appraisalId === undefined) return;
    ledger.set(key, appraisalId);
    onAcknowledged(key, appraisalId);
  }
}

/** Id of an organisation that accepts applications. */
export async function anyAssociateId(url: string): Promise<string> {
  const listed = (await (await fetch(`${url}/api/associates`)).json()) as { id: string }[];
  const [first] = listed;
  if (!first) throw new Error('there is no organisation to apply to');
  return first.id;
}
