import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { submit } from '#test/process/writers.ts';

type Where = { origin: string; associateId: string; token: () => Promise<string> };

/**
 * Simulates a busy day until stopped: about `perSecond` writes, in turn an application and a step
 * by the operator. `stop` resolves to the number of writes.
 */
export function startLightWriter({ origin, associateId, token }: Where, perSecond = 20) {
  const stopping = new AbortController();
  let written = 0;
  const one = async () => {
    const appraisalId = await submit({ url: origin, associateId, key: randomUUID() });
    if (!appraisalId) return;
    written += 1;
    const reply = await fetch(`${origin}/api/office/applications/step`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${await token()}` },
      body: JSON.stringify({ applications: [{ appraisalId, version: 1 }], step: 'send-kit' }),
    });
    await reply.arrayBuffer();
    if (reply.ok) written += 1;
  };
  const loop = (async () => {
    const underWay = new Set<Promise<void>>();
    while (!stopping.signal.aborted) {
      const next = one()
        .catch(() => undefined)
        .then(() => void underWay.delete(next));
      underWay.add(next);
      await wait(2_000 / perSecond);
    }
    await Promise.all(underWay);
  })();
  return {
    async stop(): Promise<number> {
      stopping.abort();
      await loop;
      return written;
    },
  };
}
