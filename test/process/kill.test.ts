import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { removeDataDir, type ServerProcess, startServer } from '#test/server-process.ts';
import { signIn } from '#test/sign-in.ts';
import { dataFolder } from './data-folder.ts';
import { anyAssociateId, type Ledger, submit, submitUntilRefused } from './writers.ts';

const operator = {
  OPERATOR_EMAIL: 'operator@example.com',
  OPERATOR_PASSWORD: 'a long password 123',
  TRUST_PROXY: '1',
};
const writers = 8;
const rounds = 3;

async function allAppraisalIds(url: string): Promise<string[]> {
  const token = await signIn(url, operator.OPERATOR_EMAIL, operator.OPERATOR_PASSWORD);
  const ids: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const from: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const reply = await fetch(`${url}/api/office/applications?state=applied${from}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(reply.status).toBe(200);
    const rows = (await reply.json()) as { appraisalId: string }[];
    ids.push(...rows.map((row) => row.appraisalId));
    cursor = reply.headers.get('x-next-cursor');
  }
  return ids;
}

test('what was acknowledged before kill -9 is there after it, once, and a retry adds what was not', async () => {
  const dataDir = await dataFolder('sample');
  onTestFinished(() => removeDataDir(dataDir));
  let server: ServerProcess = await startServer(dataDir, operator);
  onTestFinished(async () => void (await server.stop()));
  const associateId = await anyAssociateId(server.url);
  const before = new Set(await allAppraisalIds(server.url));

  const ledger: Ledger = new Map();
  const acknowledged = () => [...ledger.values()].filter((id) => id !== undefined);
  for (let round = 1; round <= rounds; round++) {
    const where = { url: server.url, associateId };
    const writing = Array.from({ length: writers }, () => submitUntilRefused(where, ledger));
    // Independent of the machine's speed: while writes are in progress, in any phase.
    await vi.waitFor(() => expect(acknowledged().length).toBeGreaterThan(round * 2 * writers), {
      timeout: 30_000,
      interval: 5,
    });
    await wait(randomInt(50));
    await server.kill();
    await Promise.all(writing);
    server = await startServer(dataDir, operator);
  }
  const found = await allAppraisalIds(server.url);
  expect(found).toEqual(expect.arrayContaining(acknowledged()));

  // After lost responses the same key returns the written application, or writes it now.
  for (const [key, id] of ledger) {
    const where = { url: server.url, associateId };
    if (id === undefined) ledger.set(key, await submit({ ...where, key }));
  }
  const now = (await allAppraisalIds(server.url)).filter((id) => !before.has(id));
  expect(now.toSorted()).toEqual([...ledger.values()].toSorted());
});
